package game

import (
	"fmt"

	"vertigo/internal/pgn"
)

// Job is a line or a game of the input that has not been read.
type Job struct {
	Origin
	Source string     // name of the file, or of another kind of input
	Where  string     // the place in it, for messages
	End    int64      // bytes of all inputs up to the end of this job
	PGN    *pgn.Game  // the words of the game, if they are known
	Judged *Judgement // by an earlier analysis, whose results are the input; nil if the job is still to be read
}

// Origin is a job as the input has it.
type Origin struct {
	Number int     `json:"job"`             // from 0, over all inputs
	Input  int     `json:"input"`           // which of the inputs, from 0
	At     int     `json:"at,omitempty"`    // the line or the game of the input, from 1; 0 if it is a position
	Line   int     `json:"line,omitempty"`  // where the game begins, from 1
	Kind   string  `json:"kind"`            // epd, json or pgn
	Text   RawText `json:"text,omitempty"`  // the line or the game
	Error  RawText `json:"error,omitempty"` // why a line or game could not be read here
}

// NewJob makes the job of that origin.
func NewJob(o Origin, source string, end int64) *Job {
	j := &Job{Origin: o, Source: source, Where: source, End: end}
	switch {
	case o.Kind == "pgn":
		j.Where = source + ": " + o.game()
	case o.At > 0:
		j.Where = fmt.Sprintf("%s:%d", source, o.At)
	}
	return j
}

// game returns the name of a game in messages.
func (o Origin) game() string { return fmt.Sprintf("game %d", o.At) }

// place returns the name of a line of the job's text in messages.
func (j *Job) place(line int) string {
	switch {
	case j.Kind != "pgn":
		return j.Where
	case j.Line == 0:
		return fmt.Sprintf("%s, line %d of it", j.Where, line)
	}
	return fmt.Sprintf("%s:%d: %s", j.Source, j.Line+line-1, j.game())
}

// Refuse returns the job as one that cannot be read, for that reason. It does not keep the text.
func (j *Job) Refuse(reason string) *Judgement {
	o := j.Origin
	o.Text, o.Error = "", RawText(reason)
	return NewJob(o, j.Source, j.End).Read().Unasked().Judge()
}
