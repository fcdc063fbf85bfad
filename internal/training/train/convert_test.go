package train

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/testfiles"
	"vertigo/internal/training/gamedata"
)

// usable returns the samples that the games ought to give, sorted.
func usable(games []gamedata.Game) (samples [][]byte) {
	for i := range games {
		games[i].Positions(func(p *board.Position, ply int, pl gamedata.Ply) bool {
			if gamedata.Judge(p, ply, pl) == gamedata.Kept {
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
func convert(ctx context.Context, c Conversion) (out, log string, err error) {
	var printed, reported bytes.Buffer
	err = Convert(ctx, c, &printed, &reported)
	return printed.String(), reported.String(), err
}

// TestConvert converts the same games twice: the files are equal and have the samples of the games, of which those of whole games
// are for validation.
func TestConvert(t *testing.T) {
	source, games := writeGames(t, 1, 60)
	c := Conversion{Sources: []string{source}, Validation: 0.25, Seed: 7}
	var files [2][]byte
	var s *Samples
	for i := range files {
		c.Out = filepath.Join(t.TempDir(), "samples")
		out, _, err := convert(context.Background(), c)
		if err != nil || !strings.Contains(out, "\n60 games, ") {
			t.Fatalf("%v, %s", err, out)
		}
		s, files[i] = openSamples(t, c.Out), readFile(t, c.Out)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same conversion gives two files")
	}
	if err := s.Verify(); err != nil || !strings.Contains(s.Info, filepath.Base(source)) || !strings.Contains(s.Info, "games: 60") {
		t.Errorf("%v, info %q", err, s.Info)
	}
	var got [][]byte
	held := map[string]bool{}
	for i := range s.Training + s.Validation {
		got = append(got, s.at(i, 1))
		if i >= s.Training {
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
	if found != s.Validation || heldGames < 5 || heldGames > 30 {
		t.Errorf("%d of %d samples for validation are of %d games", found, s.Validation, heldGames)
	}
}

func TestConvertLeavesOutDamage(t *testing.T) {
	source, games := writeGames(t, 3, 21)
	data := readFile(t, source)
	data[len(data)/2] ^= 0x40
	testfiles.Put(t, source, data)
	c := Conversion{Sources: []string{source}, Out: filepath.Join(t.TempDir(), "samples")}
	out, log, err := convert(context.Background(), c)
	if err != nil || strings.Count(log, "\n") != 1 || !strings.Contains(log, "checksum") ||
		!strings.Contains(out, " 1  damaged blocks") {
		t.Fatalf("%v\n%s%s", err, out, log)
	}
	if all, left := len(usable(games)), openSamples(t, c.Out).Training; left >= all || left < all/4 {
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
			_, _, err := convert(try.ctx, Conversion{Sources: try.sources, Out: out})
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
	whole := readFile(t, s.Path)
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
			if _, err := OpenSamples(path); err == nil || !strings.Contains(err.Error(), try.want) {
				t.Errorf("error %v", err)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "samples")
	whole[samplesHeaderSize+1000] ^= 1
	testfiles.Put(t, path, whole)
	if err := openSamples(t, path).Verify(); err == nil {
		t.Error("a changed sample passes")
	}
}
