package uci

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/engine/book"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
)

var update = flag.Bool("update", false, "replace lines < of transcripts that do not hold by what the session says")

// patience is how long a test waits for something that must come. It is generous: a test fails by it only if the
// engine hangs.
const patience = 5 * time.Minute

// conversation is a session in progress as its peer sees it.
type conversation struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string // what the session has written
	where string      // the step of the transcript, for messages
	last  string      // the last line that was looked at, for messages
	ended chan error  // the result of Run, once
}

// startConversation starts a session.
func startConversation(t testing.TB) *conversation {
	t.Helper()
	in, feed := io.Pipe()
	c := &conversation{t: t, in: feed, lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	s := must.Get(New(Config{Version: "test", In: in, Out: &lineSplitter{lines: c.lines}}))(t)
	go func() {
		err := s.Run()
		s.Close()
		close(c.lines)
		c.ended <- err
	}()
	t.Cleanup(func() { feed.Close() })
	return c
}

// lineSplitter passes on what is written line by line. As every write must consist of whole lines, it complains
// about one that does not, in a line of its own.
type lineSplitter struct{ lines chan<- string }

func (w *lineSplitter) Write(text []byte) (int, error) {
	if !bytes.HasSuffix(text, []byte("\n")) {
		w.lines <- fmt.Sprintf("write of less than a line: %q", text)
	}
	for line := range strings.Lines(string(text)) {
		w.lines <- strings.TrimSuffix(line, "\n")
	}
	return len(text), nil
}

// send writes a line to the session.
func (c *conversation) send(line string) {
	c.t.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.in, line+"\n")
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			c.t.Fatalf("%s: sending %q: %v", c.where, line, err)
		}
	case <-time.After(patience):
		c.t.Fatalf("%s: the session does not read %q", c.where, line)
	}
}

// next returns the next line of the session; ok is false when the session has ended.
func (c *conversation) next() (line string, ok bool) {
	c.t.Helper()
	select {
	case line, ok = <-c.lines:
		c.last = line
		return line, ok
	case <-time.After(patience):
		c.t.Fatalf("%s: the session says nothing after %q", c.where, c.last)
		return "", false
	}
}

// finish returns what the session still writes until it ends.
func (c *conversation) finish() (rest []string) {
	c.t.Helper()
	for line, ok := c.next(); ok; line, ok = c.next() {
		rest = append(rest, line)
	}
	if err := <-c.ended; err != nil {
		c.t.Errorf("Run: %v", err)
	}
	return rest
}

// transcript checks a session against a file of lines. The first character of each says what it means:
//
//	# a comment; so is an empty line
//	> text      is sent; \t and \r stand for the tab and the carriage return, \ufeff for the byte order mark, ${name} for
//	            a file or folder that places knows; if that one needs data which are not there, the test is skipped
//	< regexp    is what the next line must be, from its beginning to its end
//	* regexp    likewise, but other lines may come before it
//	! regexp    what no line may be from here on; without a regexp, anything is allowed again
//	~ 50ms      nothing is written for this long
//	= end       the session must end by itself, without an error
//	= eof       the input ends, and the session must end, without an error
//
// After = end and = eof, < and * look at what was written up to the end. A named group (?P<name>…) of one expression
// may be used as ${name} in later ones; a dollar sign has no other use. Every transcript ends with = end or = eof, and
// for every go (but go perft) there must have been exactly one bestmove, or at most one if it ends by quit.
type transcript struct {
	*conversation
	names     map[string]string
	forbidden *regexp.Regexp
	searches  int // that were asked for
	bestMoves int // that were reported
	quits     bool
	got       string // with -update, what stands in the place of a line < that does not hold
}

func runTranscript(t *testing.T, file string) {
	text := must.Get(os.ReadFile(file))(t)
	tr := &transcript{
		conversation: startConversation(t),
		names:        map[string]string{},
	}
	ended, updated, changed := false, "", false
	scanner := bufio.NewScanner(bytes.NewReader(text))
	for number := 1; scanner.Scan(); number++ {
		line := scanner.Text()
		if line == "" || line[0] == '#' {
			updated += line + "\n"
			continue
		}
		tr.where = fmt.Sprintf("%s:%d: %s", filepath.Base(file), number, line)
		tr.got = line
		tr.step(line[0], strings.TrimPrefix(line[1:], " "))
		updated, changed = updated+tr.got+"\n", changed || tr.got != line
		ended = ended || line[0] == '='
	}
	if !ended {
		t.Fatalf("%s does not say how the session ends", file)
	}
	for line := range tr.lines {
		tr.see(line)
	}
	if changed {
		testfiles.Put(t, file, updated)
	}
	if tr.searches < tr.bestMoves || tr.searches > tr.bestMoves && !tr.quits {
		t.Errorf("%d searches and %d bestmoves", tr.searches, tr.bestMoves)
	}
}

// step does what one line of the file says.
func (tr *transcript) step(kind byte, text string) {
	tr.t.Helper()
	switch kind {
	case '>':
		// The escapes come first: paths of Windows have \t and \r in them.
		text = strings.NewReplacer(`\t`, "\t", `\r`, "\r", `\ufeff`, "\ufeff").Replace(text)
		tr.say(os.Expand(text, func(name string) string { return place(tr.t, name) }))
	case '<', '*':
		tr.expect(kind, text)
	case '!':
		tr.forbidden = nil
		if text != "" {
			tr.forbidden = tr.compile(text)
		}
	case '~':
		tr.expectSilence(text)
	case '=':
		if text == "eof" {
			tr.in.Close()
		}
		rest := tr.finish()
		tr.lines = make(chan string, len(rest))
		for _, line := range rest {
			tr.lines <- line
		}
		close(tr.lines)
	default:
		tr.t.Fatalf("%s: not understood", tr.where)
	}
}

// say sends a line and counts the searches it asks for.
func (tr *transcript) say(line string) {
	tr.t.Helper()
	searches, _, quits := asked(line)
	tr.searches, tr.quits = tr.searches+searches, tr.quits || quits
	tr.send(line)
}

// see counts a line that the session has written.
func (tr *transcript) see(line string) {
	if strings.HasPrefix(line, "bestmove ") {
		tr.bestMoves++
	}
}

func (tr *transcript) compile(pattern string) *regexp.Regexp {
	tr.t.Helper()
	pattern = os.Expand(pattern, func(name string) string {
		if value, ok := tr.names[name]; ok {
			return regexp.QuoteMeta(value)
		}
		tr.t.Fatalf("%s: no group %q so far", tr.where, name)
		return ""
	})
	re, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		tr.t.Fatalf("%s: %v", tr.where, err)
	}
	return re
}

// expect looks for a line that matches the pattern, which must be the next one unless the kind is '*'.
func (tr *transcript) expect(kind byte, pattern string) {
	tr.t.Helper()
	re := tr.compile(pattern)
	for {
		line, ok := tr.next()
		if !ok {
			tr.t.Fatalf("%s: the session has ended", tr.where)
		}
		tr.see(line)
		if tr.forbidden != nil && tr.forbidden.MatchString(line) {
			tr.t.Fatalf("%s: got %q", tr.where, line)
		}
		if match := re.FindStringSubmatch(line); match != nil {
			for i, name := range re.SubexpNames() {
				if name != "" {
					tr.names[name] = match[i]
				}
			}
			return
		}
		if kind != '*' && *update {
			tr.got = "< " + regexp.QuoteMeta(line)
			return
		}
		if kind != '*' {
			tr.t.Fatalf("%s: got %q", tr.where, line)
		}
	}
}

func (tr *transcript) expectSilence(text string) {
	tr.t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		tr.t.Fatalf("%s: %v", tr.where, err)
	}
	timer := time.After(d)
	select {
	case line := <-tr.lines:
		tr.t.Fatalf("%s: got %q", tr.where, line)
	case <-timer:
	}
}

// place returns the path of a file or folder that transcripts name.
func place(t testing.TB, name string) string {
	t.Helper()
	switch name {
	case "empty":
		return t.TempDir()
	case "tables":
		return testfiles.Path(t, "syzygy")
	case "damaged":
		return damagedTables(t)
	case "book":
		return smallBook(t)
	case "halfbook":
		return testfiles.Write(t, "file", string(make([]byte, 24)))
	case "network":
		var file bytes.Buffer
		must.Do(t, nnue.RandomNetwork(1, 32, 1).Write(&file))
		return testfiles.Write(t, "file", file.String())
	case "log":
		return filepath.Join(t.TempDir(), "vertigo.log")
	case "missing":
		return filepath.Join(t.TempDir(), "missing")
	}
	t.Fatalf("no place %q", name)
	return ""
}

// damagedTables returns a folder with tables of three pieces: one file is empty, and one is cut off.
func damagedTables(t testing.TB) string {
	t.Helper()
	from, to := place(t, "tables"), t.TempDir()
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"} {
		data := must.Get(os.ReadFile(filepath.Join(from, name)))(t)
		switch name {
		case "KRvK.rtbz":
			data = nil
		case "KQvK.rtbw":
			data = data[:len(data)-64]
		}
		must.Do(t, os.WriteFile(filepath.Join(to, name), data, 0o600))
	}
	return to
}

// smallBook returns an opening book that has 1. d4, 1. e4 (more often) and, with weight zero, 1. a3; 1. e4 e5; one move in
// each of three positions: castling, a mate, and a capture after which nobody can mate; and two moves in a fourth one.
func smallBook(t testing.TB) string {
	t.Helper()
	type entry struct {
		Key          uint64
		Move, Weight uint16
		Learn        uint32
	}
	add := func(list []entry, p board.Position, move, weight uint16) []entry {
		return append(list, entry{Key: book.Key(&p), Move: move, Weight: weight})
	}
	start := board.StartPosition()
	_, e4 := playout.Line(t, start, "e2e4")
	move := func(from, to uint16) uint16 { return from<<6 | to }
	list := add(nil, start, move(12, 28), 3)
	list = add(list, start, move(11, 27), 1)
	list = add(list, start, move(8, 16), 0)
	list = add(list, e4, move(52, 36), 1)
	list = add(list, playout.Parse(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), move(4, 7), 1)
	list = add(list, playout.Parse(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), move(3, 59), 1)
	list = add(list, playout.Parse(t, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), move(4, 12), 1)
	rook := playout.Parse(t, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1")
	list = add(list, rook, move(5, 6), 2)
	list = add(list, rook, move(5, 7), 1)
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.Key, b.Key) })
	var data bytes.Buffer
	must.Do(t, binary.Write(&data, binary.BigEndian, list))
	return testfiles.Write(t, "file", data.String())
}
