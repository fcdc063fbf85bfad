package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// journal is a file that grows by a line of JSON with every step of a run, so that an interruption loses one step at most. Its
// first line is the head, which says what the run depends on.
type journal[H, S any] struct {
	head  H
	steps []S
	file  *os.File // nil if it is only read
}

// openJournal reads the file of an earlier run, which fits must accept, or begins one.
func openJournal[H, S any](path string, head H, fits func(*H, S) error) (*journal[H, S], error) {
	j, err := readJournal(path, fits)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		j = &journal[H, S]{head: head}
	case err != nil:
		return nil, err
	case !same(j.head, head):
		return nil, fmt.Errorf("%s: it belongs to a run with other settings or other numbers", path)
	}
	// The file is written anew, without a last line that an interruption has cut.
	if j.file, err = os.Create(path); err != nil {
		return nil, err
	}
	err = j.write(j.head)
	for i := 0; i < len(j.steps) && err == nil; i++ {
		err = j.write(j.steps[i])
	}
	if err != nil {
		j.close()
		return nil, err
	}
	return j, nil
}

// same reports whether a and b are written alike.
func same[H any](a, b H) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(x) == string(y)
}

// readJournal reads a file. A last line without an end, which an interruption leaves behind, is ignored. Each step has to fit
// the head.
func readJournal[H, S any](path string, fits func(*H, S) error) (*journal[H, S], error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	j := &journal[H, S]{}
	in := bufio.NewReader(file)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF && n > 1 {
			return j, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
		if n == 1 {
			err = json.Unmarshal(line, &j.head)
		} else {
			var s S
			if err = json.Unmarshal(line, &s); err == nil {
				err = fits(&j.head, s)
			}
			j.steps = append(j.steps, s)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
	}
}

// add appends a step.
func (j *journal[H, S]) add(s S) error {
	j.steps = append(j.steps, s)
	return j.write(s)
}

func (j *journal[H, S]) write(line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(text, '\n'))
	return err
}

func (j *journal[H, S]) close() { j.file.Close() }
