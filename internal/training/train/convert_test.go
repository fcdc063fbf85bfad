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

func TestConvert(t *testing.T) {
	source, games := writeGames(t, 1, 60)
	want := usable(games)
	c := Conversion{Sources: []string{source}, Validation: 0.25, Seed: 7}
	var files [2][]byte
	for i := range files {
		c.Out = filepath.Join(t.TempDir(), "samples")
		reports := 0
		c.Report = func(Converted) { reports++ }
		done, err := Convert(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		if done.Games != 60 || done.HeldOut < 5 || done.HeldOut > 30 || done.DamagedBlocks != 0 || reports != done.Blocks {
			t.Errorf("%+v, %d reports", done, reports)
		}
		s := openSamples(t, c.Out)
		if s.Training() != done.Training() || s.Validation() != done.Validation || done.Positions[gamedata.Kept] != len(want) {
			t.Errorf("%d samples and %d for validation, want %+v", s.Training(), s.Validation(), done)
		}
		if err := s.Verify(); err != nil {
			t.Error(err)
		}
		if !strings.Contains(s.Info(), filepath.Base(source)) || !strings.Contains(s.Info(), "games: 60") {
			t.Errorf("info %q", s.Info())
		}
		got := allSamples(s)
		slices.SortFunc(got, bytes.Compare)
		if !slices.EqualFunc(got, want, bytes.Equal) {
			t.Error("the samples are not those of the games")
		}
		if files[i], err = os.ReadFile(c.Out); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same conversion gives two files")
	}
}

func allSamples(s *Samples) (all [][]byte) {
	for i := range s.Training() + s.Validation() {
		all = append(all, s.at(i, 1))
	}
	return all
}

// TestConvertHoldsOutWholeGames checks that the samples for validation are those of whole games.
func TestConvertHoldsOutWholeGames(t *testing.T) {
	source, games := writeGames(t, 2, 40)
	out := filepath.Join(t.TempDir(), "samples")
	_, err := Convert(context.Background(), Conversion{
		Sources: []string{source}, Out: out, Validation: 0.5, Seed: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	s := openSamples(t, out)
	held := make(map[string]int)
	for i := range s.Validation() {
		held[string(s.at(s.Training()+i, 1))]++
	}
	found := 0
	for i := range games {
		own := usable(games[i : i+1])
		inside := 0
		for _, one := range own {
			if held[string(one)] > 0 {
				inside++
			}
		}
		if inside != 0 && inside != len(own) {
			t.Errorf("game %d has %d of %d positions held out", i, inside, len(own))
		}
		found += inside
	}
	if found != s.Validation() || found == 0 {
		t.Errorf("%d of %d samples for validation are of the games", found, s.Validation())
	}
}

func TestConvertLeavesOutDamage(t *testing.T) {
	source, games := writeGames(t, 3, 21)
	data, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 0x40
	if err := os.WriteFile(source, data, 0o600); err != nil {
		t.Fatal(err)
	}
	var damage []error
	out := filepath.Join(t.TempDir(), "samples")
	done, err := Convert(context.Background(), Conversion{
		Sources: []string{source}, Out: out,
		Damaged: func(err error) { damage = append(damage, err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(damage) != 1 || done.DamagedBlocks != 1 || !strings.Contains(damage[0].Error(), "checksum") {
		t.Errorf("damage %v, %+v", damage, done)
	}
	if all := len(usable(games)); done.Training() >= all || done.Training() < all/4 {
		t.Errorf("%d of %d samples are left", done.Training(), all)
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
			_, err := Convert(try.ctx, Conversion{Sources: try.sources, Out: out})
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
	whole, err := os.ReadFile(s.Path())
	if err != nil {
		t.Fatal(err)
	}
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
			if err := os.WriteFile(path, try.damage(bytes.Clone(whole)), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := OpenSamples(path); err == nil || !strings.Contains(err.Error(), try.want) {
				t.Errorf("error %v", err)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "samples")
	whole[samplesHeaderSize+1000] ^= 1
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := openSamples(t, path).Verify(); err == nil {
		t.Error("a changed sample passes")
	}
}
