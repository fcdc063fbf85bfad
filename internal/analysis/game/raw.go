package game

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// RawText is text of the input as a results file has it. JSON has only UTF-8; other text, such as names of players in Latin-1,
// is kept byte by byte as an array with one base64 string.
type RawText string

// MarshalJSON writes a string, or an array if the text is not UTF-8.
func (t RawText) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return AppendLine(nil, string(t)), nil
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
