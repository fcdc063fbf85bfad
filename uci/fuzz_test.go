package uci

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/search"
)

// seedSessions returns what the transcripts send, one session each.
func seedSessions(f *testing.F) (sessions []string) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(f)
		var session strings.Builder
		for line := range strings.Lines(string(text)) {
			if sent, ok := strings.CutPrefix(line, "> "); ok {
				session.WriteString(sent)
			}
		}
		sessions = append(sessions, session.String())
	}
	return sessions
}

// FuzzSession sends random and mutated lines. The session must neither panic nor hang, answer every isready, and answer every go
// before the end with exactly one bestmove, unless quit drops it. A stop at the end of the input ends what takes long. All inputs
// have the same small engine; no command makes a larger one, and none writes files.
func FuzzSession(f *testing.F) {
	for _, session := range seedSessions(f) {
		f.Add(session)
	}
	engine, err := search.NewEngine(1, 1)
	must.Do(f, err)
	f.Fuzz(func(t *testing.T, input string) {
		input += "\nstop\n"
		var out strings.Builder
		s := must.Get(newSession(Config{In: strings.NewReader(input), Out: &out}, engine))(t)
		s.makeEngine = func(int, int) (*search.Engine, error) { return search.NewEngine(1, 1) }
		s.openLog = func(string) (io.WriteCloser, error) { return &memoryLog{}, nil }
		for i, o := range s.options {
			if o.name == "Hash" || o.name == "Threads" {
				s.options[i].set = func(*Session, string) error { return nil }
			}
		}
		runToEnd(t, s, input)
		if s.player != nil {
			s.player.Close()
		}
		_ = s.tablebases.Tables.Close()
		searches, pings, quits := asked(input)
		lines := "\n" + out.String()
		bestMoves, answers := strings.Count(lines, "\nbestmove "), strings.Count(lines, "\nreadyok")
		if bestMoves > searches || bestMoves < searches && !quits || answers != pings {
			t.Errorf("%d searches, %d bestmoves, %d isready, %d readyok on\n%s\nwhich gave\n%s",
				searches, bestMoves, pings, answers, input, out.String())
		}
	})
}

// asked counts the searches and the isready that input asks for up to its end or, if it quits, to there.
func asked(input string) (searches, pings int, quits bool) {
	v := commands()
	for text := range strings.Lines(input) {
		l := v.parse(text)
		switch l.name {
		case "go":
			if !parseGo(&l.args).perft {
				searches++
			}
		case "isready":
			pings++
		case "quit":
			return searches, pings, true
		}
	}
	return searches, pings, false
}

// FuzzParse checks that no line is too strange to be parsed, and that a line's spaces make no difference.
func FuzzParse(f *testing.F) {
	for _, session := range seedSessions(f) {
		for line := range strings.Lines(session) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		first := parsed(line)
		padded := parsed("\t " + line + " \r\n")
		if !reflect.DeepEqual(first, padded) {
			t.Errorf("%q is %#v, but with spaces around it %#v", line, first, padded)
		}
	})
}
