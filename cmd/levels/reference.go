package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// The ratings that the reference, Stockfish 15.1, offers.
const lowestReference, highestReference = 1350, 2850

// referenceDepth returns the iteration after which Stockfish 15.1 chooses its move at a limited rating. What it searches
// after that changes nothing.
func referenceDepth(elo int) int {
	return 1 + int(math.Pow((float64(elo)-1346.6)/143.4, 1/0.806))
}

// farewell is how long an engine may take to end.
const farewell = 10 * time.Second

// reference is the engine whose ratings are the scale, a process that speaks UCI.
type reference struct {
	command  *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Scanner
	elo      int
	farewell time.Duration // that it is given at the end
}

// startReference starts the engine.
func startReference(path string) (*reference, error) {
	r := &reference{command: exec.Command(path), farewell: farewell}
	var err error
	if r.in, err = r.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := r.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.out = bufio.NewScanner(out)
	if err := r.command.Start(); err != nil {
		return nil, err
	}
	if err := r.send("uci\nsetoption name Hash value 16\nsetoption name UCI_LimitStrength value true"); err != nil {
		r.close()
		return nil, err
	}
	if _, err := r.wait("uciok", nil); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// close ends the engine, by force if it does not heed the end of its input.
func (r *reference) close() {
	r.in.Close() // which UCI engines take for quit
	late := time.AfterFunc(r.farewell, func() { r.command.Process.Kill() })
	defer late.Stop()
	r.command.Wait()
}

func (r *reference) send(commands string) error {
	if _, err := io.WriteString(r.in, commands+"\n"); err != nil {
		return fmt.Errorf("%s: %w", r.command.Path, err)
	}
	return nil
}

// wait reads lines until one begins with the word, and returns that one. The lines before it are heard, if anybody listens.
func (r *reference) wait(word string, hear func(line string)) (string, error) {
	for r.out.Scan() {
		line := r.out.Text()
		if first, _, _ := strings.Cut(line, " "); first == word {
			return line, nil
		}
		if hear != nil {
			hear(line)
		}
	}
	err := r.out.Err()
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return "", fmt.Errorf("%s: waiting for %q: %w", r.command.Path, word, err)
}

// newGame begins a game at the rating.
func (r *reference) newGame(elo int) error {
	r.elo = elo
	if err := r.send(fmt.Sprintf("setoption name UCI_Elo value %d\nucinewgame\nisready", elo)); err != nil {
		return err
	}
	_, err := r.wait("readyok", nil)
	return err
}

// move returns the engine's move after the moves that have led from start to g, and its score in centipawns for the side to move.
func (r *reference) move(start string, moves []string, g *board.Game) (board.Move, int, error) {
	command := "position fen " + start
	if len(moves) > 0 {
		command += " moves " + strings.Join(moves, " ")
	}
	if err := r.send(fmt.Sprintf("%s\ngo depth %d", command, referenceDepth(r.elo))); err != nil {
		return board.NoMove, 0, err
	}
	score := 0
	line, err := r.wait("bestmove", func(line string) {
		if s, ok := firstLineScore(line); ok {
			score = s
		}
	})
	if err != nil {
		return board.NoMove, 0, err
	}
	words := strings.Fields(line)
	if len(words) < 2 {
		return board.NoMove, 0, errors.New(r.command.Path + ": bestmove without a move")
	}
	m, err := movegen.ParseMove(&g.Position, words[1])
	if err != nil {
		return board.NoMove, 0, fmt.Errorf("%s: %w", r.command.Path, err)
	}
	return m, score, nil
}

// firstLineScore returns the score of an info line, in centipawns or as a mate score of package scores. It is ok for the best
// line only.
func firstLineScore(line string) (score int, ok bool) {
	words := strings.Fields(line)
	for i, word := range words {
		switch {
		case word == "multipv" && i+1 < len(words) && words[i+1] != "1":
			return 0, false
		case word == "score" && i+2 < len(words):
			n, err := strconv.Atoi(words[i+2])
			if err != nil {
				return 0, false
			}
			switch {
			case words[i+1] == "mate" && n > 0:
				n = scores.Mate - 2*n + 1
			case words[i+1] == "mate":
				n = -scores.Mate - 2*n
			}
			score, ok = n, true
		}
	}
	return score, ok
}
