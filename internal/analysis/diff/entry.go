package diff

import (
	"strings"

	"vertigo/internal/analysis/answer"
)

// entry is an answer of one of the two files.
type entry struct {
	answer.Answer
	Where string // its place in the input
	ID    string // what the input calls it, "" if nothing
	order int    // in its file
}

// newEntry returns the entry of the answer about position i of a job. It does not keep the job in memory.
func newEntry(j *answer.Job, i int) *entry {
	return &entry{Answer: j.Answers[i], Where: answer.PlainText(j.Where), ID: answer.PlainText(j.Positions[i].ID)}
}

// expected returns the expected score of White, 0 to 1.
func (e *entry) expected() float64 { return e.Top().Odds().Expected() }

// place returns the place of the position and its name.
func (e *entry) place() string { return answer.Place(e.Where, e.ID) }

// key holds the properties by which entries are paired. The move number does not count, since no answer depends on it.
type key struct{ fen, id string }

func (e *entry) key() key {
	fen := e.Root.FEN()
	return key{fen[:strings.LastIndexByte(fen, ' ')], e.ID}
}

// sameAnswer reports whether the two entries have the same best move and score.
func sameAnswer(a, b *entry) bool { return a.Best == b.Best && a.Top().Shown() == b.Top().Shown() }
