package source

import (
	"bufio"
	"bytes"
	"compress/gzip" // the standard library does not have Zstandard
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"
)

// text is an input that has been opened: its text in UTF-8, unpacked if it was compressed.
type text struct {
	*bufio.Reader
	packed bool // the input has other bytes
	close  func()
}

// Close frees the decompressor. It does not close the input.
func (t *text) Close() {
	if t.close != nil {
		t.close()
	}
}

// The beginnings of the compressed files that are read. A file of Zstandard may also begin with a frame that is skipped, as pzstd
// writes it; the lower half of its first byte may have any value.
const (
	gzipMagic = "\x1f\x8b"
	zstdMagic = "\x28\xb5\x2f\xfd"
	skipMagic = "\x50\x2a\x4d\x18"
)

// isZstd reports whether an input begins as a file of Zstandard does.
func isZstd(in *bufio.Reader) bool {
	if beginsWith(in, zstdMagic) {
		return true
	}
	head, _ := in.Peek(1)
	return len(head) > 0 && head[0]&0xf0 == skipMagic[0] && beginsWith(in, string(head)+skipMagic[1:])
}

// maxWindow is how far back a file compressed with Zstandard may refer, in bytes, as in the program zstd: its memory is bounded.
const maxWindow = 128 << 20

// pairs reads a text in UTF-16, as a redirection in PowerShell writes it. Half a character at its end is an error.
type pairs struct {
	in  io.Reader
	odd bool // an odd number of bytes has been read
}

func (p *pairs) Read(b []byte) (n int, err error) {
	n, err = p.in.Read(b)
	if p.odd = p.odd != (n%2 > 0); err == io.EOF && p.odd {
		err = errors.New("UTF-16: the last character is cut short")
	}
	return n, err
}

// Narrow returns an input in UTF-8, and whether it is in UTF-16, by its byte order mark.
func Narrow(in *bufio.Reader) (narrow io.Reader, wide bool) {
	if !beginsWith(in, "\xff\xfe") && !beginsWith(in, "\xfe\xff") {
		return in, false
	}
	return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(&pairs{in: in}), true
}

// open detects by the first bytes of an input whether it is compressed. The error says that it is not text.
func open(in io.Reader) (*text, error) {
	t := &text{Reader: bufio.NewReaderSize(in, 1<<16)}
	switch {
	case beginsWith(t.Reader, gzipMagic):
		unpacked, err := gzip.NewReader(t.Reader)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		t.Reader, t.packed = bufio.NewReaderSize(named{&members{unpacked, t.Reader}, "gzip"}, 1<<16), true
	case isZstd(t.Reader):
		unpacked, err := zstd.NewReader(t.Reader, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, err
		}
		t.Reader, t.packed, t.close = bufio.NewReaderSize(named{unpacked, "zstd"}, 1<<16), true, unpacked.Close
	}
	if narrow, wide := Narrow(t.Reader); wide {
		t.Reader, t.packed = bufio.NewReaderSize(narrow, 1<<16), true
	}
	if err := checkText(t.Reader); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// errTrailing says that an input goes on after the end of its compressed data.
var errTrailing = errors.New("bytes that are not compressed follow the compressed data")

// members reads the members of a gzip file, which follow each other. Zeros may fill up the end.
type members struct {
	*gzip.Reader
	in *bufio.Reader
}

func (m *members) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil {
		m.Multistream(false)
		if n, err = m.Reader.Read(p); err != io.EOF {
			continue
		}
		if beginsWith(m.in, gzipMagic) {
			err = m.Reset(m.in)
			continue
		}
		for next := byte(0); next == 0; {
			if next, err = m.in.ReadByte(); err != nil {
				return n, err
			}
		}
		return n, errTrailing
	}
	return n, err
}

// named names the format in its errors.
type named struct {
	io.Reader
	format string
}

func (n named) Read(p []byte) (int, error) {
	read, err := n.Reader.Read(p)
	switch {
	case errors.Is(err, zstd.ErrMagicMismatch): // Open has found the number at the beginning.
		err = fmt.Errorf("%s: %w", n.format, errTrailing)
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("%s: the compressed data is cut short", n.format)
	case err != nil && err != io.EOF && !strings.HasPrefix(err.Error(), n.format):
		err = fmt.Errorf("%s: %w", n.format, err)
	}
	return read, err
}

// beginsWith reports whether an input begins with magic. It reads no further than necessary.
func beginsWith(in *bufio.Reader, magic string) bool {
	for n := 1; n <= len(magic); n++ {
		if head, _ := in.Peek(n); string(head) != magic[:min(n, len(head))] || len(head) < n {
			return false
		}
	}
	return true
}

// binaries are the beginnings of files that are not text, with what to say of them.
var binaries = []struct{ magic, is string }{
	{"PK\x03\x04", "a zip archive: unpack it first"}, {"BZh", "compressed with bzip2: unpack it first"},
	{"\xfd7zXZ\x00", "compressed with xz: unpack it first"}, {"7z\xbc\xaf", "a 7z archive: unpack it first"},
	{"Rar!", "a RAR archive: unpack it first"}, {gzipMagic, "compressed twice"}, {"%PDF-", "a PDF document"},
	{"SQLite format 3\x00", "a database"},
}

// webPage matches the beginning of a web page, which may follow white space, remarks and a byte order mark, and that of one that
// a browser or word processor has saved as a single file, MHTML.
var webPage = regexp.MustCompile(`(?i)^(?:\s|\x{feff}|<\?xml[^>]*>|<!--[^>]*-->)*(?:<(?:!doctype\s+html|html)\b|` +
	`From:\s*["<]Saved by |MIME-Version: 1\.0\s+Content-Type:\s*multipart/related\b)`)

// checkText returns an error if an input is not text. It checks the bytes that have arrived with the first one.
func checkText(in *bufio.Reader) error {
	if _, err := in.Peek(1); err != nil {
		return nil // the next read has it too
	}
	if isZstd(in) {
		return errors.New("it is compressed twice")
	}
	head, _ := in.Peek(min(in.Buffered(), 512))
	for _, b := range binaries {
		if bytes.HasPrefix(head, []byte(b.magic)) {
			return fmt.Errorf("it is %s", b.is)
		}
	}
	if webPage.Match(head) {
		return errors.New("it is a web page: download or copy its games as PGN")
	}
	strange := 0
	for _, c := range head {
		if c < '\a' || c > '\r' && c < ' ' && c != '\x1a' && c != '\x1b' { // the others occur in old texts
			strange++
		}
	}
	if strange > len(head)/32 {
		return errors.New("it is binary data, not text")
	}
	return nil
}
