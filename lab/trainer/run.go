package trainer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"vertigo/eval/nnue"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// Names of the files in the folder of a training.
const (
	checkpointFile = "checkpoint"
	NetworkFile    = "network.nnue" // quantised, with the card inside
	cardFile       = "card.txt"
	lockFile       = "lock" // empty; the process that trains in the folder holds it
)

// Run is the training of one network. Its results are in a folder: a checkpoint from which it can be resumed, and
// after every superbatch the network and its card.
type Run struct {
	folder  string
	lock    *os.File
	samples *Samples
	trainer *trainer
	order   *order
	state   state
}

// Begin starts a training in the folder, which is made if need be. The first parameters are those of the network at the path
// from, random ones if it is empty. If the folder has a training with the same settings and samples, Begin continues
// that one, whatever from says. It refuses other trainings, and a folder in which another process trains. The caller closes the
// Run, and the samples after it.
func Begin(folder string, samples *Samples, settings Settings, from string, threads int) (r *Run, err error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	if samples.Training < runLength {
		return nil, fmt.Errorf("%s: %d samples for training, at least %d are needed", samples.Path, samples.Training, runLength)
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
	run := &Run{
		folder: folder, lock: lock, samples: samples,
		trainer: newTrainer(&settings, availableKernels()[0], max(threads, 1)),
		order:   newOrder(settings.Seed, samples.Training),
		state: state{Settings: settings, SamplesChecksum: samples.Checksum,
			Training: samples.Training, Validation: samples.Validation},
	}
	switch c, failed := readCheckpoint(filepath.Join(folder, checkpointFile)); {
	case failed == nil:
		err = run.resume(c)
	case !errors.Is(failed, fs.ErrNotExist):
		err = failed
	case from != "":
		run.state.Settings.Start, err = run.trainer.startFrom(from, settings.Seed)
	}
	if err != nil {
		return nil, err
	}
	return run, nil
}

// resume goes on from a checkpoint, which must be that of a training with the same settings and samples.
func (r *Run) resume(c *checkpoint) error {
	want := r.state
	want.Settings.Start = c.state.Settings.Start
	if want.Settings != c.state.Settings || want.SamplesChecksum != c.state.SamplesChecksum ||
		want.Training != c.state.Training || want.Validation != c.state.Validation {
		return fmt.Errorf("%s has a training already, with other settings or samples", r.folder)
	}
	r.state = c.state
	return c.restore(r.trainer)
}

// Close lets others train in the folder.
func (r *Run) Close() error { return r.lock.Close() }

// String describes the training and how far it is, in two lines.
func (r *Run) String() string {
	s, set := &r.state, &r.state.Settings
	return fmt.Sprintf("%d of %d batches done, %d samples for training, %d for validation\n"+
		"%d -> 2x%d -> 1, %d buckets, batches of %d, %s on %d threads", s.Batches, set.batches(), s.Training, s.Validation,
		nnue.FeatureCount, set.Hidden, set.Buckets, set.Batch, r.trainer.kernels.name, r.trainer.threads)
}

// checkpointEvery is the time between checkpoints. They are written after every superbatch, too.
const checkpointEvery = 5 * time.Minute

// Train goes on until the training is complete, or ctx is done: then it writes a checkpoint and returns the context's error. It
// prints a line at the given interval and after every superbatch. The same settings and samples give the same network whether or
// not the training was interrupted.
//
// The checkpoint is written before the network that belongs to it, so that a network that cannot be written costs nothing
// of the training. If the process is killed in between, a resumption begins by writing the network.
func (r *Run) Train(ctx context.Context, every time.Duration, out io.Writer) error {
	settings := &r.state.Settings
	begin := time.Now()
	from, saved, last := r.state.Batches, begin, meter{time: begin, batches: r.state.Batches}
	if err := r.enter(); err != nil {
		return err
	}
	for r.state.Batches < settings.batches() {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, r.save())
		}
		loss, err := r.step()
		if err != nil {
			return err
		}
		last.sum += loss
		finished := r.state.Batches%settings.superbatch() == 0
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
			left := cli.Left(now.Sub(begin), float64(batches-from), float64(settings.batches()-from))
			fmt.Fprintln(out, r.line(last, now)+left)
			last = meter{time: now, batches: batches}
		}
	}
	return nil
}

// enter writes the missing files of the folder: the first checkpoint, or the results of a superbatch after which the earlier
// process was killed.
func (r *Run) enter() error {
	switch batches := r.state.Batches; {
	case batches == 0:
		return r.save()
	case batches%r.state.Settings.superbatch() == 0:
		return r.writeNetwork()
	}
	return nil
}

// step trains with the next batch and returns its loss.
func (r *Run) step() (float64, error) {
	settings, batch := &r.state.Settings, r.state.Batches
	runs := make([][]byte, settings.Batch/runLength)
	for i := range runs {
		runs[i] = r.samples.at(r.order.run(batch*len(runs)+i)*runLength, runLength)
	}
	if batch >= settings.settled() && !r.trainer.settled {
		r.trainer.settle() // once more after a resumption, which changes nothing
	}
	loss, err := r.trainer.train(runs, blend{settings.Result, settings.Scale}, batch, settings.rate(batch))
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
func (r *Run) finishSuperbatch() error {
	settings, s := &r.state.Settings, &r.state
	var losses [3]float64 // also by scores and results alone, since the noise of the results hides the rest
	for i, share := range []float64{settings.Result, 0, 1} {
		loss, err := r.validate(blend{share, settings.Scale})
		if err != nil {
			return err
		}
		losses[i] = loss
	}
	s.Superbatches = append(s.Superbatches, Superbatch{
		Training: s.SuperSum / float64(s.SuperCount), Validation: losses[0], Score: losses[1], Result: losses[2],
		Rate: settings.rate(s.Batches - 1),
	})
	s.SuperSum, s.SuperCount = 0, 0
	return nil
}

// validate returns the loss over the held-out samples, 0 if there are none.
func (r *Run) validate(b blend) (float64, error) {
	total, batch := 0.0, r.state.Settings.Batch
	for done := 0; done < r.samples.Validation; done += batch {
		n := min(batch, r.samples.Validation-done)
		loss, err := r.trainer.evaluate(r.samples.runs(r.samples.Training+done, n), b)
		if err != nil {
			return 0, err
		}
		total += loss * float64(n)
	}
	return total / float64(max(r.samples.Validation, 1)), nil
}

// save writes the checkpoint.
func (r *Run) save() error {
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
func (r *Run) line(last meter, now time.Time) string {
	s, settings := &r.state, &r.state.Settings
	validation := "       -"
	if n := len(s.Superbatches); n > 0 && r.samples.Validation > 0 {
		b := &s.Superbatches[n-1]
		validation = fmt.Sprintf("%.6f (score %.6f, result %.6f)", b.Validation, b.Score, b.Result)
	}
	n := s.Batches - last.batches
	return fmt.Sprintf("superbatch %d/%d  batch %d/%d  loss %.6f  validation %s  lr %.2e  %.0f positions/s",
		s.Batches/settings.superbatch(), settings.Superbatches, s.Batches, settings.batches(), last.sum/float64(max(n, 1)), validation,
		settings.rate(s.Batches-1), float64(n*settings.Batch)/max(now.Sub(last.time).Seconds(), 1e-9))
}
