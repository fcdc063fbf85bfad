package puzzles

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/files"
)

// task is a game on its way through the command.
type task struct {
	*game.Job
	file    string         // with the results that the game comes from, "" if it is from a file with games
	header  *source.Header // of that file
	record  *source.Record // its record of the game
	end     int64          // bytes of all inputs up to the end of the game
	bytes   int64          // from the end of the game before
	puzzles []*Puzzle
	counts  tally // of its moves
}

// parse reads the game, and gives it the answers of an analysis.
func (t *task) parse() error {
	if t.file == "" {
		t.Parse()
	} else {
		j, err := t.header.Job(t.record)
		if err != nil {
			return fmt.Errorf("%s: %w", t.file, err)
		}
		t.Job = j
	}
	if t.Err == nil && t.PGN == nil {
		t.Err = errors.New("a position; puzzles are found in games")
	}
	return nil
}

// games reads the games of the inputs.
type games struct {
	stdin  io.Reader
	emit   func(*task) bool // false means that no more games are wanted
	before int64            // bytes of the inputs before the present one
	enough bool
}

// read emits the games of all inputs in their order. After an input that cannot be read, it continues with the others.
func (s *games) read(args []string) error {
	var errs error
	for _, arg := range args {
		if s.enough {
			break
		}
		isResults, err := isResults(arg)
		switch {
		case err != nil:
		case isResults:
			err = s.readResults(arg)
		default:
			err = source.Read([]string{arg}, s.stdin, "auto", func(j *game.Job) bool {
				return s.send(&task{Job: j, end: s.before + j.End})
			})
		}
		errs = errors.Join(errs, err)
		s.before += source.Size([]string{arg})
	}
	return errs
}

func (s *games) send(t *task) bool {
	s.enough = !s.emit(t)
	return !s.enough
}

// isResults reports whether an input is a results file: its first line says so. A pipe has games, as what is read here would be lost.
func isResults(arg string) (bool, error) {
	if info, err := os.Stat(arg); arg == "-" || err == nil && !info.Mode().IsRegular() {
		return false, nil
	}
	f, err := files.Open(arg)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head, err := bufio.NewReader(f).Peek(len(source.Beginning))
	if err != nil && err != io.EOF {
		return false, err
	}
	return string(head) == source.Beginning, nil
}

// readResults emits the games of a results file.
func (s *games) readResults(name string) error {
	r, err := source.OpenResults(name)
	if err != nil {
		return err
	}
	defer r.Close()
	for !s.enough {
		record, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return r.Locate(err)
		}
		s.send(&task{file: name, header: &r.Header, record: record, end: s.before + r.Offset()})
	}
	return nil
}
