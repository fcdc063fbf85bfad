package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// A file has one holder at a time, who can still read and write it; closing it lets the next one in.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		f := must.Get(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644))(t)
		t.Cleanup(func() { _ = f.Close() }) // already closed in part
		return f
	}
	first, second := open(), open()
	must.Do(t, Lock(first), "Lock of a free file")
	if err := Lock(second); !errors.Is(err, ErrHeld) {
		t.Fatalf("Lock of a held file: %v, want %v", err, ErrHeld)
	}
	if _, err := first.WriteString("text"); err != nil {
		t.Errorf("the holder cannot write: %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "text" {
		t.Errorf("others read %q, %v", text, err)
	}
	must.Do(t, first.Close())
	must.Do(t, Lock(second), "Lock of a file whose holder has closed it")
}

// TestDevice writes to a device: nothing goes to standard output, which is a pipe.
func TestDevice(t *testing.T) {
	reader, writer, err := os.Pipe()
	must.Do(t, err)
	defer reader.Close()
	stdout := os.Stdout
	os.Stdout = writer
	err = WriteFile(os.DevNull, []byte("text"))
	os.Stdout = stdout
	must.Do(t, errors.Join(err, writer.Close()))
	if got, err := io.ReadAll(reader); err != nil || len(got) > 0 {
		t.Errorf("%v, standard output got %q", err, got)
	}
}

func TestMap(t *testing.T) {
	for _, size := range []int{0, 1, 4095, 4096, 100_001} {
		want := make([]byte, size)
		for i := range want {
			want[i] = byte(i * 7)
		}
		path := filepath.Join(t.TempDir(), "data")
		must.Do(t, os.WriteFile(path, want, 0o600))
		f := must.Get(Map(path))(t)
		if !bytes.Equal(f.Bytes(), want) {
			t.Errorf("%d bytes: the mapped content differs", size)
		}
		for range 2 {
			must.Do(t, f.Close(), size)
		}
		must.Equal(t, len(f.Bytes()), 0, size)
	}
}

func TestMapFails(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "missing")} {
		if f, err := Map(path); err == nil {
			t.Errorf("Map(%s) gave %d bytes", path, len(f.Bytes()))
		} else if !strings.Contains(err.Error(), path) {
			t.Errorf("Map(%s): %q does not name the file", path, err)
		}
	}
}

// TestOpenedInOnePlace looks for code that opens a file in another way than by this package, and may so wait for the writer of a
// pipe.
func TestOpenedInOnePlace(t *testing.T) {
	opens := regexp.MustCompile(`\bos\.(?:Open|OpenFile|ReadFile|Create|WriteFile)\(`)
	allowed := map[string]bool{
		"internal/analysis/source/source.go": true, // a pipe of games is as good as a file
		"internal/analysis/source/until.go":  true, // likewise
		"internal/system/cli/build.go":       true, // the program itself
		"internal/system/files":              true,
		"internal/build":                     true, // what the source has
		"board/magicgen.go":                  true, // likewise
		"internal/testing":                   true,
		"internal/testing/pagetest":          true,
	}
	root := os.DirFS(filepath.Dir(testfiles.Path(t)))
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case allowed[path] && entry.IsDir(), entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir(), allowed[path], !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if call := opens.Find(text); call != nil {
			t.Errorf("%s has %s...): use package files", path, call)
		}
		return err
	})
	must.Do(t, err)
}

// TestEscape shows what a terminal would not show as it is.
func TestEscape(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"Nf3 é 你好 ♞ 🏆 \u00a0", "Nf3 é 你好 ♞ 🏆 \u00a0"},
		{"a\tb\nc", "a\tb\nc"},
		{"\x1b[31mred\x1b]0;title\a", `\x1b[31mred\x1b]0;title\x07`},
		{"\x00\x08\r\v\x7f", `\x00\x08\r\x0b\x7f`},
		{"\u0085\u009b31m", `\u0085\u009b31m`},
		{"\x9b31m \xff \xe4\xbd", `\x9b31m \xff \xe4\xbd`},
		{"a\u202egnp.\u2066 \u200e \u2028 \ufeff \ue000 \U000e0041", `a\u202egnp.\u2066 \u200e \u2028 \ufeff \ue000 \U000e0041`},
		{"علی\u200cرضا 👨\u200d👩", "علی\u200cرضا 👨\u200d👩"},
		{"\ufffd", "\ufffd"},
	} {
		must.Equal(t, Escape(test.text), test.want, test.text)
	}
}

// FuzzEscape checks that nothing is left that a terminal acts on, that what a terminal shows stays, and that a Stream of messages
// writes the same however it is cut.
func FuzzEscape(f *testing.F) {
	f.Add("plain", uint8(1))
	f.Add("\x1b[2J\u009b\x9b é\xe4\xbd\xa0 \xf0\x9f\x8f", uint8(3))
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		shown := Escape(text)
		if !utf8.ValidString(shown) {
			t.Errorf("%q: %q is not UTF-8", text, shown)
		}
		for _, r := range shown {
			if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
				t.Errorf("%q: %q has %q", text, shown, r)
			}
		}
		must.Equal(t, Escape(shown), shown, text)
		var b strings.Builder
		s := NewMessages(&b)
		for rest := text; rest != ""; {
			n := min(len(rest), int(size)+1)
			if _, err := io.WriteString(s, rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := s.Flush(); err != nil || b.String() != shown {
			t.Errorf("%q in pieces of %d: %q, %v; want %q", text, size, b.String(), err, shown)
		}
	})
}

// breaking is a writer that takes so many bytes.
type breaking struct {
	left int
	err  error
	text strings.Builder
}

func (b *breaking) Write(p []byte) (int, error) {
	if len(p) > b.left {
		return 0, b.err
	}
	b.left -= len(p)
	return b.text.Write(p)
}

// TestStreamFails writes until it fails: the error stays, whatever is written later, and is a WriteError.
func TestStreamFails(t *testing.T) {
	for _, failure := range []error{errors.New("full"), syscall.EPIPE} {
		out := &breaking{left: 10, err: failure}
		s := NewStream(out)
		for i, text := range []string{"12345", "678901", "x"} {
			_, err := io.WriteString(s, text)
			var e *WriteError
			if (err != nil) != (i > 0) || i > 0 && (!errors.As(err, &e) || !errors.Is(err, failure) || e.NoReader() != (failure == syscall.EPIPE)) {
				t.Errorf("%q: %v", text, err)
			}
		}
		if err := s.Close(); !errors.Is(err, failure) || out.text.String() != "12345" {
			t.Errorf("%v, written %q", err, out.text.String())
		}
	}
	out := &breaking{left: 100}
	if s := NewStream(out); IsTerminal(s) || Terminal(out) != nil {
		t.Error("this is a terminal")
	} else if _, err := io.WriteString(s, "\x1b[2J\x9b"); err != nil || s.Close() != nil || out.text.String() != "\x1b[2J\x9b" {
		t.Errorf("%v, written %q", err, out.text.String())
	}
}
