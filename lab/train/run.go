package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"vertigo/eval/nnue"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// Names of the files in the folder of a training.
const (
	checkpointFile = "checkpoint"
	networkFile    = "network.nnue" // quantised, with the card inside
	cardFile       = "card.txt"
	lockFile       = "lock" // empty; the process that trains in the folder holds it
)

func runCommand() *cobra.Command {
	set := defaultSettings()
	var data, folder, from string
	var threads int
	var every time.Duration
	c := &cobra.Command{
		Use: "run --data SAMPLES --out FOLDER [flags]", Short: "train a network on a file of samples", Args: cobra.NoArgs,
		Long: "Trains a network on a file of samples from \"train convert\". The same command continues an interrupted run.",
		RunE: func(c *cobra.Command, _ []string) (err error) {
			samples, err := openSamples(data)
			if errors.Is(err, errNotSamples) {
				return fmt.Errorf("%w; \"train convert\" makes one of packed games", err)
			}
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, samples.close()) }()
			r, err := begin(folder, samples, set, from, threads)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, r.close()) }()
			return r.run(c.Context(), every, c.OutOrStdout())
		},
	}
	flags := c.Flags()
	flags.StringVar(&data, "data", "", "`file` of samples")
	flags.StringVar(&folder, "out", "", "`folder` for the checkpoint, the network and its card")
	flags.StringVar(&from, "from", "", "network `file` to start from, instead of random weights")
	flags.IntVar(&threads, "threads", runtime.GOMAXPROCS(0), "threads to use")
	flags.DurationVar(&every, "report", 10*time.Second, "time between lines of progress")
	set.register(flags)
	require(c, "data", "out")
	return c
}

// training is the training of one network. Its results are in a folder: a checkpoint from which it can be resumed, and
// after every superbatch the network and its card.
type training struct {
	folder  string
	lock    *os.File
	samples *sampleFile
	trainer *trainer
	order   *order
	state   state
}

// begin starts a training in the folder, which is made if need be. The first parameters are those of the network at the path
// from, random ones if it is empty. If the folder has a training with the same settings and samples, begin continues
// that one, whatever from says. It refuses other trainings, and a folder in which another process trains. The caller closes the
// training, and the samples after it.
func begin(folder string, samples *sampleFile, set settings, from string, threads int) (r *training, err error) {
	if err := set.validate(); err != nil {
		return nil, err
	}
	if samples.training < runLength {
		return nil, fmt.Errorf("%s: %d samples for training, at least %d are needed", samples.path, samples.training, runLength)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	lock, err := files.OpenFile(filepath.Join(folder, lockFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer func() {
		if r == nil {
			err = errors.Join(err, lock.Close())
		}
	}()
	if err := files.Lock(lock); err != nil {
		return nil, fmt.Errorf("the training in %s: %w", folder, err)
	}
	run := &training{
		folder: folder, lock: lock, samples: samples,
		trainer: newTrainer(&set, availableKernels()[0], max(threads, 1)),
		order:   newOrder(set.Seed, samples.training),
		state: state{Settings: set, SamplesChecksum: samples.checksum,
			Training: samples.training, Validation: samples.validation},
	}
	switch c, failed := readCheckpoint(filepath.Join(folder, checkpointFile)); {
	case failed == nil:
		err = run.resume(c)
	case !errors.Is(failed, fs.ErrNotExist):
		err = failed
	case from != "":
		run.state.Settings.Start, err = run.trainer.startFrom(from, set.Seed)
	}
	if err != nil {
		return nil, err
	}
	return run, nil
}

// resume goes on from a checkpoint, which must be that of a training with the same settings and samples.
func (r *training) resume(c *checkpoint) error {
	want := r.state
	want.Settings.Start = c.state.Settings.Start
	if want.Settings != c.state.Settings || want.SamplesChecksum != c.state.SamplesChecksum ||
		want.Training != c.state.Training || want.Validation != c.state.Validation {
		return fmt.Errorf("%s has a training already, with other settings or samples", r.folder)
	}
	r.state = c.state
	return c.restore(r.trainer)
}

// close lets others train in the folder.
func (r *training) close() error { return r.lock.Close() }

// run prints what it trains, trains to the end, and says so, or that the same command continues.
func (r *training) run(ctx context.Context, every time.Duration, out io.Writer) error {
	fmt.Fprintln(out, r)
	start := time.Now()
	err := r.train(ctx, every, out)
	switch {
	case err == nil:
		fmt.Fprintf(out, "done in %v; the network is %s\n", time.Since(start).Round(time.Second), filepath.Join(r.folder, networkFile))
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(out, "interrupted; the same command continues from here")
	}
	return err
}

// String describes the training and how far it is, in two lines.
func (r *training) String() string {
	s, set := &r.state, &r.state.Settings
	return fmt.Sprintf("%d of %d batches done, %d samples for training, %d for validation\n"+
		"%d -> 2x%d -> 1, %d buckets, batches of %d, %s on %d threads", s.Batches, set.batches(), s.Training, s.Validation,
		nnue.FeatureCount, set.Hidden, set.Buckets, set.Batch, r.trainer.kernels.name, r.trainer.threads)
}

// checkpointEvery is the time between checkpoints. They are written after every superbatch, too.
const checkpointEvery = 5 * time.Minute

// train goes on until the training is complete, or ctx is done: then it writes a checkpoint and returns the context's error. It
// prints a line at the given interval and after every superbatch. The same settings and samples give the same network whether or
// not the training was interrupted.
//
// The checkpoint is written before the network that belongs to it, so that a network that cannot be written costs nothing
// of the training. If the process is killed in between, a resumption begins by writing the network.
func (r *training) train(ctx context.Context, every time.Duration, out io.Writer) error {
	set := &r.state.Settings
	begin := time.Now()
	from, saved, last := r.state.Batches, begin, meter{time: begin, batches: r.state.Batches}
	if err := r.enter(); err != nil {
		return err
	}
	for r.state.Batches < set.batches() {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, r.save())
		}
		loss, err := r.step()
		if err != nil {
			return err
		}
		last.sum += loss
		finished := r.state.Batches%set.superbatch() == 0
		if finished {
			if err := r.finishSuperbatch(); err != nil {
				return err
			}
		}
		if finished || time.Since(saved) >= checkpointEvery {
			if err := r.save(); err != nil {
				return err
			}
			saved = time.Now()
		}
		if finished {
			if err := r.writeNetwork(); err != nil {
				return err
			}
		}
		if now := time.Now(); finished || now.Sub(last.time) >= every {
			batches := r.state.Batches
			left := cli.Left(now.Sub(begin), float64(batches-from), float64(set.batches()-from))
			fmt.Fprintln(out, r.line(last, now)+left)
			last = meter{time: now, batches: batches}
		}
	}
	return nil
}

// enter writes the missing files of the folder: the first checkpoint, or the results of a superbatch after which the earlier
// process was killed.
func (r *training) enter() error {
	switch batches := r.state.Batches; {
	case batches == 0:
		return r.save()
	case batches%r.state.Settings.superbatch() == 0:
		return r.writeNetwork()
	}
	return nil
}

// step trains with the next batch and returns its loss.
func (r *training) step() (float64, error) {
	set, batch := &r.state.Settings, r.state.Batches
	runs := make([][]byte, set.Batch/runLength)
	for i := range runs {
		runs[i] = r.samples.at(r.order.run(batch*len(runs)+i)*runLength, runLength)
	}
	if batch >= set.settled() && !r.trainer.settled {
		r.trainer.settle() // once more after a resumption, which changes nothing
	}
	loss, err := r.trainer.train(runs, blend{set.Result, set.Scale}, batch, set.rate(batch))
	if err != nil {
		return 0, err
	}
	if math.IsNaN(loss) {
		return 0, fmt.Errorf("the training has diverged: the loss of batch %d is not a number", batch+1)
	}
	r.state.Batches++
	r.state.SuperSum += loss
	r.state.SuperCount++
	return loss, nil
}

// finishSuperbatch validates and notes the losses.
func (r *training) finishSuperbatch() error {
	set, s := &r.state.Settings, &r.state
	var losses [3]float64 // also by scores and results alone, since the noise of the results hides the rest
	for i, share := range []float64{set.Result, 0, 1} {
		loss, err := r.validate(blend{share, set.Scale})
		if err != nil {
			return err
		}
		losses[i] = loss
	}
	s.Superbatches = append(s.Superbatches, superbatch{
		Training: s.SuperSum / float64(s.SuperCount), Validation: losses[0], Score: losses[1], Result: losses[2],
		Rate: set.rate(s.Batches - 1),
	})
	s.SuperSum, s.SuperCount = 0, 0
	return nil
}

// validate returns the loss over the held-out samples, 0 if there are none.
func (r *training) validate(b blend) (float64, error) {
	total, batch := 0.0, r.state.Settings.Batch
	for done := 0; done < r.samples.validation; done += batch {
		n := min(batch, r.samples.validation-done)
		loss, err := r.trainer.evaluate(r.samples.runs(r.samples.training+done, n), b)
		if err != nil {
			return 0, err
		}
		total += loss * float64(n)
	}
	return total / float64(max(r.samples.validation, 1)), nil
}

// save writes the checkpoint.
func (r *training) save() error {
	return files.Write(filepath.Join(r.folder, checkpointFile), func(f *files.File) error {
		return writeCheckpoint(f, &r.state, r.trainer)
	})
}

// meter is where the last report ended, and what has happened since.
type meter struct {
	time    time.Time
	batches int
	sum     float64 // losses since
}

// line says how far the training is, with the speed and the loss since the last report.
func (r *training) line(last meter, now time.Time) string {
	s, set := &r.state, &r.state.Settings
	validation := "       -"
	if n := len(s.Superbatches); n > 0 && r.samples.validation > 0 {
		b := &s.Superbatches[n-1]
		validation = fmt.Sprintf("%.6f (score %.6f, result %.6f)", b.Validation, b.Score, b.Result)
	}
	n := s.Batches - last.batches
	return fmt.Sprintf("superbatch %d/%d  batch %d/%d  loss %.6f  validation %s  lr %.2e  %.0f positions/s",
		s.Batches/set.superbatch(), set.Superbatches, s.Batches, set.batches(), last.sum/float64(max(n, 1)), validation,
		set.rate(s.Batches-1), float64(n*set.Batch)/max(now.Sub(last.time).Seconds(), 1e-9))
}
