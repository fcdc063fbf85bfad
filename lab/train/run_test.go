package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/lab/gamedata"
	"vertigo/movegen"
)

func readFile(tb testing.TB, path ...string) []byte {
	tb.Helper()
	return []byte(testfiles.Text(tb, filepath.Join(path...)))
}

// TestTrainingLearns trains a tiny network: both losses must fall, and the files must be there and fit each other.
func TestTrainingLearns(t *testing.T) {
	samples := makeSamples(t, 1, 600)
	folder := filepath.Join(t.TempDir(), "a", "b")
	settings := tinySettings()
	r := must.Get(begin(folder, samples, settings, "", 2))(t)
	defer r.close()
	before := must.Get(r.validate(blend{r.state.Settings.Result, r.state.Settings.Scale}))(t)
	var out bytes.Buffer
	must.Do(t, r.train(context.Background(), 0, &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	last := lines[len(lines)-1]
	curve := r.state.Superbatches
	want := fmt.Sprintf(`^superbatch 4/4  batch 80/80  loss 0\.\d{6}  validation %.6f \(score %.6f, result %.6f\)  lr 1\.00e-04  `+
		`\d+ positions/s, 0 s left$`, curve[3].Validation, curve[3].Score, curve[3].Result)
	if len(lines) != settings.batches() || !regexp.MustCompile(want).MatchString(last) ||
		!strings.Contains(lines[0], "validation        -") {
		t.Errorf("%d lines, the first and the last:\n%s\n%s", len(lines), lines[0], last)
	}
	if first := curve[0].Training; !(curve[3].Training < first/2) {
		t.Errorf("the training loss went from %g to %g", first, curve[3].Training)
	}
	if !(curve[3].Validation < before*3/4) { // less than that of the samples learned from, which are few for so many inputs
		t.Errorf("the validation loss went from %g to %g", before, curve[3].Validation)
	}
	file := readFile(t, folder, networkFile)
	n := must.Get(nnue.Read(bytes.NewReader(file)))(t)
	card := string(readFile(t, folder, cardFile))
	if n.Hidden != 32 || n.Buckets != 3 || !strings.HasSuffix(card, n.Info) {
		t.Errorf("%d neurons, %d buckets, card %q", n.Hidden, n.Buckets, n.Info)
	}
	must.Contain(t, card, samples.info, "80 of 80 batches", "file: network.nnue", "         4  ")
}

// TestResume interrupts a training at several places, resumes it with other numbers of threads, and expects the very network,
// curve and parameters of an uninterrupted one. Then it is killed in several ways.
func TestResume(t *testing.T) {
	samples := makeSamples(t, 2, 60)
	settings := tinySettings()
	begin := func(folder string, threads int) *training {
		t.Helper()
		return must.Get(begin(folder, samples, settings, "", threads))(t)
	}
	finish := func(folder string) {
		t.Helper()
		r := begin(folder, 2)
		must.Do(t, errors.Join(r.train(context.Background(), 0, io.Discard), r.close()))
	}
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	finish(whole)
	compare := func(how string) {
		t.Helper()
		for _, name := range []string{networkFile, cardFile, checkpointFile} {
			if !bytes.Equal(readFile(t, whole, name), readFile(t, parts, name)) {
				t.Errorf("%s: %s differs from that of an uninterrupted training", how, name)
			}
		}
	}
	r := begin(parts, 1)
	if err := errors.Join(r.enter(), r.close()); err != nil { // killed before the first batch
		t.Fatal(err)
	}
	for _, stop := range []int{1, 19, 20, 47, 79} {
		r := begin(parts, 1+stop%3)
		ctx, cancel := context.WithCancel(context.Background())
		err := r.train(ctx, 0, writerFunc(func(line string) {
			if strings.Contains(line, fmt.Sprintf("  batch %d/", stop)) {
				cancel()
			}
		}))
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("an interrupted training returned %v", err)
		}
		if want := fmt.Sprintf("%d of 80 batches done, ", stop); !strings.HasPrefix(r.String(), want) {
			t.Fatalf("%s; interrupted at %d", r, stop)
		}
		must.Do(t, r.close())
	}
	old := readFile(t, parts, checkpointFile)
	finish(parts)
	compare("interrupted")
	for name, content := range map[string][]byte{checkpointFile: old, checkpointFile + ".part": old[:len(old)/2], networkFile: nil} {
		testfiles.Put(t, filepath.Join(parts, name), content)
	}
	finish(parts)
	compare("an older checkpoint, and half of a new one")
	must.Do(t, os.Remove(filepath.Join(parts, networkFile)))
	finish(parts)
	compare("a checkpoint without its network")
}

// writerFunc sees each line that is written.
type writerFunc func(line string)

func (f writerFunc) Write(p []byte) (int, error) {
	f(string(p))
	return len(p), nil
}

func TestBeginRefuses(t *testing.T) {
	samples, others := makeSamples(t, 4, 20), makeSamples(t, 5, 20)
	folder := t.TempDir()
	settings := tinySettings()
	settings.Superbatches, settings.SuperbatchSize = 1, settings.Batch
	r := must.Get(begin(folder, samples, settings, "", 1))(t)
	must.Do(t, r.train(context.Background(), 0, io.Discard))
	if _, err := begin(folder, samples, settings, "", 1); !errors.Is(err, files.ErrHeld) {
		t.Errorf("two trainings in one folder: %v", err)
	}
	must.Do(t, r.close())
	slower := settings
	slower.Rate /= 2
	_, err := begin(folder, samples, slower, "", 1)
	must.Fail(t, err, "other settings or samples")
	_, err = begin(folder, others, settings, "", 1)
	must.Fail(t, err, "other settings or samples")
	path := filepath.Join(folder, checkpointFile)
	whole := readFile(t, path)
	for _, at := range []int{0, 9, 40, len(whole) / 2, len(whole) - 1} {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x20
		_, err := decodeCheckpoint(damaged)
		must.Fail(t, err, "", at)
	}
	for _, n := range []int{0, 5, 12, 19, 100, len(whole) - 1} {
		_, err := decodeCheckpoint(whole[:n])
		must.Fail(t, err, "", n)
	}
}

func TestSettingsValidate(t *testing.T) {
	good := defaultSettings()
	must.Do(t, good.validate())
	for name, spoil := range map[string]func(s *settings){
		"hidden":    func(s *settings) { s.Hidden = 48 },
		"batch":     func(s *settings) { s.Batch = 1000 },
		"rate":      func(s *settings) { s.Rate = math.NaN() },
		"end share": func(s *settings) { s.EndShare = 1.1 },
		"decay":     func(s *settings) { s.Decay = -1 },
		"settle":    func(s *settings) { s.Settle = 1.1 },
		"result":    func(s *settings) { s.Result = 1.5 },
		"scale":     func(s *settings) { s.Scale = math.Inf(1) },
	} {
		s := good
		spoil(&s)
		must.Fail(t, s.validate(), "", name, s)
	}
}

func TestSchedule(t *testing.T) {
	s := defaultSettings()
	s.Superbatches, s.SuperbatchSize, s.WarmUp = 10, 100*s.Batch, 50
	if s.batches() != 1000 {
		t.Fatalf("%d batches", s.batches())
	}
	for batch, want := range map[int]float64{0: 1e-3 / 50, 24: 5e-4, 49: 1e-3, 50: 1e-3, 999: 1e-5} {
		if got := s.rate(batch); math.Abs(got-want) > 1e-12 {
			t.Errorf("the rate of batch %d is %g, want %g", batch, got, want)
		}
	}
	faster := s
	faster.Rate *= 20
	if got := faster.rate(999); math.Abs(got-20*s.rate(999)) > 1e-12 { // the rate falls by as much from any height
		t.Errorf("with a rate of %g, the last one is %g", faster.Rate, got)
	}
	for batch := 51; batch < 1000; batch++ {
		if s.rate(batch) >= s.rate(batch-1) {
			t.Fatalf("the rate rises at batch %d", batch)
		}
	}
	for hidden, want := range map[int]int{32: 16, 128: 8, 256: 4, 1024: 4} {
		s.Hidden = hidden
		must.Equal(t, s.slices(), want, hidden)
	}
	for batch, want := range map[int]int{256: 1, 512: 2, 768: 1, 12 * 256: 4} {
		s.Hidden, s.Batch = 128, batch
		must.Equal(t, s.slices(), want, batch)
	}
}

// materialGame returns a random game in which every score is the balance of material, and the side ahead at the end
// wins: something a small network can learn.
func materialGame(rng *rand.Rand, id uint64) gamedata.Game {
	g := gamedata.Game{ID: id, Start: playout.Start(rng), Result: gamedata.Draw}
	p := g.Start
	for range 60 + rng.IntN(80) {
		list := movegen.LegalMoves(&p)
		if len(list) == 0 {
			break
		}
		m := playout.Pick(rng, list)
		g.Plies = append(g.Plies, gamedata.Ply{Move: m, Score: gamedata.ClampScore(balance(&p))})
		p = p.After(m)
	}
	switch score := balance(&p) * (1 - 2*int(p.Turn())); {
	case score > 200:
		g.Result = gamedata.WhiteWins
	case score < -200:
		g.Result = gamedata.BlackWins
	}
	return g
}

// balance returns the balance of material for the side to move in centipawns.
func balance(p *board.Position) int {
	score := 0
	for t, value := range []int{100, 300, 310, 500, 900, 0} {
		ours := p.Pieces(p.Turn(), board.PieceType(t)).Count()
		theirs := p.Pieces(p.Turn().Other(), board.PieceType(t)).Count()
		score += (ours - theirs) * value
	}
	return score
}

// writeGames writes n games to a file with several blocks.
func writeGames(tb testing.TB, seed uint64, n int) (path string, games []gamedata.Game) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	path = filepath.Join(tb.TempDir(), "games")
	w, _, err := gamedata.OpenWriter(path, "games of chance", nil)
	must.Do(tb, err)
	for i := range n {
		games = append(games, materialGame(rng, uint64(i)))
		must.Do(tb, w.Append(&games[i]))
		if i%7 == 6 {
			must.Do(tb, w.Flush())
		}
	}
	must.Do(tb, w.Close())
	return path, games
}

// makeSamples returns the samples of some games, a tenth of which is held out.
func makeSamples(tb testing.TB, seed uint64, games int) *sampleFile {
	tb.Helper()
	source, _ := writeGames(tb, seed, games)
	out := filepath.Join(tb.TempDir(), "samples")
	c := conversion{sources: []string{source}, out: out, validation: 0.1, seed: seed}
	must.Do(tb, c.run(context.Background(), io.Discard, io.Discard))
	return mustOpen(tb, out)
}

func mustOpen(tb testing.TB, path string) *sampleFile {
	tb.Helper()
	s := must.Get(openSamples(path))(tb)
	tb.Cleanup(func() {
		if err := s.close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// randomRuns returns n runs of samples of random positions with random scores and results.
func randomRuns(seed uint64, n int) [][]byte {
	rng := rand.New(rand.NewPCG(seed, 4))
	var all []byte
	for p := range playout.Positions(seed, n*runLength) {
		one := newSample(p, int16(rng.NormFloat64()*300), rng.IntN(3))
		all = append(all, one[:]...)
	}
	var runs [][]byte
	for at := 0; at < len(all); at += runLength * sampleSize {
		runs = append(runs, all[at:][:runLength*sampleSize])
	}
	return runs
}
