package gamedata

import (
	"errors"
	"fmt"

	"vertigo/board"
)

// maxPlies bounds the length of a game.
const maxPlies = 1<<16 - 1

// resultCount is the number of results.
const resultCount = 3

// errShort says that the data end within a game.
var errShort = errors.New("the data end within a game")

// appendBody appends the body of g, which must be a game that Check has nothing against.
func appendBody(dst []byte, g *Game) []byte {
	e := newEncoder(dst)
	putStart(&e, &g.Start)
	e.put(uint32(g.Result), 1, resultCount)
	putNumber(&e, uint32(len(g.Plies)))
	last := board.NoMove
	g.Positions(func(p *board.Position, _ int, pl Ply) bool {
		putMove(&e, p, last, pl.Move)
		last = pl.Move
		return true
	})
	return appendScores(e.finish(), g.Plies)
}

// decodeBody reads the body at the beginning of data into g, whose plies it overwrites, and returns its size. Any data are
// safe: anything but a legal game is an error.
func decodeBody(data []byte, g *Game) (size int, err error) {
	d := newDecoder(data)
	if err := takeStart(&d, &g.Start); err != nil {
		return 0, err
	}
	g.Result = Result(d.pick(resultCount))
	g.makePlies(int(takeNumber(&d)))
	if err := takeMoves(&d, g); err != nil {
		return 0, err
	}
	moves := d.used()
	if moves > len(data) {
		return 0, errShort
	}
	scores, err := takeScores(data[moves:], g.Plies)
	return moves + scores, err
}

// takeMoves reads the moves of the plies of g.
func takeMoves(d *decoder, g *Game) error {
	var frames [2]board.Position
	frames[0] = g.Start
	last := board.NoMove
	var c choice
	for i := range g.Plies {
		if d.used() > len(d.data) {
			return errShort
		}
		p := &frames[i&1]
		move := takeMove(d, &c, p, last)
		if move == board.NoMove {
			return fmt.Errorf("ply %d is not legal", i)
		}
		g.Plies[i].Move = move
		last = move
		p.Make(move, &frames[i&1^1])
	}
	return nil
}

// makePlies gives g room for n plies.
func (g *Game) makePlies(n int) {
	if cap(g.Plies) < n {
		g.Plies = make([]Ply, n, n+n/2)
	}
	g.Plies = g.Plies[:n]
}
