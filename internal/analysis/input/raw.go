package input

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"vertigo/internal/analysis/notation"
)

// RawText is text of the input as it stands in a results file. JSON knows only UTF-8; other text, such as names of
// players in Latin-1, is kept byte by byte as an array with one base64 string.
type RawText string

// MarshalJSON writes a string, or an array if the text is no UTF-8.
func (t RawText) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal([][]byte{[]byte(t)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *RawText) UnmarshalJSON(b []byte) error {
	if len(b) == 0 || b[0] != '[' {
		return json.Unmarshal(b, (*string)(t))
	}
	var bytes [][]byte
	if err := json.Unmarshal(b, &bytes); err != nil {
		return err
	}
	if len(bytes) != 1 {
		return fmt.Errorf("%d pieces of text, want 1", len(bytes))
	}
	*t = RawText(bytes[0])
	return nil
}

// rawGame is a game as it stands in a results file.
type rawGame struct {
	Tags   [][2]RawText `json:"tags,omitempty"`
	Moves  RawText      `json:"moves,omitempty"` // as they are written, separated by blanks
	Result string       `json:"result,omitempty"`
}

// raw returns the game for a results file.
func raw(g *notation.Game) *rawGame {
	r := &rawGame{Moves: RawText(strings.Join(g.Moves, " ")), Result: g.Result}
	for _, name := range g.Names {
		r.Tags = append(r.Tags, [2]RawText{RawText(name), RawText(g.Tags[name])})
	}
	return r
}

// text returns the game of a results file.
func (r *rawGame) text() *notation.Game {
	g := &notation.Game{Tags: map[string]string{}, Result: r.Result}
	for _, tag := range r.Tags {
		g.Names = append(g.Names, string(tag[0]))
		g.Tags[string(tag[0])] = string(tag[1])
	}
	if r.Moves != "" {
		g.Moves = strings.Split(string(r.Moves), " ")
	}
	return g
}
