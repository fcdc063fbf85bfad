package pgn

import (
	"bytes"
	"errors"
	"io"
)

// windows are how far before a place GameAt looks, in bytes. The last one is large enough to be certain of games without comments.
var windows = []int64{1 << 18, maxComment + maxComment/2}

// errUncertain tells that a game before the place is too long to be read, so that what is found may not be right.
var errUncertain = errors.New("a game is too long")

// GameAt returns where the first game begins that does so at or after a place in a file of so many bytes, and size if
// there is none. That is where a Reader that reads the file from its beginning comes to a game, but GameAt looks only a
// little back: as far as there is a tag that is certain not to stand in a comment, whatever is before it. In a file without
// such tags it reads everything before the place. Only a game that is too long to be read may mislead it.
func GameAt(file io.ReaderAt, size, place int64) (int64, error) {
	return gameAt(file, size, place, windows)
}

func gameAt(file io.ReaderAt, size, place int64, windows []int64) (int64, error) {
	for _, window := range windows {
		if window >= place {
			break
		}
		tag, err := lastTag(file, place-window, place)
		if err != nil {
			return 0, err
		}
		if tag < 0 {
			continue
		}
		start, err := gameAfter(NewReader(io.NewSectionReader(file, tag, size-tag)), place-tag)
		switch {
		case err == io.EOF:
			return size, nil
		case err != errUncertain:
			return tag + start, err
		}
	}
	r := NewReader(io.NewSectionReader(file, 0, size))
	for {
		start, err := gameAfter(r, place)
		switch {
		case err == io.EOF:
			return size, nil
		case err != errUncertain: // from the beginning nothing is
			return start, err
		}
	}
}

// gameAfter reads up to the first game that begins at or after a place, both counted from where the reader began.
func gameAfter(r *Reader, place int64) (int64, error) {
	for {
		r.SkipBlanks()
		if r.Offset() >= place {
			return r.Offset(), nil
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

// lastTag returns the place of the last line in a part of a file that begins with a tag and certainly not inside a comment, -1
// if there is none. There a game begins or the tags of one go on, and neither moves nor variations are open.
func lastTag(file io.ReaderAt, from, to int64) (int64, error) {
	text := make([]byte, to-from)
	if _, err := io.ReadFull(io.NewSectionReader(file, from, to-from), text); err != nil {
		return 0, err
	}
	tag := int64(-1)
	certain := false // the line begins outside of comments
	plain := 0       // bytes since the last brace, after which a comment counts as not closed
	begin := bytes.IndexAny(text, "\r\n") + 1
	if begin == 0 {
		return -1, nil
	}
	for {
		length := bytes.IndexAny(text[begin:], "\r\n")
		if length < 0 {
			return tag, nil // the place lies in this line
		}
		line := text[begin : begin+length]
		if certain && startsWithTag(line) {
			tag = from + int64(begin)
		}
		if plain += length + 1; bytes.ContainsAny(line, "{}") {
			plain = 0
		}
		certain = endsOutside(line, false) && (certain || endsOutside(line, true)) || plain > maxComment
		begin += length + 1
	}
}

// startsWithTag reports whether a line begins with a tag, blanks aside.
func startsWithTag(line []byte) bool {
	line = bytes.TrimLeft(line, " \t"+Mark)
	if len(line) == 0 || line[0] != '[' || len(line) > maxTagLine {
		return false
	}
	_, _, length := parseTag(string(line[1:]))
	return length > 0
}

// endsOutside reports whether a line that begins inside or outside of a comment certainly ends outside of one, as Reader reads it.
func endsOutside(line []byte, comment bool) bool {
	begun := false // there is more before than blanks
	for i := 0; i < len(line); i++ {
		if comment {
			length := bytes.IndexAny(line[i:], "{}")
			if length < 0 || line[i+length] == '{' {
				return false // another line closes it, or it may be none
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
			return true
		case c == '%', c == '[' && (begun || len(line) > maxTagLine):
			return false
		case c == '[':
			_, _, length := parseTag(string(line[i+1:]))
			if length == 0 { // what it is depends on where it stands
				return false
			}
			i += length
		}
		begun = true
	}
	return !comment
}
