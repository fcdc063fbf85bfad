package main

import (
	"bytes"
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

// openJournal reads the file of an earlier run, which must have had the same head, or begins one. A last line without an end,
// which an interruption has left behind, is cut off. Nobody else can add to the file.
func openJournal[H, S any](path string, head H) (*journal[H, S], error) {
	file, err := files.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j, err := continueJournal[H, S](file, path, head)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

func continueJournal[H, S any](file *os.File, path string, head H) (*journal[H, S], error) {
	if err := files.Lock(file); errors.Is(err, files.ErrHeld) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	j, err := readJournal[H, S](path)
	if err != nil {
		return nil, err
	}
	if err := file.Truncate(j.size); err != nil {
		return nil, err
	}
	if _, err := file.Seek(j.size, io.SeekStart); err != nil {
		return nil, err
	}
	j.file = file
	if j.size == 0 {
		j.head = head
		return j, j.write(head)
	}
	have, errA := json.Marshal(j.head)
	want, errB := json.Marshal(head)
	if errA != nil || errB != nil || !bytes.Equal(have, want) {
		return nil, fmt.Errorf("%s: it belongs to a run with other settings or versions: remove it, or name another file with -state", path)
	}
	return j, nil
}

// readJournal reads the whole lines of a file. Without any, its size is 0.
func readJournal[H, S any](path string) (*journal[H, S], error) {
	text, err := files.ReadFile(path)
	if err != nil {
		return nil, err
	}
	j := &journal[H, S]{}
	for line := range bytes.Lines(text[:bytes.LastIndexByte(text, '\n')+1]) {
		var s S
		if j.size == 0 {
			err = json.Unmarshal(line, &j.head)
		} else if err = json.Unmarshal(line, &s); err == nil {
			j.steps = append(j.steps, s)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(j.steps)+2, err)
		}
		j.size += int64(len(line))
	}
	return j, nil
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
