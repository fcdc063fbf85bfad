package analyse

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// rawText is text of the input as it stands in a results file. JSON knows only UTF-8; other text, such as names of
// players in Latin-1, is kept byte by byte as an array with one base64 string.
type rawText string

// MarshalJSON writes a string, or an array if the text is no UTF-8.
func (t rawText) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal([][]byte{[]byte(t)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *rawText) UnmarshalJSON(b []byte) error {
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
	*t = rawText(bytes[0])
	return nil
}

// rawGame is a game as it stands in a results file.
type rawGame struct {
	Tags   [][2]rawText `json:"tags,omitempty"`
	Moves  rawText      `json:"moves,omitempty"` // as they are written, separated by blanks
	Result string       `json:"result,omitempty"`
}

// raw returns the game for a results file.
func (g *gameText) raw() *rawGame {
	r := &rawGame{Moves: rawText(strings.Join(g.moves, " ")), Result: g.result}
	for _, name := range g.names {
		r.Tags = append(r.Tags, [2]rawText{rawText(name), rawText(g.tags[name])})
	}
	return r
}

// text returns the game of a results file.
func (r *rawGame) text() *gameText {
	g := &gameText{tags: map[string]string{}, result: r.Result}
	for _, tag := range r.Tags {
		g.names = append(g.names, string(tag[0]))
		g.tags[string(tag[0])] = string(tag[1])
	}
	if r.Moves != "" {
		g.moves = strings.Split(string(r.Moves), " ")
	}
	return g
}
