package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/training/gamedata"
	"vertigo/internal/training/train"
)

// convert makes a file of samples.
func convert(ctx context.Context, flags *flag.FlagSet, args []string, out, errOut io.Writer) error {
	var c train.Conversion
	flags.StringVar(&c.Out, "out", "", "`file` of samples to write, which must not exist")
	flags.Float64Var(&c.Validation, "validation", 0.01, "`share` of the games to hold out for validation")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the order and of the choice of the held-out games")
	if err := parse(flags, args, 1, -1, "out"); err != nil {
		return err
	}
	if !(c.Validation >= 0 && c.Validation < 1) {
		return fmt.Errorf("%g of the games for validation, want a share from 0 to below 1", c.Validation)
	}
	c.Sources = flags.Args()
	c.Damaged = func(err error) { fmt.Fprintf(errOut, "left out: %v\n", err) }
	start, show := time.Now(), progressLines(out)
	c.Report = func(done train.Converted) {
		show(done.BlocksDone, done.Blocks, fmt.Sprintf("%5.1f %%  %d games  %d samples",
			100*float64(done.BlocksDone)/float64(done.Blocks), done.Games, done.Positions[gamedata.Kept]))
	}
	done, err := train.Convert(ctx, c)
	if err != nil {
		return err
	}
	positions := 0
	for _, n := range done.Positions {
		positions += n
	}
	fmt.Fprintf(out, "%d games, %d held out, %d positions in %v\n", done.Games, done.HeldOut, positions,
		time.Since(start).Round(time.Millisecond))
	for reason, n := range done.Positions {
		fmt.Fprintf(out, "%12d  %5.1f %%  %v\n", n, 100*float64(n)/float64(max(positions, 1)), gamedata.Reason(reason))
	}
	fmt.Fprintf(out, "%12d  samples for training\n%12d  samples for validation\n%12d  damaged blocks\n",
		done.Training(), done.Validation, done.DamagedBlocks)
	return nil
}

// info describes the contents of files. Networks are recognised by their first bytes.
func info(_ context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) error {
	check := flags.Bool("check", false, "read all samples and compare their checksum")
	if err := parse(flags, args, 1, -1); err != nil {
		return err
	}
	var failed error
	for _, path := range flags.Args() {
		failed = errors.Join(failed, describe(out, path, *check))
	}
	return failed
}

func describe(out io.Writer, path string, check bool) (err error) {
	samples, err := train.OpenSamples(path)
	if errors.Is(err, train.ErrNotSamples) {
		net, err := eval.Load(path)
		if err == nil {
			fmt.Fprintf(out, "%s: network %v\n%s", path, net, net.Info)
			return nil
		}
		if !errors.Is(err, nnue.ErrNotNetwork) {
			return err
		}
		text, err := train.DescribeCheckpoint(path)
		if err == nil {
			fmt.Fprintf(out, "%s: checkpoint\n%s", path, text)
		}
		return err
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, samples.Close()) }()
	fmt.Fprintf(out, "%s: %d samples for training, %d for validation, checksum %016x\n%s",
		path, samples.Training(), samples.Validation(), samples.Checksum(), samples.Info())
	if check {
		if err := samples.Verify(); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: all samples are sound\n", path)
	}
	return nil
}
