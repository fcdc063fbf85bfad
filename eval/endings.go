package eval

import "vertigo/board"

// wonEnding is what endingScore begins with, in centipawns.
const wonEnding = 1500

// endingScore returns the evaluation of p if one side has nothing but its king, and the other enough to mate it by force. The
// network knows little of such endings, which its games do not play out. The score says that they are won, and shows the way:
// the lone king is driven to the edge, by bishop and knight to a corner of the bishop's colour, while the other king comes close.
func endingScore(p *board.Position) (score int, ok bool) {
	loser := board.White
	if p.Color(loser).MoreThanOne() {
		loser = board.Black
	}
	winner := loser.Other()
	king, other := p.King(loser), p.King(winner)
	bishops, knights := p.Type(board.Bishop), p.Type(board.Knight)
	light, dark := bishops&^board.DarkSquares, bishops&board.DarkSquares
	score = wonEnding + 16*p.Material() + 20*centerDistance(king) - 30*steps(king, other)
	switch {
	case p.Type(board.Rook)|p.Type(board.Queen) != 0, light != 0 && dark != 0:
	case bishops != 0 && knights != 0:
		advance := cornerAdvance(king, dark != 0)
		score += 30*advance*advance - 10*king.Distance(knights.First()) - 24*centerDistance(other) - 10*freedom(p, king)
	default:
		return 0, false
	}
	switch {
	case p.Turn() == winner:
		return score, true
	case !p.InCheck() && safeSteps(p, king) == 0:
		return 0, true // stalemate
	}
	return -score, true
}

// centerDistance returns how many steps along ranks and files s is from the nearest of the four squares in the center, 0 to 6.
func centerDistance(s board.Square) int {
	file, rank := 2*s.File()-7, 2*s.Rank()-7
	return (max(file, -file) + max(rank, -rank) - 2) / 2
}

// steps returns how many steps along ranks and files s is from t, 0 to 14.
func steps(s, t board.Square) int {
	files, ranks := s.File()-t.File(), s.Rank()-t.Rank()
	return max(files, -files) + max(ranks, -ranks)
}

// cornerAdvance returns how far s is on the way to a corner of a colour: from 0 on the diagonal between the two corners of the
// other colour to 7 in the corner.
func cornerAdvance(s board.Square, dark bool) int {
	d := s.File() - s.Rank()
	if dark {
		d = s.File() + s.Rank() - 7
	}
	return max(d, -d)
}

// freedom returns the number of squares that the lone king can reach in two moves in a row.
func freedom(p *board.Position, king board.Square) int {
	reached := safeSteps(p, king)
	for s := range reached.All() {
		reached |= safeSteps(p, s)
	}
	return (reached &^ king.Bit()).Count()
}

// safeSteps returns the squares beside s that the pieces of the side with more than a king do not attack once the lone king has
// left its square.
func safeSteps(p *board.Position, s board.Square) (safe board.Bitboard) {
	winner := board.White
	if !p.Color(winner).MoreThanOne() {
		winner = board.Black
	}
	for to := range board.KingAttacks(s).All() {
		if !p.Attacked(winner, to, p.Occupied()&^p.King(winner.Other()).Bit()) {
			safe |= to.Bit()
		}
	}
	return safe
}
