package output

import (
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/testing/must"
)

// gameJob returns the job of a game whose positions have empty answers.
func gameJob(t *testing.T, text string) *game.Job {
	t.Helper()
	j := parsed(t, "pgn", "games.pgn", text)
	for _, p := range j.Plies {
		p.Answer.Scope = game.Whole
	}
	j.Judge()
	return j
}

// TestOpeningTags checks that annotated games get the tags of their opening that they lack, and keep those that they have.
func TestOpeningTags(t *testing.T) {
	const moves = "\n\n1. Nf3 Nf6 2. c4 e6 3. Nc3 d5 4. d4 *"
	for _, test := range []struct{ tags, want string }{
		{`[White "A"]`, `[White "A"] [ECO "D37"] [Opening "Queen's Gambit Declined: Three Knights Variation"]`},
		{`[ECO "A13"] [White "A"]`, `[ECO "A13"] [White "A"] [Opening "Queen's Gambit Declined: Three Knights Variation"]`},
		{`[Opening "Réti"]`, `[Opening "Réti"] [ECO "D37"]`},
		{`[ECO "?"] [Opening ""] [Variation "x"]`, `[Variation "x"] [ECO "D37"] [Opening "Queen's Gambit Declined: Three Knights Variation"]`},
		{`[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]`, `[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]`},
	} {
		text := test.tags + moves
		if strings.Contains(text, "FEN") {
			text = test.tags + "\n\n1. Kd4 *"
		}
		g := must.Get(pgn.Parse(string((&annotator{engine: "X"}).Item(nil, gameJob(t, text)))))(t)
		var tags []string
		for _, w := range g.Words {
			if w.Kind == pgn.Tag && !strings.HasPrefix(w.Text, "[Annotator") && !strings.HasPrefix(w.Text, "[Accuracy") &&
				!strings.HasPrefix(w.Text, "[WhiteA") && !strings.HasPrefix(w.Text, "[BlackA") {
				tags = append(tags, w.Text)
			}
		}
		must.Equal(t, strings.Join(tags, " "), test.want, test.tags)
	}
}
