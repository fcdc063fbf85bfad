package diff

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/results"
)

// source is one of the two files.
type source struct {
	name   string
	file   *os.File
	read   func() ([]*entry, error) // the next ones, io.EOF at the end
	line   func() int               // the one that was read last
	queue  []*entry
	count  int
	unread int            // lines or games of the input that could not be read
	head   results.Header // engine, network and limits
	known  bool           // head is filled in
	mixed  bool           // some answers have other settings than head says
}

// errForeign refuses files of other kinds.
var errForeign = errors.New("neither a results file of vertigo analyse (--as results) nor its JSON lines (--as json)")

// open opens a file; its first line shows which of the two kinds it is.
func open(name string) (*source, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	s := &source{name: name, file: f}
	if err := s.begin(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

func (s *source) begin() error {
	in := bufio.NewReaderSize(s.file, 1<<16)
	first, err := results.ReadLine(in, results.MaxLine)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	var head map[string]json.RawMessage
	if err := json.Unmarshal(first, &head); err != nil {
		return fmt.Errorf("%s:1: %w", s.name, errForeign)
	}
	all := io.MultiReader(bytes.NewReader(first), in) // a pipe can be read only once
	switch {
	case head["vertigo_results"] != nil:
		return s.beginResults(all)
	case head["source"] != nil && (head["lines"] != nil || head["error"] != nil):
		s.beginJSON(all)
		return nil
	}
	return fmt.Errorf("%s:1: %w", s.name, errForeign)
}

// next returns the next entry, io.EOF after the last one. Other errors name the file and the line.
func (s *source) next() (*entry, error) {
	for len(s.queue) == 0 {
		list, err := s.read()
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("%s:%d: %w", s.name, s.line(), err)
		}
		if err != nil {
			return nil, err
		}
		s.queue = list
	}
	e := s.queue[0]
	s.queue = s.queue[1:]
	e.order = s.count
	s.count++
	return e, nil
}

// beginResults begins to read a results file.
func (s *source) beginResults(in io.Reader) error {
	r, err := results.NewReader(in)
	if err != nil {
		return fmt.Errorf("%s:1: %w", s.name, err)
	}
	s.head, s.known, s.line = r.Header, true, r.Line
	s.read = func() (list []*entry, err error) {
		record, err := r.Next()
		if err != nil {
			return nil, err
		}
		j, err := r.Header.Job(record)
		if err != nil {
			return nil, err
		}
		if j.Err != nil {
			s.unread++
		}
		for i := range j.Positions {
			if j.Answers[i].Scope != answer.LeftOut {
				list = append(list, newEntry(j, i))
			}
		}
		return list, nil
	}
	return nil
}

// beginJSON begins to read lines of JSON.
func (s *source) beginJSON(in io.Reader) {
	lines, number := bufio.NewReaderSize(in, 1<<16), 0
	s.line = func() int { return number }
	s.read = func() ([]*entry, error) {
		number++
		text, err := results.ReadLine(lines, results.MaxLine)
		if text = bytes.TrimSpace(text); len(text) == 0 {
			return nil, err
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		return s.readJSON(text)
	}
}

// readJSON reads one line.
func (s *source) readJSON(text []byte) ([]*entry, error) {
	var line struct {
		output.JSONResult
		Error string `json:"error"`
	}
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, fmt.Errorf("this is not an answer of vertigo analyse: %w", err)
	}
	if line.Error != "" {
		s.unread++
		return nil, nil
	}
	e, err := readEntry(&line.JSONResult)
	if err != nil {
		return nil, err
	}
	s.settings(&line.JSONResult)
	return []*entry{e}, nil
}

// settings notes how an answer was found. Chunks and filters belong to games only, so lines without them may stand among others.
func (s *source) settings(r *output.JSONResult) {
	h := results.Header{Engine: strings.TrimPrefix(r.Engine, "Vertigo "), Network: r.Network, Limits: r.Limits}
	if !s.known {
		s.head, s.known = h, true
		return
	}
	if s.head.Limits.Chunk == 0 {
		s.head.Limits.Chunk = h.Limits.Chunk
	}
	if s.head.Limits.Filters == "" {
		s.head.Limits.Filters = h.Limits.Filters
	}
	if h.Limits.Chunk == 0 {
		h.Limits.Chunk, h.Limits.Filters = s.head.Limits.Chunk, s.head.Limits.Filters
	}
	s.mixed = s.mixed || h.Engine != s.head.Engine || h.Network != s.head.Network || h.Limits != s.head.Limits
}

// describe returns in words how the answers were found.
func (s *source) describe() string {
	if !s.known {
		return "no answers"
	}
	text := "Vertigo " + s.head.EngineBuild() + ", network " + s.head.Network + ", " + s.head.Limits.Describe()
	if s.mixed {
		text += "; some answers have other settings"
	}
	return text
}
