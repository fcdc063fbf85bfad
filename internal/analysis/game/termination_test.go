package game

import (
	"testing"
	"time"

	"vertigo/internal/testing/must"
)

// parsed returns a game.
func parsed(t *testing.T, text string) *Job {
	t.Helper()
	j := NewJob(Origin{Kind: "pgn", Text: RawText(text)}, "game", 0)
	j.Parse()
	must.Do(t, j.Err)
	return j
}

// TestTermination reads how games ended, as sites and match managers write it, and as their last position says.
func TestTermination(t *testing.T) {
	for _, test := range []struct {
		termination, moves, result string
		want                       Termination
	}{
		{"Normal", "f3 e5 g4 Qh4#", "0-1", ByMate},
		{"Time forfeit", "f3 e5 g4 Qh4#", "0-1", ByMate},
		{"Time forfeit", "e4 e5", "0-1", OnTime},
		{"time forfeit", "e4 e5", "1-0", OnTime},
		{"Anna won on time", "e4 e5", "1-0", OnTime},
		{"Game drawn by timeout vs insufficient material", "e4 e5", "1/2-1/2", OnTime},
		{"Normal", "e4 e5", "1-0", ByResignation},
		{"Anna won by resignation", "e4 e5", "1-0", ByResignation},
		{"Time_Lord50 won by resignation", "e4 e5", "1-0", ByResignation},
		{"Normal", "e4 e5", "1/2-1/2", ByAgreement},
		{"", "e4 e5", "1-0", ""},
		{"", "e4 e5", "1/2-1/2", ""},
		{"?", "e4 e5", "1-0", ""},
		{"Game drawn by agreement", "e4 e5", "1/2-1/2", ByAgreement},
		{"Game drawn by repetition", "e4 e5", "1/2-1/2", ByRule},
		{"", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "1/2-1/2", ByRule},
		{"Rules infraction", "e4 e5", "1-0", ByAdjudication},
		{"adjudication", "e4 e5", "1-0", ByAdjudication},
		{"illegal move", "e4 e5", "1-0", ByAdjudication},
		{"Anna won - game abandoned", "e4 e5", "1-0", Abandoned},
		{"stalled connection", "e4 e5", "1-0", Abandoned},
		{"death", "e4 e5", "1-0", ""},
		{"unterminated", "e4 e5", "*", ""},
	} {
		j := parsed(t, `[Termination "`+test.termination+`"][Result "`+test.result+`"]`+"\n\n"+test.moves+" "+test.result)
		must.Equal(t, j.Termination(), test.want, test.termination, test.moves, test.result)
	}
}

// TestSpent computes the times of moves from the clocks where no remark has them.
func TestSpent(t *testing.T) {
	const clocks = " e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59]} Nf3 {[%clk 0:02:50.5]} Nc6 {[%clk 0:03:02]} Bb5 {[%emt 0:00:07]} *"
	want := []time.Duration{0, time.Second, 11500 * time.Millisecond, 0, 7 * time.Second}
	j := parsed(t, `[TimeControl "180+2"]`+"\n\n"+clocks)
	for i, spent := range want {
		if got, known := j.Spent(i); !known || got != spent {
			t.Errorf("move %d: %v, %v, want %v", i, got, known, spent)
		}
	}
	for _, control := range []string{"-", "40/5400:1800", "3m", "180+x"} {
		if _, known := parsed(t, `[TimeControl "`+control+`"]`+"\n\n"+clocks).Spent(2); known {
			t.Errorf("the time of a move with the control %q is known", control)
		}
	}
}
