package analyse

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/system/cli"
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

// TestFilter uses the command as the other end of a conversation: it answers each line, and each game, before the next one ends.
func TestFilter(t *testing.T) {
	for _, test := range []struct {
		args  string
		lines [][2]string // what is sent, and what a line of the answer has
		code  int
	}{
		{"--as json --depth 2 --workers 2", [][2]string{
			{"8/8/8/4k3/8/8/4P3/4K3 w - -\n", `"fen":"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"`}, {"nonsense\n", `"error":`}, {"startpos\n", `"fen":"` + board.StartFEN},
		}, cli.ExitIncomplete},
		{"-n 2000", [][2]string{
			{"[White \"Ada\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"Cy\"]\n\n", "Ada – Bob  0-1\n"}, {"1. e4 e5 *\n", "Cy"},
		}, cli.ExitOK},
	} {
		toCommand, in := io.Pipe()
		out, fromCommand := io.Pipe()
		code := make(chan int, 1)
		go func() {
			c := cli.Program{Version: "test", In: toCommand, Out: fromCommand, Err: io.Discard}
			code <- Run(c, append(strings.Fields(test.args), "-", "--hash", "1"))
			_ = fromCommand.Close() // never fails
		}()
		answers := bufio.NewReader(out)
		for i, line := range test.lines {
			go func() {
				_, _ = io.WriteString(in, line[0]) // a command that has ended answers nothing
				if i == len(test.lines)-1 {
					_ = in.Close()
				}
			}()
			for answer := ""; !strings.Contains(answer, line[1]); {
				var err error
				if answer, err = answers.ReadString('\n'); err != nil {
					t.Fatalf("%s: nothing answers %q: %v", test.args, line[0], err)
				}
			}
		}
		if _, err := io.Copy(io.Discard, answers); err != nil || <-code != test.code {
			t.Errorf("%s: another exit code than %d, or %v", test.args, test.code, err)
		}
	}
}
