// Train fits evaluation networks (see package nnue) to positions of self-play games. "train help" lists its commands.
//
// # From games to a network
//
// A conversion reads packed games, keeps the positions that a static evaluation should know, and writes them in random order to a
// file of samples with 44 bytes each. A training maps that file and goes through it in batches: it evaluates each sample, compares
// the result with a target blended from the score of the search and the outcome of the game, and moves all parameters against the
// gradient with AdamW. Some games are held out of training for validation.
//
// # How the work is divided
//
// The hidden layer is cut into tiles of 16 columns, one cache line of every row of weights, so that the weights of a tile are 352
// KiB and stay in the second cache level. A batch is cut into a few slices. One unit of work is one slice in one tile: all rows
// of the tile are at hand, and each unit writes gradients that no other unit touches. The optimiser adds up the gradients of the
// slices. Nothing depends on which thread does which unit, and the kernels of all instruction sets round alike, so a program
// gives the same bits on any number of threads and, on x86-64, with or without AVX2. The losses and targets are computed by plain
// Go in float64, which rounds otherwise in builds for another x86-64 level and on processors without fused multiply-add.
package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/system/cli"
)

func main() { cli.Main(tool()) }

func tool() *cobra.Command {
	tool := &cobra.Command{Use: "train COMMAND", Long: `
Train fits evaluation networks to self-play games.

A run keeps its files in a folder: checkpoint, network.nnue (quantised, for EvalFile) and card.txt (data, settings,
losses). They are updated after every superbatch, the checkpoint also every few minutes and at an interruption. A run
that was interrupted or killed and then continued gives the same network as one without a break.`}
	tool.AddCommand(convertCommand(), runCommand(), rulerCommand(), judgeCommand(), infoCommand())
	return tool
}

// require marks flags of a command as required. The command must have them.
func require(c *cobra.Command, flags ...string) {
	for _, name := range flags {
		_ = c.MarkFlagRequired(name)
	}
}

// infoCommand returns the command that describes files of samples, whose checksum it compares, and networks.
func infoCommand() *cobra.Command {
	return &cobra.Command{
		Use: "info FILE...", Short: "describe networks and files of samples, which it checks", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) (failed error) {
			for _, path := range args {
				failed = errors.Join(failed, describe(c.OutOrStdout(), path))
			}
			return failed
		},
	}
}

func describe(out io.Writer, path string) (err error) {
	samples, err := openSamples(path)
	if errors.Is(err, errNotSamples) {
		net, err := eval.Load(path)
		if errors.Is(err, nnue.ErrNotNetwork) {
			return fmt.Errorf("%s: this is neither a network nor a file of samples that this version reads", path)
		}
		if err == nil {
			fmt.Fprintf(out, "%s: network %v\n%s", path, net, net.Info)
		}
		return err
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, samples.close()) }()
	fmt.Fprintf(out, "%s: %d samples for training, %d for validation, checksum %016x\n%s",
		path, samples.training, samples.validation, samples.checksum, samples.info)
	return samples.verify()
}
