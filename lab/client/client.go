// Package client drives engines, which are processes that speak UCI.
package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// The time limits for an engine to answer uci, and to end after quit. Even a busy machine needs less.
const (
	startLimit = time.Minute
	closeLimit = 10 * time.Second
)

// maxLine bounds the lines of an engine in bytes.
const maxLine = 1 << 20

// Engine is an engine that has been started. It answers one question at a time.
type Engine struct {
	path    string
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	limit   time.Duration // to end in
	ended   error         // the result of the process, once it has ended; never nil then
}

// Start starts the engine of the given path, or the program that a shell finds by that name. When the context ends, the engine
// is killed.
func Start(ctx context.Context, path string) (*Engine, error) { return start(ctx, path, startLimit) }

func start(ctx context.Context, path string, limit time.Duration) (*Engine, error) {
	e := &Engine{path: path, command: exec.CommandContext(ctx, path), limit: closeLimit}
	var err error
	if e.in, err = e.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := e.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	e.out = bufio.NewScanner(out)
	e.out.Buffer(nil, maxLine)
	if err := e.command.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(limit, func() { _ = e.command.Process.Kill() })
	defer timer.Stop()
	if err := e.send("uci"); err != nil {
		return nil, err
	}
	if _, err := e.wait("uciok", nil); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// Set sets an option, which an engine without it ignores.
func (e *Engine) Set(option string, value any) error {
	return e.send(fmt.Sprintf("setoption name %s value %v", option, value))
}

// NewGame sends ucinewgame and waits until the engine is ready.
func (e *Engine) NewGame() error {
	if err := e.send("ucinewgame\nisready"); err != nil {
		return err
	}
	_, err := e.wait("readyok", nil)
	return err
}

// Search has the engine search a position, such as "startpos moves e2e4", within limits, such as "nodes 1000".
func (e *Engine) Search(position, limits string) (Answer, error) {
	var a Answer
	if err := e.send("position " + position + "\ngo " + limits); err != nil {
		return a, err
	}
	line, err := e.wait("bestmove", func(line string) {
		if info := parseInfo(line); info.Scored {
			a = info
		}
	})
	if err != nil {
		return a, err
	}
	words := strings.Fields(line)
	if len(words) < 2 {
		return a, fmt.Errorf("%s: bestmove without a move", e.path)
	}
	a.Move = words[1]
	return a, nil
}

// Close ends the engine. The error says that it did not end well; an engine that was found dead before is none.
func (e *Engine) Close() error {
	if e.ended != nil {
		return nil
	}
	if err := e.finish("quit\n"); err != nil {
		return fmt.Errorf("%s: %w", e.path, err)
	}
	return nil
}

// finish sends a last command, waits for the process to end, and returns its result.
func (e *Engine) finish(command string) error {
	timer := time.AfterFunc(e.limit, func() { _ = e.command.Process.Kill() })
	defer timer.Stop()
	_, _ = io.WriteString(e.in, command) // it may have ended, which Wait reports
	_ = e.in.Close()
	return e.command.Wait()
}

func (e *Engine) send(commands string) error {
	if e.ended != nil {
		return e.ended
	}
	if _, err := io.WriteString(e.in, commands+"\n"); err != nil {
		first, _, _ := strings.Cut(commands, "\n")
		return e.end(fmt.Sprintf("sending %q", first), err)
	}
	return nil
}

// wait reads lines until one begins with the word, and returns it. The lines before it go to each, unless that is nil.
func (e *Engine) wait(word string, each func(line string)) (string, error) {
	for e.out.Scan() {
		line := e.out.Text()
		if first, _, _ := strings.Cut(line, " "); first == word {
			return line, nil
		}
		if each != nil {
			each(line)
		}
	}
	err := e.out.Err()
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return "", e.end(fmt.Sprintf("waiting for %q", word), err)
}

// end ends an engine that cannot be used any more. It returns an error with the action, its error and the result of the
// process.
func (e *Engine) end(doing string, err error) error {
	state := "it has ended"
	if after := e.finish(""); after != nil {
		state = after.Error()
	}
	e.ended = fmt.Errorf("%s: %s: %w (%s)", e.path, doing, err, state)
	return e.ended
}
