package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/movegen"
	"vertigo/search"
)

// Setting holds everything that the answers of an analysis depend on, besides the position and the searches before it.
type Setting struct {
	Engine  string      `json:"engine"`  // its name and version
	Build   string      `json:"build"`   // of that version, see commandline.Program
	Network string      `json:"network"` // name of the one that evaluates, with its hash
	Limits  game.Limits `json:"limits"`  // of the search, and the size of the chunks in which positions share a table
}

// row is an answer with what else the table has of it.
type row struct {
	*game.Answer
	key     Key
	setting int64  // id
	fen     string // of the position, as the table writes it
	added   int64  // seconds since 1970
}

// rowColumns are the columns of a row, with the checksum.
const rowColumns = "key, setting, fen, best, nodes, us, score, known, cp, mate, depth, seldepth, pv, more, course, added, sum"

// values returns the values of the columns. Those of the best line are columns of their own; cp or mate is its score as people see it,
// for the side to move.
func (r *row) values() []any {
	best, l, more := "", &game.Line{}, []game.Line(nil)
	if r.Best != board.NoMove {
		best = r.Best.String()
	}
	if len(r.Lines) > 0 {
		l, more = &r.Lines[0], r.Lines[1:]
	}
	pv, _ := l.Moves.MarshalText() // it has no errors
	shown := winrate.ScoreOf(r.Root, r.Top().Score).JSON()
	values := []any{r.key[:], r.setting, r.fen, best, int64(r.Nodes), r.Time.Microseconds(), l.Score, l.Known,
		shown.Centipawns, shown.Mate, l.Depth, l.SelDepth, string(pv), listText(more), listText(r.Course), r.added}
	return append(values, checksum(values...))
}

// scanRow reads a row. The error is ErrDamaged if the checksum is not that of the row. Its moves may lack flags, see
// board.Move.UnmarshalText.
func scanRow(rows *sql.Rows) (*row, error) {
	r, l := &row{Answer: &game.Answer{}}, game.Line{}
	var key []byte
	var best, pv, more, course string
	var nodes, us, sum int64
	var cp, mate *int
	columns := []any{&key, &r.setting, &r.fen, &best, &nodes, &us, &l.Score, &l.Known, &cp, &mate, &l.Depth, &l.SelDepth, &pv, &more,
		&course, &r.added}
	err := rows.Scan(append(columns[:len(columns):len(columns)], &sum)...)
	copy(r.key[:], key)
	if err != nil {
		return r, fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	if len(key) != len(Key{}) || checksum(columns...) != sum {
		return r, ErrDamaged
	}
	root, err := board.ParseFEN(r.fen)
	if err != nil {
		return r, fmt.Errorf("fen: %w", err)
	}
	r.Root, r.Nodes, r.Time = &root, uint64(nodes), time.Duration(us)*time.Microsecond
	if best != "" {
		if err := r.Best.UnmarshalText([]byte(best)); err != nil {
			return r, fmt.Errorf("best: %w", err)
		}
	}
	if l.Depth > 0 {
		if err := l.Moves.UnmarshalText([]byte(pv)); err != nil {
			return r, fmt.Errorf("line 1: %w", err)
		}
		l.Root = &root
		r.Lines = []game.Line{l}
	}
	others, err := parseList[game.Line](more)
	if err != nil {
		return r, err
	}
	r.Lines = append(r.Lines, others...)
	r.Course, err = parseList[game.Change](course)
	return r, err
}

// checksum returns the checksum of values that belong together. It detects changes that SQLite does not notice.
func checksum(values ...any) int64 {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // cannot happen: every value is a number, a string or bytes
	}
	return int64(xxhash.Sum64(text))
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

// validate makes sure that the answer of a row makes sense: that its moves are legal, and that it says as much as an answer must.
func validate(r *row) error {
	a, fen := r.Answer, r.fen
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

func validateLine(l *game.Line) error {
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
