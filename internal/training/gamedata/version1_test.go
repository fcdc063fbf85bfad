package gamedata_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/training/gamedata"
)

// These files hold the same games of self-play, in which every kind of move occurs.
const (
	version1 = "testdata/version1.games"
	version2 = "testdata/version2.games"
	version4 = "testdata/version4.games"
)

// TestVersions reads the same games from files of all versions and writes them anew, which must give the file of the present
// version.
func TestVersions(t *testing.T) {
	first, second := open(t, version1), open(t, version2)
	games, faults := read(first)
	if len(faults) > 0 || len(games) == 0 {
		t.Fatalf("%d games of version 1, errors %v", len(games), faults)
	}
	for _, path := range []string{version2, version4} {
		if same, faults := read(open(t, path)); len(faults) > 0 || !equalAll(games, same) {
			t.Fatalf("%s: %d games, errors %v; want the %d of version 1", path, len(same), faults, len(games))
		}
	}
	kinds := map[board.MoveFlag]int{}
	for _, g := range games {
		for _, pl := range g.Plies {
			kinds[pl.Move.Flag()]++
		}
	}
	for flag := board.Normal; flag <= board.PromoteQueen; flag++ {
		if kinds[flag] == 0 {
			t.Errorf("there is no move of kind %d", flag)
		}
	}
	want, err := os.ReadFile(version4)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(write(t, first.Info(), games, never))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the games are not written as they were when the format was new")
	}
	if 10*second.Size() > 7*first.Size() {
		t.Errorf("%d bytes in version 2, %d in version 1", second.Size(), first.Size())
	}
}

// TestVersion1Layout reads a file of version 1 made by hand from the description of the format.
func TestVersion1Layout(t *testing.T) {
	want, info := layoutGame()
	compact := want.Start.Compact()
	payload := append([]byte{3 << 1}, compact[:]...) // the ID 3 less 0, zigzag-coded
	payload = append(payload, 2<<2|2)
	payload = binary.LittleEndian.AppendUint16(payload, 12|28<<4|62<<10) // the 13th piece, to e4, +31
	// The e-pawn is the fifth of Black's pieces; -101 against -31 is -70, zigzag-coded 139 = 63 + 76.
	payload = binary.LittleEndian.AppendUint16(payload, 4|36<<4|63<<10)
	payload = append(payload, 76)
	file := layoutFile("VtgGame1", info, payload)
	r, err := gamedata.OpenBytes(file)
	if err != nil {
		t.Fatal(err)
	}
	games, faults := read(r)
	if len(faults) > 0 || len(games) != 1 || !equal(&games[0], &want) || r.Info() != info {
		t.Errorf("%+v, errors %v", games, faults)
	}
	for n := len(file) - len(payload); n < len(file); n++ {
		short := bytes.Clone(file[:n])
		mendChecksums(short)
		r, err := gamedata.OpenBytes(short)
		if err != nil {
			t.Fatal(err)
		}
		if games, faults := read(r); len(games) != 0 || len(faults) != 1 {
			t.Errorf("%d bytes of %d: %d games, errors %v", n, len(file), len(games), faults)
		}
	}
}

// TestMergeVersion1 writes the games of an old file to a new one. Those that are in a new one already are found.
func TestMergeVersion1(t *testing.T) {
	games, _ := read(open(t, version1))
	out := filepath.Join(t.TempDir(), "merged")
	c, err := gamedata.Merge(t.Context(), out, []string{version1, version2, version4})
	if err != nil || c.Games != len(games) || c.Duplicates != 2*len(games) || len(c.Damaged) != 0 {
		t.Fatalf("%+v, error %v; want %d games, each three times", c, err, len(games))
	}
	for i := range games {
		games[i].ID = uint64(i)
	}
	if got, faults := read(open(t, out)); len(faults) > 0 || !equalAll(got, games) {
		t.Errorf("%d games, errors %v", len(got), faults)
	}
	content, err := os.ReadFile(out)
	if err != nil || !strings.HasPrefix(string(content), "VtgGame4") {
		t.Errorf("the file begins with %.8q, error %v", content, err)
	}
}

// TestResumeVersion1: games of two versions must not stand in one file.
func TestResumeVersion1(t *testing.T) {
	content, err := os.ReadFile(version1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old")
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := gamedata.Resume(path); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "version 1") {
		t.Errorf("error %v, want one that names the file and its version", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, content) {
		t.Errorf("the file was changed, error %v", err)
	}
}
