package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/system/cli"
	"vertigo/internal/training/train"
)

// convert makes a file of samples.
func convert(ctx context.Context, flags *flag.FlagSet, args []string, out, errOut io.Writer) error {
	var c train.Conversion
	flags.StringVar(&c.Out, "out", "", "`file` of samples to write, which must not exist")
	flags.Float64Var(&c.Validation, "validation", 0.01, "`share` of the games to hold out for validation")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the order and of the choice of the held-out games")
	if err := cli.ParseTool(flags, args, 1, -1, "out"); err != nil {
		return err
	}
	c.Sources = flags.Args()
	return train.Convert(ctx, c, out, errOut)
}

// info describes files of samples, whose checksum it compares, and networks.
func info(_ context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) (failed error) {
	if err := cli.ParseTool(flags, args, 1, -1); err != nil {
		return err
	}
	for _, path := range flags.Args() {
		failed = errors.Join(failed, describe(out, path))
	}
	return failed
}

func describe(out io.Writer, path string) (err error) {
	samples, err := train.OpenSamples(path)
	if errors.Is(err, train.ErrNotSamples) {
		net, err := eval.Load(path)
		if errors.Is(err, nnue.ErrNotNetwork) {
			return fmt.Errorf("%s: this is neither a network nor a file of samples, or one of another version", path)
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
