package eval

import "vertigo/board"

// terms are the parts of an evaluation that are not kept from ply to ply, White's less Black's.
type terms struct {
	pawns, passed, mobility, threats, king, pieces pair
}

func (t *terms) sum() pair {
	return t.pawns + t.passed + t.mobility + t.threats + t.king + t.pieces
}

func evaluate(p *board.Position, s state) int {
	t := count(p)
	total := s.sum + t.sum()
	if p.Turn() == board.Black {
		total = -total
	}
	score := (total + tempo).taper(min(int(s.phase), maxPhase))
	return max(-MaxScore, min(scale(p, score), MaxScore))
}

// scale shrinks the score where experience says that it will not be turned into a win: as the fifty-move draw comes
// near, and where the side that is ahead has no pawns and at most a minor piece more.
func scale(p *board.Position, score int) int {
	score = score * (220 - min(p.Rule50(), 100)) / 220
	ahead := p.Turn()
	if score < 0 {
		ahead = ahead.Other()
	}
	if p.Pieces(ahead, board.Pawn) == 0 && pieceValue(p, ahead)-pieceValue(p, ahead.Other()) <= material[board.Bishop].mg() {
		return score / 8
	}
	return score
}

// pieceValue returns the middlegame value of the pieces of c without pawns.
func pieceValue(p *board.Position, c board.Color) int {
	v := 0
	for t := board.Knight; t <= board.Queen; t++ {
		v += p.Pieces(c, t).Count() * material[t].mg()
	}
	return v
}

// side is what the terms of one colour share.
type side struct {
	us, them   board.Color
	king       board.Square   // ours
	pawns      board.Bitboard // ours
	theirPawns board.Bitboard
	safe       board.Bitboard // squares that count for mobility
	ring       board.Bitboard // squares around the enemy king
	attack     int            // weight of our attack on the ring
	attackers  int            // our pieces that take part in it
	checks     [board.PieceTypeCount]board.Bitboard
}

func count(p *board.Position) terms {
	var t, b terms
	t.add(p, board.White)
	b.add(p, board.Black)
	t.pawns -= b.pawns
	t.passed -= b.passed
	t.mobility -= b.mobility
	t.threats -= b.threats
	t.king -= b.king
	t.pieces -= b.pieces
	return t
}

// add counts the terms of the side us.
func (t *terms) add(p *board.Position, us board.Color) {
	them := us.Other()
	s := side{us: us, them: them, king: p.King(us), pawns: p.Pieces(us, board.Pawn), theirPawns: p.Pieces(them, board.Pawn)}
	covered := board.PawnSetAttacks(them, s.theirPawns)
	s.safe = ^(p.Color(us) | covered)
	theirKing := p.King(them)
	s.ring = board.KingAttacks(theirKing) | theirKing.Bit()
	occ := p.Occupied()
	bishopChecks, rookChecks := board.BishopAttacks(theirKing, occ), board.RookAttacks(theirKing, occ)
	s.checks = [board.PieceTypeCount]board.Bitboard{board.Knight: board.KnightAttacks(theirKing), board.Bishop: bishopChecks,
		board.Rook: rookChecks, board.Queen: bishopChecks | rookChecks}

	t.addPawns(p, &s)
	for pt := board.Knight; pt <= board.Queen; pt++ {
		for b := p.Pieces(us, pt); b != 0; {
			t.addPiece(p, &s, pt, b.Pop(), occ)
		}
	}
	if p.Pieces(us, board.Bishop).More() {
		t.pieces += bishopPair
	}
	attacked := board.PawnSetAttacks(us, s.pawns) & p.Color(them)
	t.threats += pair((attacked & (p.Type(board.Knight) | p.Type(board.Bishop))).Count()) * minorByPawn
	t.threats += pair((attacked & (p.Type(board.Rook) | p.Type(board.Queen))).Count()) * majorByPawn
	t.addKing(&s)
}

// addPiece counts the mobility of a piece and its part in the attack on the enemy king.
func (t *terms) addPiece(p *board.Position, s *side, pt board.PieceType, sq board.Square, occ board.Bitboard) {
	var attacks board.Bitboard
	switch pt {
	case board.Knight:
		attacks = board.KnightAttacks(sq)
	case board.Bishop:
		attacks = board.BishopAttacks(sq, occ)
	case board.Rook:
		attacks = board.RookAttacks(sq, occ)
		if file := board.FileOf(sq.File()); file&s.pawns == 0 {
			if file&s.theirPawns == 0 {
				t.pieces += rookOpenFile
			} else {
				t.pieces += rookHalfOpenFile
			}
		}
	default:
		attacks = board.QueenAttacks(sq, occ)
	}
	if pt <= board.Bishop {
		majors := (p.Type(board.Rook) | p.Type(board.Queen)) & p.Color(s.them)
		t.threats += pair((attacks & majors).Count()) * majorByMinor
	}
	reach := attacks & s.safe
	t.mobility += pair(reach.Count()-usualMobility[pt]) * mobility[pt]
	if near := attacks & s.ring; near != 0 {
		s.attackers++
		s.attack += attackWeight[pt] + weakRingWeight*(near&s.safe).Count()/2
	}
	if reach&s.checks[pt] != 0 {
		s.attack += checkWeight[pt]
	}
}

// addPawns counts the pawn structure.
func (t *terms) addPawns(p *board.Position, s *side) {
	own := s.pawns
	beside := own&^board.FileA>>1 | own&^board.FileH<<1
	supported := own & (beside | board.PawnSetAttacks(s.us, own))
	t.pawns += pair(supported.Count()) * supportedPawn
	for b := own; b != 0; {
		sq := b.Pop()
		file := board.FileOf(sq.File())
		neighbours := file&^board.FileA>>1 | file&^board.FileH<<1
		ahead := forward(s.us, sq)
		if own&neighbours == 0 {
			t.pawns += isolatedPawn
		}
		if own&file&ahead != 0 {
			t.pawns += doubledPawn
		} else if s.theirPawns&ahead&(file|neighbours) == 0 {
			t.passed += s.passed(p, sq)
		}
	}
}

// passed returns the worth of our passed pawn on sq.
func (s *side) passed(p *board.Position, sq board.Square) pair {
	rank := sq.Relative(s.us).Rank()
	stop := sq.Bit().Up(s.us).First()
	v := passedPawn[rank]
	v += pair(distance(p.King(s.them), stop))*passedTheirKing[rank] + pair(distance(s.king, stop))*passedOwnKing[rank]
	if p.Occupied().Has(stop) && rank >= 3 {
		v += blockedPassed[rank]
	}
	return v
}

// addKing counts our king's shelter and our attack on the enemy king. The attack grows with the square of its
// weight: one piece alone is harmless.
func (t *terms) addKing(s *side) {
	front := forward(s.us, s.king)
	near := s.king.Bit()
	near |= near.Up(s.us)
	near |= near.Up(s.us)
	near |= near&^board.FileA>>1 | near&^board.FileH<<1
	t.king += pair((s.pawns & near & front).Count()) * shieldPawn
	for f := max(s.king.File()-1, 0); f <= min(s.king.File()+1, 7); f++ {
		if s.pawns&board.FileOf(f) == 0 {
			t.king += kingOpenFile
		}
	}
	if s.attackers >= 2 {
		t.king += mk(min(s.attack*s.attack/32, 500), s.attack/4)
	}
}

// forward returns all squares on ranks ahead of sq as c sees it.
func forward(c board.Color, sq board.Square) board.Bitboard {
	if c == board.White {
		return ^board.Bitboard(0) << (sq&^7 + 7) << 1
	}
	return 1<<(sq&^7) - 1
}

// distance returns how many king's steps lie between a and b.
func distance(a, b board.Square) int {
	df, dr := a.File()-b.File(), a.Rank()-b.Rank()
	return max(df, -df, dr, -dr)
}
