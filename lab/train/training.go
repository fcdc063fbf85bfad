package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vertigo/internal/system/cli"
	"vertigo/lab/trainer"
)

// mostSamples bounds numbers of samples and of nodes.
const mostSamples = 1e15

// registerSettings adds the flags that the network depends on.
func registerSettings(flags *pflag.FlagSet, s *trainer.Settings) {
	flags.IntVar(&s.Hidden, "hidden", s.Hidden, "neurons in the hidden layer, a multiple of 32")
	flags.IntVar(&s.Buckets, "buckets", s.Buckets, "output buckets, chosen by the number of pieces")
	flags.Var(cli.Number(&s.Batch, 0, mostSamples), "batch", "`samples` per step of the optimiser, a multiple of 256")
	flags.IntVar(&s.Superbatches, "superbatches", s.Superbatches, "number of superbatches to train")
	flags.Var(cli.Number(&s.SuperbatchSize, 0, mostSamples), "superbatch",
		"`samples` after which the network is validated and saved, such as 100M")
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

// run is a training.
type run struct {
	settings           trainer.Settings
	data, folder, from string
	threads            int
	report             time.Duration
}

func runCommand() *cobra.Command {
	r := run{settings: trainer.DefaultSettings()}
	c := &cobra.Command{
		Use: "run --data SAMPLES --out FOLDER [flags]", Short: "train a network on a file of samples", Args: cobra.NoArgs,
		Long: "Trains a network on a file of samples from \"train convert\". The same command continues an interrupted run.",
		RunE: func(c *cobra.Command, _ []string) error { return r.train(c.Context(), c.OutOrStdout()) },
	}
	flags := c.Flags()
	flags.StringVar(&r.data, "data", "", "`file` of samples")
	flags.StringVar(&r.folder, "out", "", "`folder` for the checkpoint, the network and its card")
	flags.StringVar(&r.from, "from", "", "network `file` to start from, instead of random weights")
	flags.IntVar(&r.threads, "threads", runtime.GOMAXPROCS(0), "threads to use")
	flags.DurationVar(&r.report, "report", 10*time.Second, "time between lines of progress")
	registerSettings(flags, &r.settings)
	require(c, "data", "out")
	return c
}

// train starts a training, or continues it, and prints its progress.
func (o *run) train(ctx context.Context, out io.Writer) (err error) {
	samples, err := trainer.OpenSamples(o.data)
	if errors.Is(err, trainer.ErrNotSamples) {
		return fmt.Errorf("%w; \"train convert\" makes one of packed games", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, samples.Close()) }()
	r, err := trainer.Begin(o.folder, samples, o.settings, o.from, o.threads)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	fmt.Fprintln(out, r)
	start := time.Now()
	err = r.Train(ctx, o.report, out)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(out, "interrupted; the same command continues from here")
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "done in %v; the network is %s\n", time.Since(start).Round(time.Second),
		filepath.Join(o.folder, trainer.NetworkFile))
	return nil
}
