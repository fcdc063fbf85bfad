package output

import "vertigo/internal/analysis/game"

// jsonRenderer writes a record on each line: for each game, followed by its positions, for each position, and at the end for each
// player of a game. Where Lichess's API has a member, it has its name.
type jsonRenderer struct {
	plain
	Settings
	players game.Grouping
}

func newJSONRenderer(s Settings) form {
	return &jsonRenderer{Settings: s, players: game.ByPlayer(s.Limits)}
}

func (r *jsonRenderer) Item(b []byte, j *game.Judgement) []byte {
	if j.IsGame() && !j.LeftOut() {
		b = game.AppendLine(b, r.game(j))
		r.players.Add(j)
	}
	for i := range j.Searched() {
		b = game.AppendLine(b, r.position(j, i))
	}
	return b
}

func (r *jsonRenderer) Fault(b []byte, j *game.Judgement) []byte {
	return game.AppendLine(b, errorRecord{kindOfRecord{"error", schema}, j.Where, j.ID, j.Err.Error()})
}

// End writes the totals of the players.
func (r *jsonRenderer) End(b []byte) []byte {
	for _, player := range recordPlayers(&r.players) {
		b = game.AppendLine(b, player)
	}
	return b
}
