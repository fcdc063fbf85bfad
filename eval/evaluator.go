// Package eval evaluates positions for the side to move, in centipawns. A neural network (package nnue) gives the score;
// this package scales it by what follows from the rules of chess.
package eval

import (
	"vertigo/board"
	"vertigo/eval/nnue"
)

// MaxScore bounds the evaluation in centipawns. It is below every mate score. Scale adds less than half to the network's score.
const MaxScore = nnue.MaxScore * 3 / 2

// mostMaterial is the most that a game can come to: nine queens on each side. Other positions may have more.
const mostMaterial = 2 * (9*9 + 2*5 + 4*3)

// Network is an evaluation network, which any number of evaluators may share.
type Network = nnue.Network

// Static returns the evaluation of p alone for the side to move in centipawns, within ±MaxScore. It resets e. The side to move
// should not be in check: the network has not been trained on such positions.
func Static(e *nnue.Evaluator, p *board.Position) int {
	e.Reset(p)
	return Scale(p, e.Evaluate(0, p))
}

// Scale adapts the score to how likely a win is. The score shrinks as the fifty-move draw comes near, which no input of the
// network shows, and as the material becomes less (an idea of Stockfish's), and it shrinks most where the side that is ahead has
// no pawns and is ahead by at most a minor piece. With more material than at the start, it grows. Endings that are won against a
// bare king have a score of their own, see endingScore.
func Scale(p *board.Position, score int) int {
	if !p.Color(board.White).MoreThanOne() || !p.Color(board.Black).MoreThanOne() {
		if won, ok := endingScore(p); ok {
			return won
		}
	}
	score = score * (scaleRule50 - min(p.Rule50(), 100)) / scaleRule50
	score = score * (scaleMaterial + min(p.Material(), mostMaterial)) / (scaleMaterial + board.FullMaterial)
	ahead := p.Turn()
	if score < 0 {
		ahead = ahead.Other()
	}
	if p.Pieces(ahead, board.Pawn) == 0 && pieceValue(p, ahead)-pieceValue(p, ahead.Other()) <= board.SEEValue(board.Bishop) {
		return score / scaleNoPawns
	}
	return score
}

// Unscale undoes Scale: it returns the score that the network would have to give for p to be evaluated as score. Networks learn
// unscaled scores; if they learned scaled ones, every generation would scale them once more. The score of a search comes from
// another position than p, but Scale seldom treats the two differently. The division for a side without pawns is not undone.
func Unscale(p *board.Position, score int) int {
	score = score * scaleRule50 / (scaleRule50 - min(p.Rule50(), 100))
	return score * (scaleMaterial + board.FullMaterial) / (scaleMaterial + min(p.Material(), mostMaterial))
}

// pieceValue returns the exchange value of the pieces of c without pawns, in centipawns.
func pieceValue(p *board.Position, c board.Color) int {
	v := 0
	for t := board.Knight; t <= board.Queen; t++ {
		v += p.Pieces(c, t).Count() * board.SEEValue(t)
	}
	return v
}
