package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"vertigo/board"
	"vertigo/internal/system/cli"
	"vertigo/lab/gamedata"
	"vertigo/movegen"
	"vertigo/search"
)

// player plays games one after the other on one core. It is not safe for concurrent use.
type player struct {
	settings settings
	engine   *search.Engine
	line     []board.Move // the best line of the last search
}

// newPlayer returns a player. close gives its memory back.
func newPlayer(s settings) (*player, error) {
	if err := s.complete(); err != nil {
		return nil, err
	}
	engine, err := search.NewEngine(s.hash, 1)
	if err != nil {
		return nil, err
	}
	return &player{settings: s, engine: engine}, nil
}

// close ends the player's search and gives its memory back.
func (p *player) close() { p.engine.Close() }

// play plays the game of the given number into g, whose plies it overwrites. When the context ends, it abandons the
// game, in the middle of a search too, and returns the context's error.
func (p *player) play(ctx context.Context, number uint64, g *gamedata.Game) error {
	g.ID, g.Plies, g.LinePlies = number, g.Plies[:0], p.settings.linePlies
	rng := rand.New(rand.NewPCG(p.settings.seed, number))
	if err := p.open(ctx, rng, g); err != nil {
		return err
	}
	game := board.NewGame(g.Start)
	var line []board.Move // the moves to play next, by the last search for a score
	lineScore := 0        // the score of that search for the side to move
	var err error
	g.Result, err = gamedata.Play(game, g.FirstPly(), p.settings.Adjudication, func() (best board.Move, score int, err error) {
		// A position in check is not fit for training (gamedata.InCheck), so it is not worth a label.
		scored := g.FirstPly()+len(g.Plies) >= gamedata.MinPly && !game.Position.InCheck()
		switch {
		case len(line) > 0:
			best, score = line[0], lineScore
			line, lineScore = line[1:], -lineScore
		case scored && rng.Float64() < p.settings.scoreShare:
			best, score, err = p.search(ctx, game, p.limits(&game.Position))
			lineScore = -score
			if len(p.line) > 0 && p.line[0] == best {
				line = p.line[1:min(len(p.line), 1+p.settings.linePlies)]
			}
		default:
			scored = false
			best, score, err = p.search(ctx, game, p.quickLimits())
		}
		ply := gamedata.Ply{Move: best, Score: gamedata.NoScore}
		if scored {
			ply.Score = gamedata.ClampScore(score)
		}
		g.Plies = append(g.Plies, ply)
		return best, score, err
	})
	return err
}

// open draws openings until one is roughly equal. Later searches, those of the game included, may build on what earlier ones have
// learned: all of them depend on the settings and the number of the game alone.
func (p *player) open(ctx context.Context, rng *rand.Rand, g *gamedata.Game) error {
	s := &p.settings
	p.engine.NewGame() // nothing may depend on earlier games
	fischerRandom := rng.Float64() < s.fischerRandom
	for {
		game := board.NewGame(randomOpening(rng, fischerRandom, s.randomPlies+rng.IntN(2)))
		for ply := 0; ply < s.softmaxPlies && !ended(game); ply++ {
			m, err := p.draw(ctx, rng, game)
			if err != nil {
				return err
			}
			game.Play(m)
		}
		g.Start = game.Position
		if ended(game) {
			continue
		}
		_, score, err := p.search(ctx, board.NewGame(g.Start), soft(s.openingNodes, 8*s.openingNodes))
		if err != nil {
			return err
		}
		if score <= s.openingLimit && score >= -s.openingLimit {
			return nil
		}
	}
}

// ended reports whether the rules of chess end the game, without regard to positions that have repeated.
func ended(g *board.Game) bool {
	return movegen.EndOfGame(board.NewGame(g.Position)) != movegen.Unfinished
}

// draw draws a move with a probability in proportion to exp(score/temperature). It picks moves at random until it keeps one: the
// best always, any other with the probability exp((score-highest)/temperature). So only a few moves need to be searched.
func (p *player) draw(ctx context.Context, rng *rand.Rand, game *board.Game) (board.Move, error) {
	moves := movegen.LegalMoves(&game.Position)
	best, highest, err := p.search(ctx, game, search.Limits{Depth: 1})
	for err == nil {
		m := moves[rng.IntN(len(moves))]
		if m == best {
			break
		}
		var score int
		_, score, err = p.search(ctx, game, search.Limits{Depth: 1, SearchMoves: []board.Move{m}})
		if rng.Float64() < math.Exp(float64(score-highest)/p.settings.temperature) {
			return m, err
		}
	}
	return best, err
}

// quickLimits returns the limits of a search whose score is not recorded.
func (p *player) quickLimits() search.Limits {
	return soft(p.settings.quickNodes, 8*p.settings.quickNodes)
}

// limits returns the limits of a search of the given position whose score is recorded.
func (p *player) limits(pos *board.Position) search.Limits {
	l := soft(p.settings.nodes, p.settings.hardNodes)
	l.StopIf = func(best board.Move, nodes uint64) bool {
		return nodes >= p.settings.tacticalNodes && !pos.IsQuiet(best)
	}
	return l
}

// search returns the best move and its score, and keeps the best line. The error is that of the context, if it ends before the
// search has.
func (p *player) search(ctx context.Context, g *board.Game, l search.Limits) (best board.Move, score int, err error) {
	p.line = p.line[:0]
	r := p.engine.Search(ctx, g, l, search.Reporter{Info: func(i search.Info) { p.line = append(p.line[:0], i.PV...) }})
	return r.Best, r.Score, ctx.Err()
}

// playAll plays games on the given number of workers, each with a search of its own, until next has no more numbers, keep fails,
// or the context ends; games in progress are then abandoned. Keep gets the games in the order of next, whatever the number of
// workers.
func playAll(ctx context.Context, s settings, workers int, next func() (number uint64, ok bool),
	keep func(*gamedata.Game) error) error {
	var players []*player
	defer func() {
		for _, p := range players {
			p.close()
		}
	}()
	for range workers {
		p, err := newPlayer(s)
		if err != nil {
			return err
		}
		players = append(players, p)
	}
	return cli.Pipeline(ctx, players, func(_ context.Context, emit func(*gamedata.Game, ...*gamedata.Game) bool) error {
		for number, ok := next(); ok; number, ok = next() {
			if g := (&gamedata.Game{ID: number}); !emit(g, g) {
				break
			}
		}
		return nil
	}, func(ctx context.Context, p *player, g *gamedata.Game) error { return p.play(ctx, g.ID, g) }, keep)
}

// signature returns a number that two builds of the engine hardly ever share unless they play alike: the nodes and scores of
// searches of fixed depth of an opening, a middlegame and an endgame. It decides whether games can be added to those of an
// earlier run.
func signature() (string, error) {
	engine, err := search.NewEngine(1, 1)
	if err != nil {
		return "", err
	}
	defer engine.Close()
	nodes, scores := uint64(0), 0
	for _, fen := range [...]string{
		board.StartFEN,
		"r2q1rk1/1b2bppp/p1n1pn2/1pp5/8/1BNP1N2/PP2QPPP/R1BR2K1 w - - 0 13",
		"8/5pk1/4p1p1/1r2P2p/5P1P/1R4P1/5K2/8 w - - 4 45",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return "", err
		}
		engine.NewGame()
		r := engine.Search(context.Background(), board.NewGame(p), search.Limits{Depth: 10}, search.Reporter{})
		nodes += r.Nodes
		scores = 31*scores + r.Score
	}
	return fmt.Sprintf("%d/%d", nodes, scores), nil
}
