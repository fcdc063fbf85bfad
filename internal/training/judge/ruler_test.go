package judge

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/training/client"
)

// TestTake checks what becomes of an engine's answer.
func TestTake(t *testing.T) {
	position := Position{Position: parsed(t, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")}
	answer := func(move string, odds ...int) client.Answer {
		a := client.Answer{Move: move, Scored: true}
		if len(odds) > 0 {
			a.Odds, a.HasOdds = [3]int(odds), true
		}
		return a
	}
	for _, test := range []struct {
		answer   client.Answer
		expected string
		quiet    bool
		err      string
	}{
		{answer("e1d2", 300, 500, 200), "0.5500", true, ""},
		{answer("e4d5", 0, 1, 999), "0.0005", false, ""},
		{answer("e4d5"), "", false, "UCI_ShowWDL"},
		{answer("e4e6", 0, 0, 1000), "", false, "e4e6"},
		{client.Answer{Move: "e4e5"}, "", false, "without an exact score"},
	} {
		p := position
		err := Ruler{Engine: "sf"}.take(&p, test.answer)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) || !strings.Contains(err.Error(), "sf: ") {
				t.Errorf("%+v: error %v, want %q", test.answer, err, test.err)
			}
			continue
		}
		if err != nil || fmt.Sprintf("%.4f", p.Expected) != test.expected || p.Quiet != test.quiet {
			t.Errorf("%+v: %+v, %v", test.answer, p, err)
		}
	}
}

// TestWrite reads what is written.
func TestWrite(t *testing.T) {
	var positions []Position
	for _, source := range []string{"a", `b, "c"`} {
		positions = append(positions, Position{Position: board.StartPosition(), Source: source, Expected: 0.55, Quiet: true})
	}
	var text strings.Builder
	if err := Write(&text, positions); err != nil {
		t.Fatal(err)
	}
	const line = ",1,0.5500," + board.StartFEN + "\n"
	if want := "source,quiet,expected,fen\na" + line + `"b, ""c"""` + line; text.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", text.String(), want)
	}
	if got := read(t, text.String()); !slices.Equal(got, positions) {
		t.Errorf("read %+v, want %+v", got, positions)
	}
}
