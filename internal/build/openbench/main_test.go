package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestParseBench(t *testing.T) {
	for out, want := range map[string]bench{
		"1/2: 55 nodes, e2e4 in x\n2/2: 66 nodes, d2d4 in y\n121 nodes 4000 nps\n": {121, 4000},
		"info depth 3 nodes 7 nps 70 time 1\nNodes 1234\r\nNPS 99\r\n":             {1234, 99},
		"99999999999999999999999 nodes 1 nps\n12 nodes 34 nps\ntotal time 5 s\n":   {12, 34},
	} {
		if got, err := parseBench(out); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", out, got, err, want)
		}
	}
	for _, out := range []string{"", "no nodes here", "12 nodes", "34 nps"} {
		if got, err := parseBench(out); err == nil {
			t.Errorf("%q: %+v", out, got)
		}
	}
}

func TestParseGenfens(t *testing.T) {
	out := "info string hello\ninfo string genfens 8/8 w - - 0 1\r\ngenfens x\ninfo string genfens 4k3/8 b - - 1 2\n"
	if got, want := parseGenfens(out), []string{"8/8 w - - 0 1", "4k3/8 b - - 1 2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestParseTunables(t *testing.T) {
	out := "id name x\noption name Hash type spin default 16 min 1 max 99\noption name a type spin default -3 min -5 max 5\r\n" +
		"option name Move Overhead type spin default 1 min 0 max 5\noption name c type check default true\noption name b type spin default 7 min 7 max 9\n"
	got, err := parseTunables(out)
	if want := []tunable{{"a", -3}, {"b", 7}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for _, line := range []string{"default 6 min 1 max 5", "default 0 min 1 max 5", "default 5 min 5 max 5"} {
		if got, err := parseTunables("option name a type spin " + line + "\n"); err == nil {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// TestCopyTree checks the files of a copy and their permissions.
func TestCopyTree(t *testing.T) {
	root, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	files := map[string]bool{
		".git/config": false, "dist/x.zip": false, "a.go": true, ".ci/run": true, "deep/.git/x": true, "deep/dist/y": true,
	}
	for name := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyTree(out, root); err != nil {
		t.Fatal(err)
	}
	for name, kept := range files {
		path := filepath.Join(out, filepath.FromSlash(name))
		data, err := os.ReadFile(path)
		if kept != (err == nil) || kept && string(data) != name {
			t.Errorf("%s: %q, %v", name, data, err)
		}
		if info, err := os.Stat(path); err == nil && info.Mode()&0o111 != 0 {
			t.Errorf("%s: mode %v", name, info.Mode())
		}
	}
}
