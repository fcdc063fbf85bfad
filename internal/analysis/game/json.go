package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/pgn"
)

// AppendLine appends v as a line of JSON.
func AppendLine(b []byte, v any) []byte {
	text := bytes.NewBuffer(b)
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // cannot happen: every member is a number or a string
	}
	return text.Bytes()
}

// ScoreJSON is a score as JSON has it. Exactly one of its members is there.
type ScoreJSON struct {
	Centipawns *int `json:"eval,omitempty"`
	Mate       *int `json:"mate,omitempty"` // moves
}

// NewScoreJSON returns a score as JSON has it.
func NewScoreJSON(s winrate.Score) ScoreJSON {
	if s.Mate {
		return ScoreJSON{Mate: &s.N}
	}
	return ScoreJSON{Centipawns: &s.N}
}

// parseJSON reads an object with the members fen, moves (to be played from there), id, and searchmoves. Moves are in long
// algebraic or standard notation. The id is a string or a number. Others are only named. Fen may be startpos, and may be missing
// where there are moves. With an error, the position has only the id.
func parseJSON(text string) (*Position, error) {
	var in struct {
		FEN   *string  `json:"fen"`
		Moves []string `json:"moves"`
		ID    name     `json:"id"`

		SearchMoves []string `json:"searchmoves"`
	}
	err := json.Unmarshal([]byte(text), &in)
	p := &Position{ID: string(in.ID), Ignored: otherMembers(text)}
	if err != nil {
		return p, jsonError(err)
	}
	if in.FEN == nil && len(in.Moves) == 0 {
		return p, errors.New(`there is no position: the member "fen" is missing`)
	}
	root := board.StartPosition()
	if in.FEN != nil && *in.FEN != "startpos" {
		if err := checkVariant(*in.FEN); err != nil {
			return p, err
		}
		if root, p.Dropped, err = board.ReadFEN(*in.FEN); err != nil {
			return p, err
		}
	}
	p.Game = board.NewGame(root)
	if err := p.play(in.Moves); err != nil || len(in.SearchMoves) == 0 {
		return p, err
	}
	p.SearchMoves, err = parseMoves(pgn.NewSAN(&p.Game.Position), Operation{Code: "searchmoves", Operands: in.SearchMoves})
	return p, err
}

// otherMembers returns the members of an object that parseJSON does not read.
func otherMembers(text string) (names []string) {
	var all map[string]json.RawMessage
	_ = json.Unmarshal([]byte(text), &all) // parseJSON has the error
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch strings.ToLower(name) { // encoding/json does not distinguish capitals either
		case "fen", "moves", "id", "searchmoves":
		default:
			names = append(names, name)
		}
	}
	return names
}

// name is a string, or a number as it is written.
type name string

// UnmarshalJSON reads a name.
func (n *name) UnmarshalJSON(text []byte) error {
	if c := text[0]; c == '-' || c >= '0' && c <= '9' {
		*n = name(text)
		return nil
	}
	return json.Unmarshal(text, (*string)(n))
}

// jsonError describes in terms of JSON why a line is not the expected object.
func jsonError(err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &mismatch) && mismatch.Field == "":
		return fmt.Errorf("%s, want an object in braces", jsonKind(mismatch.Value))
	case errors.As(err, &mismatch):
		is, want := "is", "a string"
		if mismatch.Type.Kind() == reflect.Slice {
			want = "an array of strings"
		} else if mismatch.Field == "moves" || mismatch.Field == "searchmoves" {
			is, want = "has", "strings"
		}
		return fmt.Errorf("the member %q %s %s, want %s", mismatch.Field, is, jsonKind(mismatch.Value), want)
	case errors.As(err, &syntax) && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return errors.New("the object is not complete: want one in braces on each line")
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON at byte %d: %v", syntax.Offset, syntax)
	}
	return err
}

// jsonKind returns the name of an unexpected kind of value.
func jsonKind(value string) string {
	value, _, _ = strings.Cut(value, " ") // a number comes with its digits
	switch value {
	case "array", "object":
		return "an " + value
	case "bool":
		return "true or false"
	}
	return "a " + value
}
