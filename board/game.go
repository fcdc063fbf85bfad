package board

// Game is a position together with the Zobrist keys of the positions that led to it, which the draw by repetition
// needs. The zero Game is not usable; see NewGame.
type Game struct {
	Position Position
	Keys     []uint64 // keys of the earlier positions, oldest first, Position's own not included
}

// maxKeys is how many keys are kept: the count of the fifty-move rule, by which repetitions are looked for, goes no further.
const maxKeys = 255

// NewGame returns a game that starts at p.
func NewGame(p Position) *Game { return &Game{Position: p} }

// Play makes the legal move m, or passes if it is NoMove and the side to move is not in check. Keys of positions before an
// irreversible move or a pass are dropped, since these positions cannot occur again by the rules, and so are the oldest keys.
func (g *Game) Play(m Move) {
	if m == NoMove {
		p := g.Position
		p.MakeNull(&g.Position)
		g.Keys = g.Keys[:0]
		return
	}
	g.Keys = append(g.Keys, g.Position.Key())
	var next Position
	g.Position.Make(m, &next)
	g.Position = next
	switch {
	case next.Rule50() == 0:
		g.Keys = g.Keys[:0]
	case len(g.Keys) > maxKeys:
		g.Keys = append(g.Keys[:0], g.Keys[1:]...)
	}
}

// Clone returns a copy that shares nothing with g.
func (g *Game) Clone() *Game {
	return &Game{Position: g.Position, Keys: append([]uint64(nil), g.Keys...)}
}

// Repetitions returns how often the present position has occurred earlier in the game.
func (g *Game) Repetitions() int { return g.Occurrences(g.Position.Key()) }

// Occurrences returns how often the position with the given key has occurred before the present one, as far back as the game may
// repeat it.
func (g *Game) Occurrences(key uint64) int {
	n := 0
	for _, k := range g.Keys {
		if k == key {
			n++
		}
	}
	return n
}
