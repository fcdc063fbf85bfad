package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
)

func silent(Progress) {}

func readFile(tb testing.TB, path ...string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// TestTrainingLearns trains a tiny network: both losses must fall, and the files must be there and fit each other.
func TestTrainingLearns(t *testing.T) {
	samples := makeSamples(t, 1, 600)
	folder := filepath.Join(t.TempDir(), "a", "b")
	settings := tinySettings()
	r, err := Begin(folder, samples, settings, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	before, err := r.validate(blend{r.state.Settings.Result, r.state.Settings.Scale})
	if err != nil {
		t.Fatal(err)
	}
	var reports []Progress
	if err := r.Train(context.Background(), 0, func(p Progress) { reports = append(reports, p) }); err != nil {
		t.Fatal(err)
	}
	last := reports[len(reports)-1]
	if len(reports) != settings.batches() || last.Batch != 80 || last.Superbatch != 4 || last.Left != ", 0 s left" ||
		last.PositionsPerSecond <= 0 {
		t.Errorf("%d reports, the last %+v", len(reports), last)
	}
	if first := reports[0].Loss; !(last.Loss < first/2) {
		t.Errorf("the training loss went from %g to %g", first, last.Loss)
	}
	if !(last.Validation < before*3/4) { // less than that of the samples learned from, which are few for so many inputs
		t.Errorf("the validation loss went from %g to %g", before, last.Validation)
	}
	file := readFile(t, folder, NetworkFile)
	n, err := nnue.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	card := string(readFile(t, folder, cardFile))
	if n.Hidden != 32 || n.Buckets != 3 || !strings.HasSuffix(card, n.Info) {
		t.Errorf("%d neurons, %d buckets, card %q", n.Hidden, n.Buckets, n.Info)
	}
	for _, want := range []string{samples.Info(), "80 of 80 batches", "file: network.nnue", "         4  "} {
		if !strings.Contains(card, want) {
			t.Errorf("the card lacks %q:\n%s", want, card)
		}
	}
	if text, err := DescribeCheckpoint(filepath.Join(folder, CheckpointFile)); err != nil || !strings.Contains(text, "80 of 80") {
		t.Errorf("%q, %v", text, err)
	}
}

// TestResume interrupts a training at several places, resumes it with other numbers of threads, and expects the very
// network, curve and parameters of an uninterrupted one.
func TestResume(t *testing.T) {
	samples := makeSamples(t, 2, 60)
	settings := tinySettings()
	whole := filepath.Join(t.TempDir(), "whole")
	r, err := Begin(whole, samples, settings, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Train(context.Background(), 0, silent); err != nil {
		t.Fatal(err)
	}
	parts := filepath.Join(t.TempDir(), "parts")
	if r, err = Begin(parts, samples, settings, "", 1); err != nil {
		t.Fatal(err)
	}
	for _, stop := range []int{1, 19, 20, 47, 79} {
		trainUntil(t, r, stop)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if r, err = Begin(parts, samples, settings, "", 1+stop%3); err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if done, _ := r.Done(); done != stop {
			t.Fatalf("resumed at batch %d, interrupted at %d", done, stop)
		}
	}
	if err := r.Train(context.Background(), 0, silent); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{NetworkFile, cardFile, CheckpointFile} {
		if !bytes.Equal(readFile(t, whole, name), readFile(t, parts, name)) {
			t.Errorf("%s differs from that of an uninterrupted training", name)
		}
	}
}

// trainUntil trains until the given number of batches is done and is then interrupted.
func trainUntil(t *testing.T, r *Run, batches int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	err := r.Train(ctx, 0, func(p Progress) {
		if p.Batch == batches {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupted training returned %v", err)
	}
}

// resumeAndFinish goes on with the training in the folder to its end.
func resumeAndFinish(t *testing.T, folder string, samples *Samples) {
	t.Helper()
	r, err := Begin(folder, samples, tinySettings(), "", 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Train(context.Background(), 0, silent), r.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestResumeAfterKill goes on from a checkpoint that is older than the other files, as a killed training leaves it, with
// half a new checkpoint beside it.
func TestResumeAfterKill(t *testing.T) {
	samples := makeSamples(t, 3, 60)
	folder := t.TempDir()
	settings := tinySettings()
	r, err := Begin(folder, samples, settings, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	trainUntil(t, r, 30)
	old := readFile(t, folder, CheckpointFile)
	if err := r.Train(context.Background(), 0, silent); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	want := readFile(t, folder, NetworkFile)
	for name, content := range map[string][]byte{CheckpointFile: old, CheckpointFile + ".part": old[:len(old)/2], NetworkFile: nil} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	resumeAndFinish(t, folder, samples)
	if !bytes.Equal(readFile(t, folder, NetworkFile), want) {
		t.Error("the network differs from that of an uninterrupted training")
	}
}

// TestResumeFromTheFirstBatchOn resumes a training that was killed before its first batch, and one that was killed when the
// last checkpoint was written but not the network that belongs to it.
func TestResumeFromTheFirstBatchOn(t *testing.T) {
	samples := makeSamples(t, 3, 60)
	folder := t.TempDir()
	r, err := Begin(folder, samples, tinySettings(), "", 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.enter(); err != nil { // all that Train does before the first batch
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	resumeAndFinish(t, folder, samples)
	want := readFile(t, folder, NetworkFile)
	if err := os.Remove(filepath.Join(folder, NetworkFile)); err != nil {
		t.Fatal(err)
	}
	resumeAndFinish(t, folder, samples)
	if !bytes.Equal(readFile(t, folder, NetworkFile), want) {
		t.Error("the network was not written again as it was")
	}
}

func TestBeginRefuses(t *testing.T) {
	samples, others := makeSamples(t, 4, 20), makeSamples(t, 5, 20)
	folder := t.TempDir()
	settings := tinySettings()
	settings.Superbatches, settings.SuperbatchSize = 1, settings.Batch
	r, err := Begin(folder, samples, settings, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Train(context.Background(), 0, silent); err != nil {
		t.Fatal(err)
	}
	if _, err := Begin(folder, samples, settings, "", 1); !errors.Is(err, files.ErrHeld) {
		t.Errorf("two trainings in one folder: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	slower := settings
	slower.Rate /= 2
	if _, err := Begin(folder, samples, slower, "", 1); err == nil || !strings.Contains(err.Error(), "other settings or samples") {
		t.Errorf("continued with other settings: %v", err)
	}
	if _, err := Begin(folder, others, settings, "", 1); err == nil || !strings.Contains(err.Error(), "other settings or samples") {
		t.Errorf("continued with other samples: %v", err)
	}
	path := filepath.Join(folder, CheckpointFile)
	whole := readFile(t, path)
	for _, at := range []int{0, 9, 40, len(whole) / 2, len(whole) - 1} {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x20
		if _, err := decodeCheckpoint(damaged); err == nil {
			t.Errorf("a checkpoint with byte %d changed was taken", at)
		}
	}
	for _, n := range []int{0, 5, 12, 19, 100, len(whole) - 1} {
		if _, err := decodeCheckpoint(whole[:n]); err == nil {
			t.Errorf("the first %d bytes of a checkpoint were taken", n)
		}
	}
}

func TestSettingsValidate(t *testing.T) {
	good := DefaultSettings()
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(s *Settings){
		"hidden":       func(s *Settings) { s.Hidden = 48 },
		"buckets":      func(s *Settings) { s.Buckets = 0 },
		"batch":        func(s *Settings) { s.Batch = 1000 },
		"superbatches": func(s *Settings) { s.Superbatches = 0 },
		"superbatch":   func(s *Settings) { s.SuperbatchSize = 0 },
		"rate":         func(s *Settings) { s.Rate = math.NaN() },
		"floor":        func(s *Settings) { s.Floor = 2 * s.Rate },
		"warm-up":      func(s *Settings) { s.WarmUp = -1 },
		"decay":        func(s *Settings) { s.Decay = -1 },
		"settle":       func(s *Settings) { s.Settle = 1.1 },
		"result":       func(s *Settings) { s.Result = 1.5 },
		"scale":        func(s *Settings) { s.Scale = math.Inf(1) },
	} {
		s := good
		spoil(&s)
		if err := s.Validate(); err == nil {
			t.Errorf("%s: %+v is accepted", name, s)
		}
	}
}

func TestSchedule(t *testing.T) {
	s := DefaultSettings()
	s.Superbatches, s.SuperbatchSize, s.WarmUp = 10, 100*s.Batch, 50
	if s.batches() != 1000 {
		t.Fatalf("%d batches", s.batches())
	}
	for batch, want := range map[int]float64{0: 1e-3 / 50, 24: 5e-4, 49: 1e-3, 50: 1e-3, 999: 1e-5} {
		if got := s.rate(batch); math.Abs(got-want) > 1e-12 {
			t.Errorf("the rate of batch %d is %g, want %g", batch, got, want)
		}
	}
	for batch := 51; batch < 1000; batch++ {
		if s.rate(batch) >= s.rate(batch-1) {
			t.Fatalf("the rate rises at batch %d", batch)
		}
	}
	for hidden, want := range map[int]int{32: 16, 128: 8, 256: 4, 1024: 4} {
		s.Hidden = hidden
		if got := s.slices(); got != want {
			t.Errorf("%d slices for %d neurons, want %d", got, hidden, want)
		}
	}
	for batch, want := range map[int]int{256: 1, 512: 2, 768: 1, 12 * 256: 4} {
		s.Hidden, s.Batch = 128, batch
		if got := s.slices(); got != want {
			t.Errorf("%d slices for batches of %d, want %d", got, batch, want)
		}
	}
}
