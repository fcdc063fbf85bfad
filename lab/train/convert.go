package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/lab/trainer"
)

// convertCommand returns the command that makes a file of samples.
func convertCommand() *cobra.Command {
	var conversion trainer.Conversion
	c := &cobra.Command{
		Use: "convert --out SAMPLES [flags] GAMES...", Short: "make a file of samples", Args: cobra.MinimumNArgs(1),
		Long: "Makes a file of samples: the usable positions of all games in random order. It needs little memory, but\n" +
			"disk space for twice the samples while it runs.",
		RunE: func(c *cobra.Command, args []string) error {
			conversion.Sources = args
			return trainer.Convert(c.Context(), conversion, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	flags := c.Flags()
	flags.StringVar(&conversion.Out, "out", "", "`file` of samples to write, which must not exist")
	flags.Float64Var(&conversion.Validation, "validation", 0.01, "`share` of the games to hold out for validation")
	flags.Uint64Var(&conversion.Seed, "seed", 1, "seed of the order and of the choice of the held-out games")
	require(c, "out")
	return c
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
	samples, err := trainer.OpenSamples(path)
	if errors.Is(err, trainer.ErrNotSamples) {
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
	defer func() { err = errors.Join(err, samples.Close()) }()
	fmt.Fprintf(out, "%s: %d samples for training, %d for validation, checksum %016x\n%s",
		path, samples.Training, samples.Validation, samples.Checksum, samples.Info)
	return samples.Verify()
}
