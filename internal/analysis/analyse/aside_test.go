package analyse

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
)

// without takes a member away from lines of JSON, and what the limits say of it.
func without(t *testing.T, member, text string) string {
	t.Helper()
	var b strings.Builder
	for l := range strings.Lines(text) {
		var m map[string]any
		if err := json.Unmarshal([]byte(l), &m); err != nil {
			t.Fatal(err)
		}
		delete(m, member)
		if limits, ok := m["limits"].(map[string]any); ok {
			delete(limits, member)
			delete(limits, member+"s")
		}
		fmt.Fprintln(&b, m)
	}
	return b.String()
}

// asideGames are games with threats and mistakes.
const asideGames = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n1. e4 e5 2. f3 Nc6 3. Bb5 a6 *\n\n[FEN \"" + backRank + "\"]\n\n1. Rb3 *\n"

// checkAside checks a flag that adds a member to at least so many answers: that it changes no other answer, and that the
// member is the same however the answers come about, also out of a store. Without the
// flag, an interrupted analysis does not continue; refused says why.
func checkAside(t *testing.T, member string, least int, refused string, flag ...string) {
	t.Helper()
	dir := t.TempDir()
	plain := []string{write(t, filepath.Join(dir, "games.pgn"), asideGames), "--nodes", "1500", "--hash", "1", "--no-times", "--as", "json", "--chunk", "3"}
	with := append(plain[:len(plain):len(plain)], flag...)
	bare, _, _ := command(t, "", plain...)
	want, errOut, code := command(t, "", with...)
	if n := strings.Count(want, fmt.Sprintf("%q:{", member)); code != commandline.ExitOK || n < least {
		t.Fatalf("exit code %d, messages %q, %d of %d members in\n%s", code, errOut, n, least, want)
	}
	if without(t, member, want) != without(t, member, bare) {
		t.Error("the other answers depend on it")
	}
	checkAllWays(t, dir, plain, with, want, refused)
}

// checkAllWays checks that an analysis with some flags has the output want whatever the workers and the shards, with a store,
// and after an interruption. Without the flags, the analysis does not continue, nor use the store; refused says why.
func checkAllWays(t *testing.T, dir string, plain, with []string, want, refused string) {
	t.Helper()
	same := func(what, want string, args ...string) {
		t.Helper()
		if out, errOut, code := command(t, "", args...); code != commandline.ExitOK || out != want {
			t.Errorf("%s: exit code %d, messages %q, and another output:\n%s\nwant\n%s", what, code, errOut, out, want)
		}
	}
	same("with workers", want, append(with, "--workers", "3")...)
	file := filepath.Join(dir, "store")
	same("with a new store", want, append(with, "--store", file)...)
	same("with a store that has all", want, append(with, "--store", file)...)
	expect(t, commandline.ExitFailed, refused, append(plain, "--store", file)...)
	out := filepath.Join(dir, "out")
	interrupt(t, 9000, append(with, "--out", out)...)
	expect(t, commandline.ExitFailed, refused, append(plain, "--out", out)...)
	same("continued", "", append(with, "--out", out)...)
	compare(t, "json", testfiles.Text(t, out), want)
	var parts []string
	for i := range 2 {
		part := filepath.Join(dir, fmt.Sprint("part-", i))
		same("a shard", "", append(with, "--as", "results", "--shard", fmt.Sprintf("%d/2", i+1), "--out", part)...)
		parts = append(parts, part)
	}
	merged, _, _ := merge(append(parts, "--as", "json", "--no-times")...)
	compare(t, "json", merged, strings.ReplaceAll(want, "Vertigo another", "Vertigo test"))
}
