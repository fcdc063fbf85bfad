package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"vertigo/internal/system/files"
	"vertigo/internal/system/progress"
)

// Names of the files in the folder of a training.
const (
	CheckpointFile = "checkpoint"
	NetworkFile    = "network.nnue" // quantised, with the card inside
	cardFile       = "card.txt"
	lockFile       = "lock" // empty; who trains in the folder holds it
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
	runs    [][]byte // of the batch at hand
	coming  []int    // numbers of the next batch's runs
	begun   int      // batches that were done when this process began
}

// Progress is how far a training is.
type Progress struct {
	Superbatch, Superbatches int // finished, of
	Batch, Batches           int // done, of the whole training

	Loss               float64 // mean over the batches since the last report
	Validation         float64 // last one, 0 if there is none yet
	Score, Result      float64 // the same against the scores alone and against the results alone
	Rate               float64 // learning rate
	PositionsPerSecond float64 // since the last report
	Left               string  // as progress.Left tells it
}

// Begin starts a training in the folder, which is made if need be. It refuses a folder that has a checkpoint already, and
// one in which another process trains. The first parameters are those of the network or checkpoint at the path from, random
// ones if it is empty. The caller closes the Run, and the samples after it.
func Begin(folder string, samples *Samples, settings Settings, from string, threads int) (*Run, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	return locked(folder, func() (*Run, error) { return start(folder, samples, settings, from, threads) })
}

// locked returns the run that open opens in the folder, in which no other process can train until it is closed.
func locked(folder string, open func() (*Run, error)) (*Run, error) {
	f, err := os.OpenFile(filepath.Join(folder, lockFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := files.Lock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("the training in %s: %w", folder, err), f.Close())
	}
	r, err := open()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.lock = f
	return r, nil
}

func start(folder string, samples *Samples, settings Settings, from string, threads int) (*Run, error) {
	path := filepath.Join(folder, CheckpointFile)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("%s exists: the folder already has a training, which can be resumed", path), err)
	}
	r, err := newRun(folder, samples, settings, threads)
	if err != nil {
		return nil, err
	}
	if from != "" {
		if r.state.Settings.Start, err = r.trainer.startFrom(from, settings.Seed); err != nil {
			return nil, err
		}
	}
	r.state.SamplesPath = absolute(samples.Path())
	r.state.SamplesChecksum = samples.Checksum()
	r.state.Training, r.state.Validation = samples.Training(), samples.Validation()
	return r, nil
}

// Resume continues the training whose checkpoint is in the folder. It opens the samples where they were, or at the given path
// if that is not empty; they must be the same. The caller closes the Run, and its Samples after it.
func Resume(folder, samplesPath string, threads int) (*Run, error) {
	path := filepath.Join(folder, CheckpointFile)
	if _, err := os.Stat(path); err != nil { // before there is a lock in any folder
		return nil, err
	}
	return locked(folder, func() (*Run, error) { return reopen(folder, samplesPath, threads) })
}

// Close lets others train in the folder.
func (r *Run) Close() error { return r.lock.Close() }

func reopen(folder, samplesPath string, threads int) (*Run, error) {
	c, err := readCheckpoint(filepath.Join(folder, CheckpointFile))
	if err != nil {
		return nil, err
	}
	if samplesPath == "" {
		samplesPath = c.state.SamplesPath
	}
	samples, err := OpenSamples(samplesPath)
	if err != nil {
		return nil, err
	}
	r, err := resume(folder, samples, c, threads)
	if err != nil {
		return nil, errors.Join(err, samples.Close())
	}
	return r, nil
}

func resume(folder string, samples *Samples, c *checkpoint, threads int) (*Run, error) {
	if samples.Checksum() != c.state.SamplesChecksum || samples.Training() != c.state.Training ||
		samples.Validation() != c.state.Validation {
		return nil, fmt.Errorf("%s: these are not the samples that the training in %s began with", samples.Path(), folder)
	}
	r, err := newRun(folder, samples, c.state.Settings, threads)
	if err != nil {
		return nil, err
	}
	r.state = c.state
	r.state.SamplesPath = absolute(samples.Path())
	r.begun = r.state.Batches
	return r, c.restore(r.trainer)
}

func newRun(folder string, samples *Samples, settings Settings, threads int) (*Run, error) {
	if samples.Training() < runLength {
		return nil, fmt.Errorf("%s: %d samples for training, at least %d are needed", samples.Path(), samples.Training(), runLength)
	}
	return &Run{
		folder: folder, samples: samples,
		trainer: newTrainer(&settings, availableKernels()[0], max(threads, 1)),
		order:   newOrder(settings.Seed, samples.Training()),
		state:   state{Settings: settings},
	}, nil
}

// absolute returns the absolute path, or path itself if that cannot be determined.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// Samples returns the samples that the training uses.
func (r *Run) Samples() *Samples { return r.samples }

// Settings returns the settings of the training.
func (r *Run) Settings() Settings { return r.state.Settings }

// Kernels returns the name of the instruction set that is used.
func (r *Run) Kernels() string { return r.trainer.kernels.name }

// Done returns how many batches are done, and how many the whole training has.
func (r *Run) Done() (batches, of int) { return r.state.Batches, r.state.Settings.batches() }

// Pace says how often Train reports and saves.
type Pace struct {
	Report     time.Duration  // between reports
	Checkpoint time.Duration  // between checkpoints; they are written after every superbatch, too
	Progress   func(Progress) // called with every report and after every superbatch
}

// Train goes on until the training is complete, or ctx is done: then it writes a checkpoint and returns the context's
// error. The same settings and samples give the same network whether or not the training was interrupted.
//
// The checkpoint is written before the network that belongs to it, so that a network that cannot be written costs nothing
// of the training. If the process is killed in between, a resumption begins by writing the network.
func (r *Run) Train(ctx context.Context, pace Pace) error {
	settings := &r.state.Settings
	m := newMeter(r)
	saved := time.Now()
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
		m.add(loss)
		finished := r.state.Batches%settings.superbatch() == 0
		if finished {
			if err := r.finishSuperbatch(); err != nil {
				return err
			}
		}
		if finished || time.Since(saved) >= pace.Checkpoint {
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
		if finished || time.Since(m.last) >= pace.Report {
			pace.Progress(m.report())
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
	perBatch := settings.Batch / runLength
	if r.coming == nil { // the first batch of this process
		r.coming, r.runs = make([]int, perBatch), make([][]byte, perBatch)
		r.choose(batch)
	}
	for i, run := range r.coming {
		r.runs[i] = r.samples.at(run*runLength, runLength)
	}
	r.choose(batch + 1)
	if batch >= settings.settled() && !r.trainer.settled {
		r.trainer.settle() // once more after a resumption, which changes nothing
	}
	loss, err := r.trainer.train(r.runs, blend{settings.Result, settings.Scale}, batch, settings.rate(batch))
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

// choose finds the runs of a batch and asks the system to read them.
func (r *Run) choose(batch int) {
	for i := range r.coming {
		r.coming[i] = r.order.run(batch*len(r.coming) + i)
		willNeed(r.samples.at(r.coming[i]*runLength, runLength))
	}
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
	validation := losses[0]
	s.History.Superbatches = append(s.History.Superbatches, Superbatch{
		Training: s.SuperSum / float64(s.SuperCount), Validation: validation, Score: losses[1], Result: losses[2],
		Rate: settings.rate(s.Batches - 1),
	})
	if r.samples.Validation() > 0 {
		s.History.Validation = append(s.History.Validation, Point{s.Batches, validation})
	}
	s.SuperSum, s.SuperCount = 0, 0
	return nil
}

// validate returns the loss over the held-out samples, 0 if there are none.
func (r *Run) validate(b blend) (float64, error) {
	total, batch := 0.0, r.state.Settings.Batch
	for done := 0; done < r.samples.Validation(); done += batch {
		n := min(batch, r.samples.Validation()-done)
		loss, err := r.trainer.evaluate(r.heldOut(done, n), b)
		if err != nil {
			return 0, err
		}
		total += loss * float64(n)
	}
	return total / float64(max(r.samples.Validation(), 1)), nil
}

// heldOut returns n held-out samples from number first on as runs.
func (r *Run) heldOut(first, n int) [][]byte {
	var runs [][]byte
	for at := first; at < first+n; at += runLength {
		runs = append(runs, r.samples.at(r.samples.Training()+at, min(runLength, first+n-at)))
	}
	return runs
}

// save writes the checkpoint.
func (r *Run) save() error {
	return files.Write(filepath.Join(r.folder, CheckpointFile), func(f *files.File) error {
		return writeCheckpoint(f, &r.state, r.trainer)
	})
}

// meter measures the speed and the loss between reports.
type meter struct {
	run         *Run
	start, last time.Time
	batches     int // at the last report
	sum         float64
}

func newMeter(r *Run) *meter {
	now := time.Now()
	return &meter{run: r, start: now, last: now, batches: r.state.Batches}
}

func (m *meter) add(loss float64) { m.sum += loss }

func (m *meter) report() Progress {
	s, now := &m.run.state, time.Now()
	settings := &s.Settings
	n := s.Batches - m.batches
	p := Progress{
		Superbatch: s.Batches / settings.superbatch(), Superbatches: settings.Superbatches,
		Batch: s.Batches, Batches: settings.batches(),
		Loss:               m.sum / float64(max(n, 1)),
		Rate:               settings.rate(s.Batches - 1),
		PositionsPerSecond: float64(n*settings.Batch) / max(now.Sub(m.last).Seconds(), 1e-9),
		Left:               progress.Left(now.Sub(m.start), float64(s.Batches-m.run.begun), float64(settings.batches()-m.run.begun)),
	}
	if last := len(s.History.Validation) - 1; last >= 0 {
		p.Validation = s.History.Validation[last].Loss
		latest := &s.History.Superbatches[len(s.History.Superbatches)-1]
		p.Score, p.Result = latest.Score, latest.Result
	}
	m.last, m.batches, m.sum = now, s.Batches, 0
	return p
}
