package answer

import (
	"fmt"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/input"
	"vertigo/movegen"
	"vertigo/tt"
)

// Saved is an answer as files have it. Castling is king takes rook.
type Saved struct {
	Scope      string      `json:"scope,omitempty"` // behind or out, see Scope
	Best       string      `json:"best,omitempty"`
	Nodes      uint64      `json:"nodes"`
	Time       int64       `json:"ns"`
	SolveNodes uint64      `json:"solve_nodes,omitempty"`
	SolveTime  int64       `json:"solve_ns,omitempty"`
	Lines      []SavedLine `json:"lines,omitempty"`

	Threat     *SavedLine    `json:"threat,omitempty"` // of the opponent, at the position after a pass
	Difficulty []Level       `json:"difficulty,omitempty"`
	Course     []SavedChange `json:"course,omitempty"`
	First      *savedFirst   `json:"first,omitempty"` // of a shorter search before
}

// savedFirst is the result of the first of two searches.
type savedFirst struct {
	Score int    `json:"score"`
	Best  string `json:"best"`
}

// SavedLine is one of the best lines.
type SavedLine struct {
	Score    int    `json:"score"`           // side-to-move centipawns or mate score
	Bound    string `json:"bound,omitempty"` // lower or upper, for a score that is not exact
	Known    bool   `json:"known,omitempty"` // score is what the tablebases know
	Depth    int    `json:"depth"`
	SelDepth int    `json:"seldepth"`
	Moves    string `json:"pv"`
}

// SavedChange is a moment at which another move became the best.
type SavedChange struct {
	Move  string        `json:"move"`
	Depth int           `json:"depth"` // plies
	Nodes uint64        `json:"nodes"`
	Time  time.Duration `json:"ns"` // since the beginning of the search, in whole microseconds
}

// BoundNames are the names of bounds in JSON; an exact score has none.
var BoundNames = map[tt.Bound]string{tt.Lower: "lower", tt.Upper: "upper"}

// NamedBound returns the bound of that name, an exact one if there is none.
func NamedBound(name string) tt.Bound {
	for bound, its := range BoundNames {
		if its == name {
			return bound
		}
	}
	return tt.Exact
}

// scopeNames are the names of scopes in JSON; Whole has none.
var scopeNames = map[Scope]string{Behind: "behind", LeftOut: "out"}

// namedScope returns the scope of that name.
func namedScope(name string) Scope {
	for scope, its := range scopeNames {
		if its == name {
			return scope
		}
	}
	return Whole
}

// Save returns the form for a file of an answer about root.
func (a *Answer) Save(root *board.Position) Saved {
	s := Saved{Scope: scopeNames[a.Scope], Nodes: a.Nodes, Time: int64(a.Time)}
	if a.Solved {
		s.SolveNodes, s.SolveTime = a.SolveNodes, int64(a.SolveTime)
	}
	if a.Best != board.NoMove {
		s.Best = movegen.FormatMove(root, a.Best, true)
	}
	for _, l := range a.Lines {
		s.Lines = append(s.Lines, l.save(root))
	}
	if a.Threat != nil {
		passed, _ := Pass(root)
		threat := a.Threat.save(&passed)
		s.Threat = &threat
	}
	if a.Difficulty != nil {
		s.Difficulty = a.Difficulty.Levels
	}
	for _, c := range a.Course {
		s.Course = append(s.Course, SavedChange{movegen.FormatMove(root, c.Move, true), c.Depth, c.Nodes, c.Time})
	}
	if a.First != nil {
		s.First = &savedFirst{a.First.Score, movegen.FormatMove(root, a.First.Best, true)}
	}
	return s
}

// DropTimes sets all times to 0.
func (s *Saved) DropTimes() {
	s.Time, s.SolveTime = 0, 0
	for i := range s.Course {
		s.Course[i].Time = 0
	}
}

// LeftOut reports whether the position was not searched.
func (s *Saved) LeftOut() bool { return namedScope(s.Scope) == LeftOut }

// save returns the form for a file of a line that begins at root.
func (l *Line) save(root *board.Position) SavedLine {
	words := movegen.FormatLine(root, l.Moves, true)
	return SavedLine{l.Score, BoundNames[l.Bound], l.Known, l.Depth, l.SelDepth, strings.Join(words, " ")}
}

// load returns the line that save was given.
func (s *SavedLine) load(root board.Position) (l Line, err error) {
	l = Line{Score: s.Score, Bound: NamedBound(s.Bound), Known: s.Known, Depth: s.Depth, SelDepth: s.SelDepth}
	for _, word := range strings.Fields(s.Moves) {
		m, err := ExactMove(&root, word)
		if err != nil {
			return l, err
		}
		var next board.Position
		root.Make(m, &next)
		root, l.Moves = next, append(l.Moves, m)
	}
	return l, nil
}

// loadThreat gives the answer the threat that is saved.
func (s *Saved) loadThreat(a *Answer, root *board.Position) error {
	if s.Threat == nil {
		return nil
	}
	passed, ok := Pass(root)
	if !ok {
		return fmt.Errorf("a threat in a position without a null move, %s", root.FEN())
	}
	threat, err := s.Threat.load(passed)
	a.Threat = &threat
	return err
}

// loadDifficulty gives the answer the difficulty that is saved.
func (s *Saved) loadDifficulty(a *Answer) error {
	if len(s.Difficulty) == 0 {
		return nil
	}
	rating, err := ratingOf(s.Difficulty)
	a.Difficulty = &rating
	return err
}

// Load returns the answer about p that Save was given.
func (s *Saved) Load(p *input.Position) (a Answer, err error) {
	a = Answer{
		Scope: namedScope(s.Scope), Nodes: s.Nodes, Time: time.Duration(s.Time), SolveNodes: s.SolveNodes, SolveTime: time.Duration(s.SolveTime),
		Judged: p.Judged(),
	}
	if s.Best != "" {
		if a.Best, err = ExactMove(&p.Game.Position, s.Best); err != nil {
			return a, err
		}
		a.Solved = a.Judged && p.IsRight(a.Best)
	}
	for _, saved := range s.Lines {
		l, err := saved.load(p.Game.Position)
		if err != nil {
			return a, err
		}
		a.Lines = append(a.Lines, l)
	}
	if err := s.loadThreat(&a, &p.Game.Position); err != nil {
		return a, err
	}
	if err := s.loadDifficulty(&a); err != nil {
		return a, err
	}
	for _, c := range s.Course {
		m, err := ExactMove(&p.Game.Position, c.Move)
		if err != nil {
			return a, err
		}
		a.Course = append(a.Course, Change{m, c.Depth, c.Nodes, c.Time})
	}
	if s.First != nil {
		a.First = &First{Score: s.First.Score}
		a.First.Best, err = ExactMove(&p.Game.Position, s.First.Best)
	}
	return a, err
}

// ExactMove returns the legal move that is written so with castling as king takes rook.
func ExactMove(p *board.Position, word string) (board.Move, error) {
	from, _ := board.ParseSquare(word[:min(2, len(word))])
	var list movegen.List
	movegen.Generate(p, &list, movegen.All)
	for _, m := range list.Slice() {
		if m.From() == from && movegen.FormatMove(p, m, true) == word {
			return m, nil
		}
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", word, p.FEN())
}
