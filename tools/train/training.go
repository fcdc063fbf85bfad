package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"vertigo/internal/system/cli"
	"vertigo/internal/training/train"
)

// registerSettings adds the flags that the network depends on.
func registerSettings(flags *flag.FlagSet, s *train.Settings) {
	flags.IntVar(&s.Hidden, "hidden", s.Hidden, "neurons in the hidden layer, a multiple of 32")
	flags.IntVar(&s.Buckets, "buckets", s.Buckets, "output buckets, chosen by the number of pieces")
	flags.Var((*count)(&s.Batch), "batch", "`samples` per step of the optimiser, a multiple of 256")
	flags.IntVar(&s.Superbatches, "superbatches", s.Superbatches, "number of superbatches to train")
	flags.Var((*count)(&s.SuperbatchSize), "superbatch", "`samples` after which the network is validated and saved, such as 100M")
	flags.Float64Var(&s.Rate, "lr", s.Rate, "learning rate after the warm-up")
	flags.Float64Var(&s.Floor, "lr-end", s.Floor, "learning rate at the end, reached along a cosine")
	flags.IntVar(&s.WarmUp, "warm-up", s.WarmUp, "`batches` in which the learning rate rises from 0")
	flags.Float64Var(&s.Decay, "decay", s.Decay, "weight decay of AdamW")
	flags.Float64Var(&s.Settle, "settle", s.Settle,
		"last `share` of the training in which the hidden layer stays fixed, rounded to integers")
	flags.Float64Var(&s.Result, "result", s.Result,
		"`share` of the game's result in the target, the rest being the score of the search")
	flags.Float64Var(&s.Scale, "scale", s.Scale, "`centipawns` K for which a score s expects the result 1/(1+exp(-s/K))")
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "seed of the first weights and of the order of the samples")
}

// trainNetwork starts a training, or continues it, and prints its progress.
func trainNetwork(ctx context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) (err error) {
	settings := train.DefaultSettings()
	data := flags.String("data", "", "`file` of samples")
	folder := flags.String("out", "", "`folder` for the checkpoint, the network and its card")
	from := flags.String("from", "", "network `file` to start from, instead of random weights")
	threads := flags.Int("threads", runtime.GOMAXPROCS(0), "threads to use")
	report := flags.Duration("report", 10*time.Second, "time between lines of progress")
	registerSettings(flags, &settings)
	if err := cli.ParseTool(flags, args, 0, 0, "data", "out"); err != nil {
		return err
	}
	samples, err := train.OpenSamples(*data)
	if errors.Is(err, train.ErrNotSamples) {
		return fmt.Errorf("%w; \"train convert\" makes one of packed games", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, samples.Close()) }()
	r, err := train.Begin(*folder, samples, settings, *from, *threads)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	fmt.Fprintln(out, r)
	start := time.Now()
	err = r.Train(ctx, *report, out)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(out, "interrupted; the same command continues from here")
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "done in %v; the network is %s\n", time.Since(start).Round(time.Second),
		filepath.Join(*folder, train.NetworkFile))
	return nil
}
