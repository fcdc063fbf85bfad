package output

import (
	"fmt"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
)

// epdRenderer writes each position with its own operations and the answers: acd (plies), acn (nodes), acs (seconds),
// ce (side-to-move centipawns; 32767 less the plies to mate, or the negative of that), dm (moves to mate), pv, and bm,
// or pm where the source already names a bm.
type epdRenderer struct {
	plain
	times bool
}

func (r *epdRenderer) Item(b []byte, j *game.Judgement) []byte {
	for _, p := range j.Searched() {
		b = append(b, p.Root().EPD()...)
		for _, op := range append(kept(p.Position), r.answers(p)...) {
			b = op.Append(b)
		}
		b = append(b, '\n')
	}
	return b
}

// kept returns the operations of p that stay, with its name and counters if they came in another form. The counters are those of
// the position that was searched.
func kept(p *game.Position) (ops []game.Operation) {
	root := &p.Game.Position
	has := map[string]bool{}
	for _, op := range p.Operations {
		has[op.Code] = true
		switch {
		case op.Code == "hmvc":
			op.Operands = []string{fmt.Sprint(root.Rule50())}
		case op.Code == "fmvn":
			op.Operands = []string{fmt.Sprint(root.FullMove())}
		case isAnswer(op.Code), op.Code == "pm":
			continue
		}
		ops = append(ops, op)
	}
	add := func(code string, operand string) {
		if !has[code] {
			ops = append(ops, game.Operation{Code: code, Operands: []string{operand}})
		}
	}
	if root.Rule50() > 0 {
		add("hmvc", fmt.Sprint(root.Rule50()))
	}
	if root.FullMove() > 1 {
		add("fmvn", fmt.Sprint(root.FullMove()))
	}
	if name := p.Name(); name != "" {
		add("id", name)
	}
	return ops
}

func (r *epdRenderer) answers(p *game.Ply) (ops []game.Operation) {
	a, best := p.Answer, p.Top()
	score := best.Score
	add := func(code string, operands ...string) {
		ops = append(ops, game.Operation{Code: code, Operands: operands})
	}
	add("acd", fmt.Sprint(best.Depth))
	add("acn", fmt.Sprint(a.Nodes))
	if r.times {
		add("acs", seconds(a.Time))
	}
	add("ce", fmt.Sprint(epdScore(p.Root(), score)))
	if score > 0 && scores.IsMate(score) {
		add("dm", fmt.Sprint(scores.MateIn(score)))
	}
	if len(a.Lines) == 0 {
		return ops
	}
	line := best.SAN()
	add("pv", line...)
	if len(p.Position.Best) > 0 {
		add("pm", line[:1]...)
	} else {
		add("bm", line[:1]...)
	}
	return ops
}

// epdScore returns a score at p as ce has it.
func epdScore(p *board.Position, score int) int {
	const mate = 32767
	switch {
	case !scores.IsMate(score):
		return winrate.Centipawns(p, score)
	case score > 0:
		return mate - (scores.Mate - score)
	default:
		return -mate + (scores.Mate + score)
	}
}

// isAnswer reports whether an analysis writes the opcode; an earlier value of it does not survive.
func isAnswer(code string) bool {
	switch code {
	case "acd", "acn", "acs", "ce", "dm", "pv":
		return true
	}
	return false
}
