package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// command runs the program and returns what it printed and its exit code.
func command(ctx context.Context, args ...string) (out, errOut string, code int) {
	var stdout, stderr bytes.Buffer
	code = cli.Program{Out: &stdout, Err: &stderr, Context: ctx}.Run(tool(), args)
	return stdout.String(), stderr.String(), code
}

// succeed runs the program, which must not fail, and returns what it printed.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	out, errOut, code := command(context.Background(), args...)
	if code != 0 {
		t.Fatalf("train %s: exit code %d\n%s%s", strings.Join(args, " "), code, out, errOut)
	}
	return out
}

// TestFromGamesToNetwork goes the whole way: convert, train, be interrupted, resume, look at the results.
func TestFromGamesToNetwork(t *testing.T) {
	folder := t.TempDir()
	const games = "../gamedata/testdata/version5.games"
	samples, out := filepath.Join(folder, "samples"), filepath.Join(folder, "net")
	text := succeed(t, "convert", "--out", samples, "--validation", "0.1", games, games, games)
	if !strings.Contains(text, "\n36 games") {
		t.Errorf("convert printed %q", text)
	}
	if _, errOut, code := command(context.Background(), "convert", "--out", samples, games); code != 1 ||
		!strings.Contains(errOut, "exists") {
		t.Errorf("convert to a file that exists: exit code %d, %q", code, errOut)
	}
	if text := succeed(t, "info", samples); !strings.Contains(text, "sources: version5.games") {
		t.Errorf("info printed %q", text)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	begin := []string{"run", "--data", samples, "--out", out, "--hidden", "32", "--batch", "512", "--superbatches", "2",
		"--superbatch", "5k", "--warm-up", "2", "--report", "0s"}
	if text, _, code := command(stopped, begin...); code != 130 || !strings.Contains(text, "the same command") {
		t.Fatalf("an interrupted training gives exit code %d and %q", code, text)
	}
	if _, errOut, code := command(context.Background(), append(begin, "--seed", "2")...); code != 1 ||
		!strings.Contains(errOut, "other settings") {
		t.Errorf("a second training in the folder gives exit code %d and %q", code, errOut)
	}
	text = succeed(t, begin...)
	if !strings.Contains(text, "superbatch 2/2  batch 20/20") || !strings.Contains(text, "done in") {
		t.Errorf("the same command printed %q", text)
	}
	data := []byte(testfiles.Text(t, samples))
	data[len(data)-1] ^= 1
	testfiles.Put(t, samples, data)
	if _, errOut, code := command(context.Background(), "info", samples); code != 1 ||
		!strings.Contains(errOut, "checksum is wrong") {
		t.Errorf("info of a damaged file: exit code %d, %q", code, errOut)
	}
	if text := succeed(t, "info", filepath.Join(out, networkFile)); !strings.Contains(text, "network 5632x32x2-8-") ||
		!strings.Contains(text, "games: 36") {
		t.Errorf("info printed %q", text)
	}
}

// TestJudge measures the network in the binary on three positions with a certain outcome.
func TestJudge(t *testing.T) {
	set := filepath.Join(t.TempDir(), "set.csv")
	text := "source,quiet,expected,fen\n" +
		"a,1,1,6k1/5ppp/8/8/8/8/5PPP/QR4K1 w - - 0 1\n" +
		"b,1,0,qr4k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1\n" +
		"b,0,0.5,6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1\n"
	testfiles.Put(t, set, text)
	out := succeed(t, "judge", "--set", set, "../../eval/default.nnue")
	must.Contain(t, out, "default.nnue: 5632x512x2-8-", "\nall                        3  0.0",
		"\nquiet                      2  0.0", "\nb                          2  0.0")
}

func TestWrongArguments(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	for _, try := range []struct {
		args string
		code int
		want string
	}{
		{"", 0, ""},
		{"convert --out y --validation 1 x", 1, "validation"},
		{"convert --out " + missing + " " + missing + "2", 1, "none2"},
		{"run --batch ten", 2, "is not a whole number"},
		{"run --buckets 0", 2, "from 1 to"},
		{"run --superbatches 501", 2, "from 1 to 500"},
		{"run --superbatch 0", 2, "from 1 to"},
		{"run --warm-up -1", 2, "from 0 to"},
		{"run --data " + missing + " --out y", 1, "none"},
		{"ruler --set " + missing + " x", 2, `"engine" not set`},
		{"ruler --set " + missing + " --engine e --per-game 0 x", 2, "from 1 to"},
		{"ruler --set " + missing + " --engine e " + missing + ".pgn", 1, "none.pgn"},
		{"ruler --set main.go --engine " + missing + " ../../testdata/pgn/nepomniachtchi-liren-game1.pgn", 1,
			"main.go: file already exists"},
		{"ruler --set " + missing + " --engine " + missing + "2 ../../testdata/pgn/nepomniachtchi-liren-game1.pgn", 1,
			"none2: no such file"},
		{"judge --set " + missing + " x", 1, "none"},
		{"judge --set main.go x", 1, "main.go"},
		{"info " + missing, 1, "none"},
		{"info main.go", 1, "neither a network nor"},
		{"run --data main.go --out y", 1, "train convert"},
	} {
		_, errOut, code := command(context.Background(), strings.Fields(try.args)...)
		if code != try.code || !strings.Contains(errOut, try.want) {
			t.Errorf("train %s: exit code %d, want %d with %q\n%s", try.args, code, try.code, try.want, errOut)
		}
	}
}
