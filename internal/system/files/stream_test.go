package files

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"

	"vertigo/internal/testing/must"
)

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
