package output

import (
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
)

// TestJSONGame writes a game: an object for itself, and for each position one with the move that was played there. Only the mate
// at the end is known.
func TestJSONGame(t *testing.T) {
	j := gameJob(t, `[White "Ada"] [WhiteElo "2700"] [BlackElo "?"] [Result "0-1"]`+
		"\n\n1. f3 { [%clk 0:09:58.5] } e5 { [%emt 0:00:02] } 2. g4 Qh4# 0-1\n")
	j.Plies[2].Answer.Scope = game.ForLoss // the move from there is not chosen
	j.Judge()
	lines := strings.Split(strings.TrimSpace(string((&jsonRenderer{engine: "E", network: "N"}).Render(nil, j))), "\n")
	for i, want := range []string{
		`{"kind":"game","schema":2,"source":"games.pgn: game 3","players":{"white":{"user":{"name":"Ada"},"rating":2700,"analysis":{"inaccuracy":0,"mistake":0,"blunder":0,` +
			`"acpl":154,"accuracy":80.93}},"black":{"analysis":{"inaccuracy":0,"mistake":0,"blunder":0,"acpl":0,"accuracy":100}}},"winner":"black","result":"0-1",` +
			`"opening":{"eco":"A00","name":"Barnes Opening: Fool's Mate"},"moves":"f3 e5 g4 Qh4#",` +
			`"tags":{"BlackElo":"?","Result":"0-1","White":"Ada","WhiteElo":"2700"},"engine":"E","network":"N",`,
		`"id":"game 3, start",`, `"id":"game 3, after 1. f3",`, `"id":"game 3, after 1... e5",`, `"id":"game 3, after 2. g4",`,
		`"ply":4,"mate":0,"wdl":[0,0,1000],"opening":{"eco":`,
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d is %s, want %s", i, lines[i], want)
		}
	}
	for i, want := range []string{
		`"eval":-531,"wdl":[0,5,995],"played":"f2f3","played_san":"f3","lost_cp":154,"lost_win":4.96,"accuracy":80.93,"clock":59850,"opening":{"eco"`,
		`"played":"e7e5","played_san":"e5","lost_cp":0,"lost_win":0,"accuracy":100,"spent":200,"opening":{"eco"`,
		`"played":"g2g4","played_san":"g4","opening":{"eco"`,
	} {
		if !strings.Contains(lines[i+1], want) {
			t.Errorf("line %d is %s, want %s", i+1, lines[i+1], want)
		}
	}
}
