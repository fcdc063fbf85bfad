package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/movegen"
	"vertigo/search"
)

// Setting holds everything that the answers of an analysis depend on, besides the position and the searches before it.
type Setting struct {
	Engine  string        `json:"engine"`  // its name and version
	Build   string        `json:"build"`   // of that version, see commandline.Program
	Network string        `json:"network"` // name of the one that evaluates, with its hash
	Limits  answer.Limits `json:"limits"`  // of the search, and the size of the chunks in which positions share a table
}

// Answer is the result of a search of a position, without anything that depends on the source of the position. Moves are in
// long algebraic notation with castling as king takes rook.
type Answer struct {
	FEN    string
	Best   string // empty if there is no legal move
	Nodes  uint64
	Time   time.Duration        // of the search, in whole microseconds
	Lines  []answer.SavedLine   // the best first; empty only if there is no legal move
	Course []answer.SavedChange // the best moves on the way, the first one included
}

// NewAnswer returns the answer about p for a store.
func NewAnswer(p *input.Position, a *answer.Answer) *Answer {
	saved := a.Save(&p.Game.Position)
	return &Answer{p.Game.Position.FEN(), saved.Best, saved.Nodes, a.Time, saved.Lines, saved.Course}
}

// About returns the answer for p, which must be its position.
func (a *Answer) About(p *input.Position) (answer.Answer, error) {
	saved := answer.Saved{Best: a.Best, Nodes: a.Nodes, Time: int64(a.Time), Lines: a.Lines, Course: a.Course}
	full, err := saved.Load(p)
	full.Judge(p)
	return full, err
}

// row is an answer as the table has it.
type row struct {
	key             []byte
	setting         int64
	fen, best       string
	nodes, us       int64
	score           int
	bound           string
	known           bool
	cp, mate        *int // the score as people see it; one of them is nil
	depth, selDepth int
	pv              string
	more, course    string // JSON, empty for none
	added           int64  // seconds since 1970
}

// rowColumns are the columns of a row, with the checksum.
const rowColumns = "key, setting, fen, best, nodes, us, score, bound, known, cp, mate, depth, seldepth, pv, more, course, added, sum"

// values returns the values of the columns.
func (r *row) values() []any {
	values := []any{r.key, r.setting, r.fen, r.best, r.nodes, r.us, r.score, r.bound, r.known, r.cp, r.mate, r.depth, r.selDepth, r.pv, r.more,
		r.course, r.added}
	return append(values, checksum(values...))
}

// scanRow reads a row. The error is ErrDamaged if the checksum is not that of the row.
func scanRow(rows *sql.Rows) (r row, err error) {
	var sum int64
	if err := rows.Scan(&r.key, &r.setting, &r.fen, &r.best, &r.nodes, &r.us, &r.score, &r.bound, &r.known, &r.cp, &r.mate, &r.depth,
		&r.selDepth, &r.pv, &r.more, &r.course, &r.added, &sum); err != nil {
		return r, fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	if values := r.values(); len(r.key) != len(Key{}) || values[len(values)-1] != sum {
		return r, ErrDamaged
	}
	return r, nil
}

// checksum returns the checksum of values that belong together. It detects changes that SQLite does not notice.
func checksum(values ...any) int64 {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // cannot happen: every value is a number, a string or bytes
	}
	return int64(xxhash.Sum64(text))
}

// row returns the row of an answer that was found with a setting.
func (a *Answer) row(key Key, setting, added int64) (row, error) {
	r := row{key: key[:], setting: setting, fen: a.FEN, best: a.Best, nodes: int64(a.Nodes), us: a.Time.Microseconds(), course: listText(a.Course),
		added: added}
	if len(a.Lines) > 0 {
		l := &a.Lines[0]
		r.score, r.bound, r.known, r.depth, r.selDepth, r.pv = l.Score, l.Bound, l.Known, l.Depth, l.SelDepth, l.Moves
		r.more = listText(a.Lines[1:])
	}
	shown, err := r.shown()
	r.cp, r.mate = shown.Centipawns, shown.Mate
	return r, err
}

// listText returns a list as JSON, "" if it is empty.
func listText[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // cannot happen: every member is a number or a string
	}
	return string(text)
}

// parseList returns the list that listText was given.
func parseList[T any](text string) (list []T, err error) {
	if text == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return list, nil
}

// answer returns the answer of a row.
func (r *row) answer() (*Answer, error) {
	a := &Answer{FEN: r.fen, Best: r.best, Nodes: uint64(r.nodes), Time: time.Duration(r.us) * time.Microsecond}
	if r.depth > 0 {
		a.Lines = append(a.Lines, answer.SavedLine{Score: r.score, Bound: r.bound, Known: r.known, Depth: r.depth, SelDepth: r.selDepth, Moves: r.pv})
	}
	more, err := parseList[answer.SavedLine](r.more)
	if err != nil {
		return nil, err
	}
	a.Lines = append(a.Lines, more...)
	a.Course, err = parseList[answer.SavedChange](r.course)
	return a, err
}

// shown returns the score as people see it, for the side to move.
func (r *row) shown() (winrate.ScoreJSON, error) {
	p, err := board.ParseFEN(r.fen)
	if err != nil {
		return winrate.ScoreJSON{}, err
	}
	score := r.score
	if r.depth == 0 && p.InCheck() { // the game is over
		score = -scores.Mate
	}
	return winrate.ScoreOf(&p, score).JSON(), nil
}

// validate makes sure that an answer makes sense: that its position is one, that its moves are legal there, and that it says as
// much as an answer must.
func (a *Answer) validate() error {
	p, err := board.ParseFEN(a.FEN)
	if err != nil {
		return fmt.Errorf("fen: %w", err)
	}
	if p.FEN() != a.FEN {
		return fmt.Errorf("fen: %q is not how %q is written here", a.FEN, p.FEN())
	}
	var list movegen.List
	movegen.Generate(&p, &list, movegen.All)
	switch {
	case a.Time < 0 || a.Nodes > 1<<62:
		return fmt.Errorf("%d nodes and %v are not those of an answer", a.Nodes, a.Time)
	case list.N == 0 && (a.Best != "" || len(a.Lines)+len(a.Course) > 0):
		return fmt.Errorf("a best move where there is no legal one")
	case list.N > 0 && (a.Best == "" || len(a.Lines) == 0):
		return fmt.Errorf("no best move where there are legal ones")
	}
	if a.Best != "" {
		if err := legalLine(p, a.Best); err != nil {
			return fmt.Errorf("best: %w", err)
		}
	}
	for i, l := range a.Lines {
		if err := validateLine(&l, &p); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	for _, c := range a.Course {
		if err := legalLine(p, c.Move); err != nil {
			return fmt.Errorf("course: %w", err)
		}
		if c.Time < 0 || c.Depth < 0 || c.Nodes > 1<<62 {
			return fmt.Errorf("course: %d plies, %d nodes, %v", c.Depth, c.Nodes, c.Time)
		}
	}
	return nil
}

func validateLine(l *answer.SavedLine, root *board.Position) error {
	switch {
	case l.Bound != "" && l.Bound != "lower" && l.Bound != "upper":
		return fmt.Errorf("bound: %q is neither lower nor upper", l.Bound)
	case l.Score < -scores.Mate || l.Score > scores.Mate:
		return fmt.Errorf("score: %d is out of range", l.Score)
	case l.Depth < 1 || l.Depth > search.MaxPly || l.SelDepth < 0 || l.SelDepth > search.MaxPly:
		return fmt.Errorf("depth: %d and %d plies are out of range", l.Depth, l.SelDepth)
	case l.Moves == "":
		return fmt.Errorf("pv: it has no move")
	}
	return legalLine(*root, l.Moves)
}

// legalLine makes sure that moves, separated by single blanks, are legal one after the other from p on.
func legalLine(p board.Position, moves string) error {
	for word := range strings.SplitSeq(moves, " ") {
		m, err := answer.ExactMove(&p, word)
		if err != nil {
			return err
		}
		var next board.Position
		p.Make(m, &next)
		p = next
	}
	return nil
}
