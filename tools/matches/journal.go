package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"vertigo/internal/system/files"
)

// journal is a file that grows by a line of JSON with every step of a run, so that an interruption loses one step at most. Its
// first line is the head, with everything that the run depends on.
type journal[H, S any] struct {
	head  H
	steps []S
	size  int64    // of the whole lines, in bytes
	file  *os.File // nil if it is only read
}

// openJournal reads the file of an earlier run, which fits must accept, or begins one. Nobody else can add to it.
func openJournal[H, S any](path string, head H, fits func(*H, S) error) (*journal[H, S], error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j, err := beginJournal(file, path, head, fits)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// beginJournal makes the file ready to be added to, without a last line that an interruption has cut.
func beginJournal[H, S any](file *os.File, path string, head H, fits func(*H, S) error) (*journal[H, S], error) {
	if err := files.Lock(file); errors.Is(err, files.ErrHeld) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		j := &journal[H, S]{head: head, file: file}
		return j, j.write(head)
	}
	j, err := readJournal(path, fits)
	if err != nil {
		return nil, err
	}
	if !same(j.head, head) {
		return nil, fmt.Errorf("%s: it belongs to a run with other settings or other numbers", path)
	}
	if err := file.Truncate(j.size); err != nil {
		return nil, err
	}
	j.file = file
	_, err = file.Seek(j.size, io.SeekStart)
	return j, err
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
		j.size += int64(len(line))
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
