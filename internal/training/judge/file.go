package judge

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"vertigo/internal/system/files"
	"vertigo/movegen"
)

// header names the columns that File writes.
const header = "source,quiet,expected,cp,best,fen\n"

// File is a file of judged positions that grows. Only one process at a time has it open.
type File struct {
	*os.File
	Positions []Position // those that were in it when it was opened
}

// Open opens the file of that name to add positions, or begins it. A line that was cut off in the middle when its writer was
// killed is removed. A file with other columns is an error.
func Open(name string) (*File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	positions, err := begin(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return &File{File: f, Positions: positions}, nil
}

// begin makes f ready to be written to, and returns the positions in it.
func begin(f *os.File) ([]Position, error) {
	if err := files.Lock(f); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if len(whole) == 0 && !bytes.HasPrefix([]byte(header), text) || len(whole) > 0 && !bytes.HasPrefix(whole, []byte(header)) {
		return nil, fmt.Errorf("it does not begin with the line %q", header[:len(header)-1])
	}
	var positions []Position
	if len(whole) > len(header) {
		if positions, err = Read(bytes.NewReader(whole)); err != nil {
			return nil, err
		}
	}
	if err := f.Truncate(int64(len(whole))); err != nil {
		return nil, err
	}
	if _, err := f.Seek(int64(len(whole)), io.SeekStart); err != nil {
		return nil, err
	}
	if len(whole) == 0 {
		_, err = f.WriteString(header)
	}
	return positions, err
}

// Continues checks that the positions in the file are the first of those that were drawn.
func (f *File) Continues(drawn []Position) error {
	for i := range f.Positions {
		if i >= len(drawn) || f.Positions[i].FEN() != drawn[i].FEN() || f.Positions[i].Source != drawn[i].Source {
			return fmt.Errorf("%s: line %d is of another draw: it can only be continued with the same games and the same flags", f.Name(), i+2)
		}
	}
	return nil
}

// Add writes a position, in one piece.
func (f *File) Add(j Judged) error {
	quiet := "0"
	if j.Quiet {
		quiet = "1"
	}
	lines := csv.NewWriter(f)
	err := lines.Write([]string{j.Source, quiet, fmt.Sprintf("%.4f", j.Expected), strconv.Itoa(j.Centipawns),
		movegen.FormatMove(&j.Position.Position, j.Best, false), j.FEN()})
	lines.Flush()
	return errors.Join(err, lines.Error())
}
