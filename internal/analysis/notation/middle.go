package notation

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// firstWindow is how far before a place GameAt looks at first, in bytes. The next window is large enough to be certain of
// games without comments.
const firstWindow = maxGame/16 + maxGame/32

// maxScanned is the length of the longest line, in bytes, that tells anything about the next one.
const maxScanned = 1 << 20

// maxTagLine is the length of the longest line that is looked at for tags. Reader sees the whole of such a line.
const maxTagLine = 1 << 15

// errUncertain tells that a game before the place is too long to be read, so that what is found may not be right.
var errUncertain = errors.New("a game is too long")

// GameAt returns where the first game begins that does so at or behind a place in a file of so many bytes, and size if
// there is none. That is where a Reader that reads the file from its beginning comes to a game, but GameAt looks only a
// little back: as far as there is a tag that is certain not to stand in a comment, whatever is before it. In a file without
// such tags it reads everything before the place. Only a game that is too long to be read may mislead it.
func GameAt(file io.ReaderAt, size, place int64) (int64, error) {
	return gameAt(file, size, place, firstWindow)
}

func gameAt(file io.ReaderAt, size, place, window int64) (int64, error) {
	for ; window < place; window *= 16 {
		tag, err := lastTag(file, place-window, place)
		if err != nil {
			return 0, err
		}
		if tag < 0 {
			continue
		}
		start, err := gameBehind(Resume(bufio.NewReaderSize(io.NewSectionReader(file, tag, size-tag), 1<<16)), place-tag)
		switch {
		case err == io.EOF:
			return size, nil
		case err != errUncertain:
			return tag + start, err
		}
	}
	r := NewReader(io.NewSectionReader(file, 0, size))
	for {
		start, err := gameBehind(r, place)
		switch {
		case err == io.EOF:
			return size, nil
		case err != errUncertain: // from the beginning nothing is
			return start, err
		}
	}
}

// gameBehind reads up to the first game that begins at or behind a place, both counted from where the reader began.
func gameBehind(r *Reader, place int64) (int64, error) {
	for {
		r.SkipBlanks()
		if r.offset >= place {
			return r.offset, nil
		}
		game, err := r.Next()
		if err != nil && game != nil {
			return 0, errUncertain
		}
		if err != nil {
			return 0, err
		}
	}
}

// Resume returns a reader of the games in what is left of a file from where one begins.
func Resume(in *bufio.Reader) *Reader { return &Reader{in: in} }

// where is a set of places that a line may begin or end in, as far as can be told without reading everything before it.
type where uint8

const (
	outside where = 1 << iota // of comments in braces
	inside
)

// lastTag returns the place of the last line in a part of a file that begins with a tag and certainly not inside a comment, -1
// if there is none. There a game begins or the tags of one go on, and neither moves nor variations are open.
func lastTag(file io.ReaderAt, from, to int64) (int64, error) {
	in := bufio.NewReaderSize(io.NewSectionReader(file, from, to-from), int(min(to-from, maxScanned)))
	tag, at := int64(-1), from
	state := outside | inside
	plain := 0     // bytes since the last brace, after which a comment would have become too long; see readComment
	whole := false // the next piece begins a line
	for {
		line, err := in.ReadSlice('\n')
		if err == io.EOF {
			return tag, nil // the place lies in this line
		}
		if err != nil && err != bufio.ErrBufferFull {
			return 0, err
		}
		if whole = whole && err == nil; whole {
			if state == outside && startsWithTag(line) {
				tag = at
			}
			if plain += len(line) - bytes.Count(line, []byte{'\r'}); bytes.ContainsAny(line, "{}") {
				plain = 0
			}
			if state = state.after(line); plain > maxGame {
				state = outside
			}
		} else {
			state, plain = outside|inside, 0
		}
		whole = err == nil
		at += int64(len(line))
	}
}

// startsWithTag reports whether a line begins with a tag, blanks aside.
func startsWithTag(line []byte) bool {
	line = bytes.TrimLeft(line, " \t\r"+Mark)
	if len(line) == 0 || line[0] != '[' || len(line) > maxTagLine {
		return false
	}
	_, _, length := parseTag(string(line[1:]))
	return length > 0
}

// after returns where a line may end that begins in w.
func (w where) after(line []byte) (end where) {
	if w&outside != 0 {
		end |= endOf(line, false)
	}
	if w&inside != 0 {
		end |= endOf(line, true)
	}
	return end
}

// endOf returns where a line may end that begins inside or outside of a comment, as Reader reads it: both if that depends on
// what came before.
func endOf(line []byte, comment bool) where {
	begun := false // there is more before than blanks
	for i := 0; i < len(line); i++ {
		if comment {
			length := bytes.IndexByte(line[i:], '}')
			if length < 0 {
				return inside
			}
			i, comment, begun = i+length, false, true
			continue
		}
		c := line[i]
		switch {
		case c <= ' ':
			continue
		case bytes.HasPrefix(line[i:], []byte(Mark)):
			i, begun = i+len(Mark)-1, false
			continue
		case c == '{':
			comment = true
		case c == ';', c == '%' && !begun:
			return outside
		case c == '%', c == '[' && (begun || len(line) > maxTagLine):
			return outside | inside
		case c == '[':
			_, _, length := parseTag(string(bytes.TrimSuffix(line[i+1:], []byte{'\n'})))
			if length == 0 { // all of the line is one remark
				return outside
			}
			i += length
		}
		begun = true
	}
	if comment {
		return inside
	}
	return outside
}
