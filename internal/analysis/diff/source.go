package diff

import (
	"errors"
	"fmt"
	"io"
	"os"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/results"
)

// source is one of the two files.
type source struct {
	name   string
	file   *os.File
	reader *results.Reader
	queue  []*entry
	count  int
	unread int // lines or games of the input that could not be read
}

// open opens a file and reads its header.
func open(name string) (*source, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	r, err := results.NewReader(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s:1: %w", name, err), f.Close())
	}
	return &source{name: name, file: f, reader: r}, nil
}

// next returns the next entry, io.EOF after the last one. Other errors name the file and the line.
func (s *source) next() (*entry, error) {
	for len(s.queue) == 0 {
		record, err := s.reader.Next()
		if err == io.EOF {
			return nil, err
		}
		var j *answer.Job
		if err == nil {
			j, err = s.reader.Header.Job(record)
		}
		if err != nil {
			return nil, s.reader.Locate(s.name, err)
		}
		if j.Err != nil {
			s.unread++
		}
		for i := range j.Positions {
			if j.Answers[i].Scope != answer.LeftOut {
				s.queue = append(s.queue, newEntry(j, i))
			}
		}
	}
	e := s.queue[0]
	s.queue = s.queue[1:]
	e.order = s.count
	s.count++
	return e, nil
}

// describe returns in words how the answers were found.
func (s *source) describe() string {
	h := &s.reader.Header
	return "Vertigo " + h.EngineBuild() + ", network " + h.Network + ", " + h.Limits.Describe()
}
