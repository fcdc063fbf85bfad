package analyse

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/testfiles"
)

func TestParseShard(t *testing.T) {
	array := func(id, count, first, last string) map[string]string {
		const p = "SLURM_ARRAY_TASK_"
		return map[string]string{p + "ID": id, p + "COUNT": count, p + "MIN": first, p + "MAX": last}
	}
	job := map[string]string{"JOB_COMPLETION_INDEX": "3"}
	for _, test := range []struct {
		text      string
		variables map[string]string
		want      string // shard or part of the error
	}{
		{"1/1", nil, "1/1"},
		{"3/8", array("0", "9", "0", "8"), "3/8"},
		{"auto", array("0", "4", "0", "3"), "1/4"},
		{"auto", array("4", "4", "1", "4"), "4/4"},
		{"auto/8", array("5", "1", "5", "5"), "6/8"}, // one task of an array submitted once more
		{"auto/8", job, "4/8"},
		{"auto", job, "use auto/N"},
		{"auto", nil, "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set"},
		{"auto/4", array("4", "4", "1", "4"), `SLURM_ARRAY_TASK_ID is "4", not a whole number from 0 to 3`},
		{"auto/3", job, `JOB_COMPLETION_INDEX is "3", not a whole number from 0 to 2`},
		{"auto", array("4", "3", "0", "4"), "have gaps"},
		{"auto", array("0", "3", "0", "4"), "have gaps"},
		{"auto", array("1", "x", "0", "4"), `SLURM_ARRAY_TASK_COUNT is "x"`},
		{"auto", array("-1", "2", "0", "1"), `SLURM_ARRAY_TASK_ID is "-1"`},
		{"0/8", nil, `"0" is not a whole number from 1 to 8`},
		{"9/8", nil, `"9" is not a whole number from 1 to 8`},
		{"1/0", nil, `"0" is not a whole number from 1`},
		{"5", nil, "neither auto nor a part and a count"},
		{"a/b", nil, `"b" is not a whole number`},
	} {
		s, err := parseShard(test.text, func(name string) string { return test.variables[name] })
		if got := s.String(); err == nil && got != test.want || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s with %v: %s, %v; want %s", test.text, test.variables, got, err, test.want)
		}
	}
}

// merge runs "vertigo merge".
func merge(args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = Merge(Config{Program: commandline.Program{Version: "another", Out: &o, Err: &e}}, args)
	return o.String(), e.String(), code
}

// TestMerge compares what is merged of shards with what a single process writes: positions, games, text that is no
// UTF-8, and what cannot be read.
func TestMerge(t *testing.T) {
	ci.NoRace(t)
	dir := t.TempDir()
	inputs := []string{
		write(t, filepath.Join(dir, "a.epd"), somePositions(4)+"8/8/8/4k3/8/8/4P3/4K3 w - - c0 \"M\xfcller; <b>\"; bm e4;\n"+strings.Repeat("x", 1<<20+1)+"\n"),
		write(t, filepath.Join(dir, "b.pgn"), testfiles.Games+"[White \"M\xfcller\"]\n\n1. e4 e5 *\n1. d4 *\n"),
		write(t, filepath.Join(dir, "c.json"), `{"fen":"startpos","moves":["f2f3","e7e5","g2g4"],"id":"fool"}`+"\n{\"fen\":3}\n"+
			`{"fen":"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9","searchmoves":["O-O"]}`+"\n"),
		"startpos",
	}
	analyse := append([]string{"--nodes", "300", "--hash", "1", "--no-times", "--multipv", "2"}, inputs...)
	type answer struct {
		out, errOut string
		code        int
	}
	formats := []string{"table", "epd", "json", "pgn", "suite"}
	single := map[string]answer{}
	for _, as := range formats {
		out, errOut, code := command(t, "", append(analyse, "--as", as, "--quiet")...)
		single[as] = answer{out, errOut, code}
	}
	for _, count := range []int{1, 3, 20} { // there are fewer than 20 jobs, so some shards are empty
		var parts []string
		for i := range count {
			part := filepath.Join(dir, fmt.Sprintf("part-%d-of-%d", i, count))
			_, errOut, code := command(t, "", append(analyse, "--as", "results", "--shard", fmt.Sprintf("%d/%d", i+1, count), "--out", part)...)
			if code != commandline.ExitOK && code != commandline.ExitIncomplete {
				t.Fatalf("shard %d of %d: exit code %d, messages %q", i, count, code, errOut)
			}
			parts = append([]string{part}, parts...)
		}
		for _, as := range formats {
			want, wantErr, wantCode := single[as].out, single[as].errOut, single[as].code
			got, errOut, code := merge(append(parts, "--as", as, "--no-times")...)
			if as == "table" || as == "suite" { // these have times
				got, want = anyTimes.ReplaceAllString(got, " T"), anyTimes.ReplaceAllString(want, " T")
			}
			if got != strings.ReplaceAll(want, `"another"`, `"test"`) || code != wantCode {
				t.Errorf("%d shards as %s: exit code %d, want %d\n%s\nwant\n%s", count, as, code, wantCode, got, want)
			}
			if errOut = strings.ReplaceAll(errOut, "vertigo merge", "vertigo analyse"); errOut != wantErr {
				t.Errorf("%d shards as %s: messages\n%s\nwant\n%s", count, as, errOut, wantErr)
			}
		}
		file := filepath.Join(dir, "merged")
		if _, errOut, code := merge(append(parts, "--as", "results", "--out", file)...); code != commandline.ExitIncomplete {
			t.Errorf("merged to results: exit code %d, messages %q", code, errOut)
		}
		of, _, _ := merge(file, "--as", "epd")
		if want, _, _ := merge(append(parts, "--as", "epd")...); of != want {
			t.Errorf("merged twice:\n%s\nwant\n%s", of, want)
		}
	}
}

// TestMergeErrors merges what does not fit.
func TestMergeErrors(t *testing.T) {
	ci.NoRace(t)
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), somePositions(7))
	make := func(name, shard string, more ...string) string {
		out := filepath.Join(dir, name)
		args := append([]string{in, "--nodes", "100", "--hash", "1", "--as", "results", "--shard", shard, "--out", out}, more...)
		if _, errOut, code := command(t, "", args...); code == commandline.ExitFailed || code == commandline.ExitUsage {
			t.Fatalf("%s: exit code %d, messages %q", name, code, errOut)
		}
		return out
	}
	one, two, three := make("one", "1/3"), make("two", "2/3"), make("three", "3/3")
	torn := testfiles.Text(t, three)
	torn = torn[:strings.LastIndexByte(torn[:len(torn)-1], '\n')+1]
	text := testfiles.Text(t, two)
	shuffled := strings.Split(text, "\n")
	shuffled[1], shuffled[2] = shuffled[2], shuffled[1]
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{nil, "nothing to merge", commandline.ExitUsage},
		{[]string{one, "--deep"}, "no flag --deep", commandline.ExitUsage},
		{[]string{one, three}, "shards are missing: 2/3", commandline.ExitFailed},
		{[]string{one, three, three, write(t, filepath.Join(dir, "copy"), text), two}, "shard 3/3, is named twice", commandline.ExitFailed},
		{[]string{one, two, two, three}, "two, shard 2/3, is named twice\n", commandline.ExitFailed},
		{[]string{one, two, three, write(t, filepath.Join(dir, "again"), text)}, "are both shard 2/3\n", commandline.ExitFailed},
		{[]string{one, two, two}, "two, shard 2/3, is named twice\n  shards are missing: 3/3\n", commandline.ExitFailed},
		{[]string{one, two, make("half", "2/2")}, "shard 2/2 of another division", commandline.ExitFailed},
		{[]string{one, two, make("other", "3/3", "--nodes", "99")}, "not of the same analysis: --nodes was 100, now it is 99", commandline.ExitFailed},
		{[]string{one, two, write(t, filepath.Join(dir, "torn"), torn)}, "torn:4: the results are not complete", commandline.ExitFailed},
		{[]string{one, two, in}, "in.epd: this is not a results file", commandline.ExitFailed},
		{[]string{one, two, filepath.Join(dir, "missing")}, "missing", commandline.ExitFailed},
		{[]string{one, three, write(t, filepath.Join(dir, "shuffled"), strings.Join(shuffled, "\n"))}, "shuffled:2: wrong checksum", commandline.ExitFailed},
		{[]string{one, three, write(t, filepath.Join(dir, "illegal"), testfiles.Sums(strings.Replace(text, `"best":"`, `"best":"a1a2","x":"`, 1)))}, "is not legal in", commandline.ExitFailed},
		{[]string{one, three, write(t, filepath.Join(dir, "future"), strings.Replace(text, `results":5`, `results":6`, 1))}, "results of format 6, but this version", commandline.ExitFailed},
		{[]string{one, three, write(t, filepath.Join(dir, "longer"), testfiles.Sums(strings.Replace(text, `"jobs":7`, `"jobs":8`, 1)))}, "2 jobs with 2 answers, but the end counts 2 with 2, and 3 jobs belong to", commandline.ExitFailed},
	} {
		file := filepath.Join(dir, "merged")
		_, errOut, code := merge(append(test.args, "--out", file)...)
		if code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%v: exit code %d, messages %q; want %d, %q", test.args, code, errOut, test.code, test.want)
		}
		for _, name := range []string{file, file + ".part"} {
			if _, err := os.Stat(name); err == nil {
				t.Errorf("%v: %s is left behind", test.args, name)
			}
		}
	}
}

// TestFilter uses the command as the other end of a conversation: it answers each line before the next one is sent.
func TestFilter(t *testing.T) {
	toCommand, in := io.Pipe()
	out, fromCommand := io.Pipe()
	code := make(chan int)
	go func() {
		c := Run(Config{Program: commandline.Program{Version: "test", In: toCommand, Out: fromCommand, Err: io.Discard}}, []string{"-", "--as", "json", "--depth", "2", "--hash", "1", "--workers", "2"})
		_ = fromCommand.Close() // never fails
		code <- c
	}()
	answers := bufio.NewReader(out)
	for _, line := range []struct{ in, want string }{
		{"8/8/8/4k3/8/8/4P3/4K3 w - -", `"fen":"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"`},
		{"nonsense", `"error":`},
		{"startpos", `"fen":"` + board.StartFEN},
	} {
		if _, err := io.WriteString(in, line.in+"\n"); err != nil {
			t.Fatal(err)
		}
		if answer, err := answers.ReadString('\n'); err != nil || !strings.Contains(answer, line.want) {
			t.Errorf("%s is answered by %q, %v", line.in, answer, err)
		}
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if c := <-code; c != commandline.ExitIncomplete {
		t.Errorf("exit code %d", c)
	}
}

// TestMergeBuilds merges shards of different builds: that is reported, and the output names both. Files without a build are as
// good as ever.
func TestMergeBuilds(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), somePositions(3))
	var parts, none []string
	for i := range 2 {
		out := filepath.Join(dir, fmt.Sprint("part-", i))
		expect(t, commandline.ExitOK, "", in, "--nodes", "100", "--hash", "1", "--as", "results", "--shard", fmt.Sprintf("%d/2", i+1), "--out", out)
		text := testfiles.Text(t, out)
		build := regexp.MustCompile(`"build":"[^"]*",`).FindString(text)
		if build == "" {
			t.Fatal("no build in the header")
		}
		parts = append(parts, write(t, out, testfiles.Sums(strings.Replace(text, build, fmt.Sprintf(`"build":"revision %d",`, i), 1))))
		none = append(none, write(t, out+"-none", testfiles.Sums(strings.Replace(text, build, "", 1))))
	}
	for _, test := range []struct {
		files       []string
		build, said string // what the header and the messages say
	}{
		{parts, `"build":"revision 0; revision 1"`, "warning: different builds of Vertigo test searched the shards, and may have given different answers:\n  " +
			parts[0] + ": revision 0\n  " + parts[1] + ": revision 1\n"},
		{[]string{parts[0], none[1]}, `"build":"revision 0; unknown"`, none[1] + ": unknown"},
		{none, `"engine":"test","network"`, ""},
	} {
		out, errOut, code := merge(append(test.files, "--as", "results")...)
		if code != commandline.ExitOK || !strings.Contains(out, test.build) || !strings.Contains(errOut, test.said) || test.said == "" && errOut != "" {
			t.Errorf("exit code %d, messages %q, output\n%s", code, errOut, out)
		}
	}
}
