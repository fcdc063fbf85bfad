package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/lab/gamedata"
)

// usable returns the samples that the games ought to give, sorted.
func usable(games []gamedata.Game) (samples [][]byte) {
	for i := range games {
		games[i].Judged(func(p *board.Position, pl gamedata.Ply, why gamedata.Reason) bool {
			if why == gamedata.Kept {
				one := newSample(p, bareScore(p, pl.Score), int(games[i].Result))
				samples = append(samples, one[:])
			}
			return true
		})
	}
	slices.SortFunc(samples, bytes.Compare)
	return samples
}

// convert converts a file of games and returns what was printed and reported.
func convert(ctx context.Context, c conversion) (out, log string, err error) {
	var printed, reported bytes.Buffer
	err = c.run(ctx, &printed, &reported)
	return printed.String(), reported.String(), err
}

// TestConvert converts the same games twice: the files are equal and have the samples of the games, of which those of whole games
// are for validation.
func TestConvert(t *testing.T) {
	source, games := writeGames(t, 1, 60)
	c := conversion{sources: []string{source}, validation: 0.25, seed: 7}
	var files [2][]byte
	var s *sampleFile
	for i := range files {
		c.out = filepath.Join(t.TempDir(), "samples")
		out, _, err := convert(context.Background(), c)
		if err != nil || !strings.Contains(out, "\n60 games, ") {
			t.Fatalf("%v, %s", err, out)
		}
		s, files[i] = mustOpen(t, c.out), readFile(t, c.out)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same conversion gives two files")
	}
	if err := s.verify(); err != nil || !strings.Contains(s.info, filepath.Base(source)) || !strings.Contains(s.info, "games: 60") {
		t.Errorf("%v, info %q", err, s.info)
	}
	var got [][]byte
	held := map[string]bool{}
	for i := range s.training + s.validation {
		got = append(got, s.at(i, 1))
		if i >= s.training {
			held[string(s.at(i, 1))] = true
		}
	}
	slices.SortFunc(got, bytes.Compare)
	if !slices.EqualFunc(got, usable(games), bytes.Equal) {
		t.Error("the samples are not those of the games")
	}
	found, heldGames := 0, 0
	for i := range games {
		own := usable(games[i : i+1])
		inside := 0
		for _, one := range own {
			if held[string(one)] {
				inside++
			}
		}
		if inside != 0 && inside != len(own) {
			t.Errorf("game %d has %d of %d positions held out", i, inside, len(own))
		}
		if found += inside; inside > 0 {
			heldGames++
		}
	}
	if found != s.validation || heldGames < 5 || heldGames > 30 {
		t.Errorf("%d of %d samples for validation are of %d games", found, s.validation, heldGames)
	}
}

func TestConvertLeavesOutDamage(t *testing.T) {
	source, games := writeGames(t, 3, 21)
	data := readFile(t, source)
	data[len(data)/2] ^= 0x40
	testfiles.Put(t, source, data)
	c := conversion{sources: []string{source}, out: filepath.Join(t.TempDir(), "samples")}
	out, log, err := convert(context.Background(), c)
	if err != nil || strings.Count(log, "\n") != 1 || !strings.Contains(log, "checksum") ||
		!strings.Contains(out, " 1  damaged blocks") {
		t.Fatalf("%v\n%s%s", err, out, log)
	}
	if all, left := len(usable(games)), mustOpen(t, c.out).training; left >= all || left < all/4 {
		t.Errorf("%d of %d samples are left", left, all)
	}
}

func TestConvertFails(t *testing.T) {
	source, _ := writeGames(t, 4, 5)
	empty, _ := writeGames(t, 4, 0)
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	for name, try := range map[string]struct {
		ctx     context.Context
		sources []string
		want    string
	}{
		"missing":   {context.Background(), []string{source, filepath.Join(t.TempDir(), "none")}, "none"},
		"no games":  {context.Background(), []string{empty}, "no usable position"},
		"cancelled": {stopped, []string{source}, "canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			out := filepath.Join(folder, "samples")
			_, _, err := convert(try.ctx, conversion{sources: try.sources, out: out})
			if err == nil || !strings.Contains(err.Error(), try.want) {
				t.Errorf("error %v", err)
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
				t.Errorf("%d files are left behind (%v)", len(left), err)
			}
		})
	}
}

// TestOpenSamplesRefuses tries files of samples that are damaged in several ways.
func TestOpenSamplesRefuses(t *testing.T) {
	s := makeSamples(t, 5, 10)
	whole := readFile(t, s.path)
	for name, try := range map[string]struct {
		damage func(b []byte) []byte
		want   string
	}{
		"empty":      {func([]byte) []byte { return nil }, "not a file of samples"},
		"magic":      {func(b []byte) []byte { b[7] = '9'; return b }, "not a file of samples"},
		"header":     {func(b []byte) []byte { return b[:100] }, "cut off"},
		"count":      {func(b []byte) []byte { b[8]++; return b }, "damaged"},
		"text":       {func(b []byte) []byte { b[40] ^= 1; return b }, "damaged"},
		"truncated":  {func(b []byte) []byte { return b[:len(b)-1] }, "its header says"},
		"surplus":    {func(b []byte) []byte { return append(b, 0) }, "its header says"},
		"unfinished": {func(b []byte) []byte { clear(b[:samplesHeaderSize]); return b }, "not a file of samples"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "samples")
			testfiles.Put(t, path, try.damage(bytes.Clone(whole)))
			if _, err := openSamples(path); err == nil || !strings.Contains(err.Error(), try.want) {
				t.Errorf("error %v", err)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "samples")
	whole[samplesHeaderSize+1000] ^= 1
	testfiles.Put(t, path, whole)
	must.Fail(t, mustOpen(t, path).verify(), "", "a changed sample passes")
}

// TestSampleFeatures checks that a sample has the features that the position has from both perspectives, and keeps its
// score and result from the side to move's point of view.
func TestSampleFeatures(t *testing.T) {
	tables := newFeatureTables()
	n := 0
	for p := range playout.Positions(5, 20000) {
		us, them := p.Turn(), p.Turn().Other()
		var want []uint32
		traits := nnue.TraitsOf(p)
		for s := range p.Occupied().All() {
			pc, class := p.At(s), traits.Class(s)
			want = append(want, packFeatures(nnue.Feature(us, p.King(us), pc, s, class),
				nnue.Feature(them, p.King(them), pc, s, class)))
		}
		n++
		one := newSample(p, int16(n-10000), n%3)
		if one.pieces() != len(want) {
			t.Fatalf("%s: %d pieces", p.FEN(), one.pieces())
		}
		got := make([]uint32, one.pieces())
		tables.features(&one, got)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: features %x, want %x", p.FEN(), got, want)
		}
		result := float64(n%3) / 2
		if us == board.Black {
			result = 1 - result
		}
		if one.score() != n-10000 || one.result() != result {
			t.Fatalf("%s: score %d and result %g, want %d and %g", p.FEN(), one.score(), one.result(), n-10000, result)
		}
	}
	if n != 20000 {
		t.Fatalf("%d positions", n)
	}
}

// shuffled puts the samples 0..n-1 through a shuffler and returns their numbers in the order in which they come out.
func shuffled(tb testing.TB, seed uint64, n int) (order []uint32, spilled bool) {
	tb.Helper()
	folder := tb.TempDir()
	s := newShuffler(seed, folder)
	for i := range n {
		var one sample
		binary.LittleEndian.PutUint32(one[:], uint32(i))
		must.Do(tb, s.add(&one))
	}
	spilled = s.spools[0].file != nil
	var out bytes.Buffer
	must.Do(tb, s.emit(&out))
	must.Do(tb, s.close())
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		tb.Errorf("%d files are left behind (%v)", len(left), err)
	}
	for at := 0; at < out.Len(); at += sampleSize {
		order = append(order, binary.LittleEndian.Uint32(out.Bytes()[at:]))
	}
	return order, spilled
}

// TestShuffler checks that everything comes out exactly once and far from where it was, with and without temporary
// files, the same for the same seed.
func TestShuffler(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 700_000} {
		order, spilled := shuffled(t, 1, n)
		if len(order) != n || spilled != (n == 700_000) {
			t.Fatalf("%d of %d samples, temporary files %v", len(order), n, spilled)
		}
		seen := make([]bool, n)
		var moved, product float64
		for at, i := range order {
			if seen[i] {
				t.Fatalf("sample %d comes twice", i)
			}
			seen[i] = true
			moved += math.Abs(float64(at) - float64(i))
			product += (float64(at)/float64(n) - 0.5) * (float64(i)/float64(n) - 0.5)
		}
		if n < 1000 {
			continue
		}
		// In a random order the mean distance is a third of the length, and the correlation about 1/sqrt(n).
		if mean := moved / float64(n) / float64(n); math.Abs(mean-1./3) > 0.03 {
			t.Errorf("%d samples move by %.3f of the length on average", n, mean)
		}
		if correlation := product / float64(n) * 12; math.Abs(correlation) > 5/math.Sqrt(float64(n)) {
			t.Errorf("%d samples: correlation %.4f with the order in which they came", n, correlation)
		}
		again, _ := shuffled(t, 1, n)
		other, _ := shuffled(t, 2, n)
		same := 0
		for i := range order {
			if order[i] != again[i] {
				t.Fatalf("%d samples: the same seed gives another order", n)
			}
			if order[i] == other[i] {
				same++
			}
		}
		if same > n/100 {
			t.Errorf("%d samples: %d are at the same place with another seed", n, same)
		}
	}
}

// TestOrder checks that every epoch has all runs, each in its own order, and that the order does not depend on where
// one begins.
func TestOrder(t *testing.T) {
	const samples = 50*runLength + 17
	o := newOrder(9, samples)
	var epochs [3][50]int
	for k := range 150 {
		epochs[k/50][k%50] = o.run(k)
	}
	for e, epoch := range epochs {
		var seen [50]bool
		for _, run := range epoch {
			if run < 0 || run >= 50 || seen[run] {
				t.Fatalf("epoch %d: run %d", e, run)
			}
			seen[run] = true
		}
		if e > 0 && epoch == epochs[e-1] {
			t.Errorf("epoch %d has the order of the one before", e)
		}
	}
	for _, k := range []int{149, 3, 77} {
		must.Equal(t, newOrder(9, samples).run(k), epochs[k/50][k%50], k)
	}
}
