package eval

// pair is a middlegame and an endgame value in centipawns, packed into one word so that both are added at once:
// the endgame in the high 16 bits, the middlegame in the low ones, both signed.
type pair int32

func mk(mg, eg int) pair { return pair(eg<<16 + mg) }

func (p pair) mg() int { return int(int16(p)) }

// eg undoes the borrow that a negative middlegame value took from the high half.
func (p pair) eg() int { return int(int16((int32(p) + 0x8000) >> 16)) }

// taper blends the two values: phase is maxPhase with all pieces on the board and 0 with none.
func (p pair) taper(phase int) int { return (p.mg()*phase + p.eg()*(maxPhase-phase)) / maxPhase }
