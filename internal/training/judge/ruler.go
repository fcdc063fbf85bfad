package judge

import (
	"context"
	"errors"
	"fmt"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/engine/client"
	"vertigo/internal/system/pipeline"
	"vertigo/movegen"
)

// Ruler is how the ruler is asked.
type Ruler struct {
	Engine  string // path of an engine with the option UCI_ShowWDL
	Engines int    // how many of it run at a time
	Nodes   int    // of each search
	Hash    int    // MiB of each engine
}

// Judged is a position with all that the ruler says of it.
type Judged struct {
	Position
	Centipawns int // its score for the side to move, in its own unit; a mate is 10000 or -10000
	Best       board.Move
}

// mateCentipawns stands for mates where scores are centipawns.
const mateCentipawns = 10000

// Judge asks the ruler about the positions, each as the first of a new game, and hands them to emit in their order. If the
// context ends, an engine fails or emit returns an error, no more positions are begun; all those before the first one
// that is missing have been handed on.
func (r Ruler) Judge(ctx context.Context, positions []Position, emit func(Judged) error) (err error) {
	var engines []*client.Engine
	defer func() {
		for _, e := range engines {
			err = errors.Join(err, e.Close())
		}
		if ctx.Err() != nil {
			err = ctx.Err()
		}
	}()
	for range r.Engines {
		e, err := r.start(ctx)
		if err != nil {
			return err
		}
		engines = append(engines, e)
	}
	return pipeline.Run(ctx, engines, func(_ context.Context, more func(*Judged, ...*Judged) bool) error {
		for _, p := range positions {
			if j := (&Judged{Position: p}); !more(j, j) {
				break
			}
		}
		return nil
	}, func(_ context.Context, e *client.Engine, j *Judged) (err error) {
		p := j.Position
		if *j, err = r.ask(e, p); err != nil {
			return fmt.Errorf("position %s: %w", p.FEN(), err)
		}
		return nil
	}, func(j *Judged) error { return emit(*j) })
}

// start starts an engine and sets its options.
func (r Ruler) start(ctx context.Context) (*client.Engine, error) {
	e, err := client.Start(ctx, r.Engine)
	if err != nil {
		return nil, err
	}
	if err = e.Set("Hash", r.Hash); err == nil && !e.Has("UCI_ShowWDL") {
		err = fmt.Errorf("%s: it has no option UCI_ShowWDL, so its scores have no expected scores", r.Engine)
	}
	if err == nil {
		err = e.Set("UCI_ShowWDL", true)
	}
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// ask has the engine judge a position.
func (r Ruler) ask(e *client.Engine, p Position) (Judged, error) {
	if err := e.NewGame(); err != nil {
		return Judged{}, err
	}
	a, err := e.Search("fen "+p.FEN(), fmt.Sprintf("nodes %d", r.Nodes))
	if err != nil {
		return Judged{}, err
	}
	return r.judged(p, a)
}

// judged returns the position with the engine's answer.
func (r Ruler) judged(p Position, a client.Answer) (j Judged, err error) {
	j.Position = p
	if j.Best, err = movegen.ParseMove(&p.Position, a.Move); err != nil {
		return j, fmt.Errorf("%s: %w", r.Engine, err)
	}
	j.Quiet = p.IsQuiet(j.Best)
	j.Centipawns = a.Score
	if scores.IsMate(a.Score) {
		j.Centipawns = mateCentipawns
		if a.Score < 0 {
			j.Centipawns = -mateCentipawns
		}
	}
	switch {
	case !a.Scored:
		return j, fmt.Errorf("%s: a move without an exact score", r.Engine)
	case !a.HasOdds:
		return j, fmt.Errorf("%s: a score without the odds that UCI_ShowWDL asks for", r.Engine)
	}
	j.Expected = float64(2*a.Odds[0]+a.Odds[1]) / 2000
	return j, nil
}
