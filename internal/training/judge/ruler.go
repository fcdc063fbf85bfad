package judge

import (
	"context"
	"errors"
	"fmt"

	"vertigo/internal/system/pipeline"
	"vertigo/internal/training/client"
	"vertigo/movegen"
)

// Ruler is how the ruler is asked.
type Ruler struct {
	Engine  string // path of an engine with the option UCI_ShowWDL
	Engines int    // how many of it run at a time
	Nodes   int    // of each search
	Hash    int    // MiB of each engine
}

// Judge asks the ruler about the positions, each as the first of a new game, and sets Expected and Quiet. It calls done after
// each of them, in their order. If the context ends or an engine fails, no more positions are begun.
func (r Ruler) Judge(ctx context.Context, positions []Position, done func()) (err error) {
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
	return pipeline.Run(ctx, engines, func(_ context.Context, emit func(*Position, ...*Position) bool) error {
		for i := range positions {
			if p := &positions[i]; !emit(p, p) {
				break
			}
		}
		return nil
	}, func(_ context.Context, e *client.Engine, p *Position) error {
		if err := r.ask(e, p); err != nil {
			return fmt.Errorf("position %s: %w", p.FEN(), err)
		}
		return nil
	}, func(*Position) error {
		done()
		return nil
	})
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
func (r Ruler) ask(e *client.Engine, p *Position) error {
	if err := e.NewGame(); err != nil {
		return err
	}
	a, err := e.Search("fen "+p.FEN(), fmt.Sprintf("nodes %d", r.Nodes))
	if err != nil {
		return err
	}
	return r.take(p, a)
}

// take sets what the engine's answer says of a position.
func (r Ruler) take(p *Position, a client.Answer) error {
	best, err := movegen.ParseMove(&p.Position, a.Move)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", r.Engine, err)
	case !a.Scored:
		return fmt.Errorf("%s: a move without an exact score", r.Engine)
	case !a.HasOdds:
		return fmt.Errorf("%s: a score without the odds that UCI_ShowWDL asks for", r.Engine)
	}
	p.Quiet = p.IsQuiet(best)
	p.Expected = float64(2*a.Odds[0]+a.Odds[1]) / 2000
	return nil
}
