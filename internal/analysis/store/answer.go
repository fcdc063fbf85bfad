package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
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

// newRow returns the row of an answer that was found with a setting.
func newRow(key Key, a *answer.Answer, setting, added int64) row {
	shown := winrate.ScoreOf(a.Root, a.Top().Score).JSON() // for the side to move
	r := row{key: key[:], setting: setting, fen: a.Root.FEN(), nodes: int64(a.Nodes), us: a.Time.Microseconds(), cp: shown.Centipawns,
		mate: shown.Mate, course: listText(a.Course), added: added}
	if a.Best != board.NoMove {
		r.best = a.Best.String()
	}
	if len(a.Lines) > 0 {
		l := &a.Lines[0]
		pv, _ := l.Moves.MarshalText() // it has no errors
		r.score, r.bound, r.known, r.depth, r.selDepth, r.pv = l.Score, l.Bound.String(), l.Known, l.Depth, l.SelDepth, string(pv)
		r.more = listText(a.Lines[1:])
	}
	return r
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

// answer returns the answer of a row. Its moves may lack flags, see board.Move.UnmarshalText.
func (r *row) answer() (*answer.Answer, error) {
	root, err := board.ParseFEN(r.fen)
	if err != nil {
		return nil, fmt.Errorf("fen: %w", err)
	}
	a := &answer.Answer{Root: &root, Nodes: uint64(r.nodes), Time: time.Duration(r.us) * time.Microsecond}
	if r.best != "" {
		if err := a.Best.UnmarshalText([]byte(r.best)); err != nil {
			return nil, fmt.Errorf("best: %w", err)
		}
	}
	more, err := parseList[answer.Line](r.more)
	if err != nil {
		return nil, err
	}
	if r.depth > 0 {
		l := answer.Line{Root: &root, Score: r.score, Known: r.known, Depth: r.depth, SelDepth: r.selDepth}
		if err := errors.Join(l.Bound.UnmarshalText([]byte(r.bound)), l.Moves.UnmarshalText([]byte(r.pv))); err != nil {
			return nil, fmt.Errorf("line 1: %w", err)
		}
		a.Lines = append(a.Lines, l)
	}
	a.Lines = append(a.Lines, more...)
	a.Course, err = parseList[answer.Change](r.course)
	return a, err
}

// validate makes sure that an answer about a position, of which the row has the FEN, makes sense: that its moves are legal there,
// and that it says as much as an answer must.
func validate(a *answer.Answer, fen string) error {
	var list movegen.List
	movegen.Generate(a.Root, &list, movegen.All)
	switch {
	case a.Root.FEN() != fen:
		return fmt.Errorf("fen: %q is not how %q is written here", fen, a.Root.FEN())
	case a.Time < 0 || a.Nodes > 1<<62:
		return fmt.Errorf("%d nodes and %v are not those of an answer", a.Nodes, a.Time)
	case list.N == 0 && (a.Best != board.NoMove || len(a.Lines)+len(a.Course) > 0):
		return fmt.Errorf("a best move where there is no legal one")
	case list.N > 0 && (a.Best == board.NoMove || len(a.Lines) == 0):
		return fmt.Errorf("no best move where there are legal ones")
	}
	if err := a.SetRoot(a.Root); err != nil {
		return err
	}
	for i := range a.Lines {
		if err := validateLine(&a.Lines[i]); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	for _, c := range a.Course {
		if c.Time < 0 || c.Depth < 0 || c.Nodes > 1<<62 {
			return fmt.Errorf("course: %d plies, %d nodes, %v", c.Depth, c.Nodes, c.Time)
		}
	}
	return nil
}

func validateLine(l *answer.Line) error {
	switch {
	case l.Score < -scores.Mate || l.Score > scores.Mate:
		return fmt.Errorf("score: %d is out of range", l.Score)
	case l.Depth < 1 || l.Depth > search.MaxPly || l.SelDepth < 0 || l.SelDepth > search.MaxPly:
		return fmt.Errorf("depth: %d and %d plies are out of range", l.Depth, l.SelDepth)
	case len(l.Moves) == 0:
		return fmt.Errorf("pv: it has no move")
	}
	return nil
}
