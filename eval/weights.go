package eval

import "vertigo/board"

// The weights of the evaluation, as (middlegame, endgame) centipawns. They are the authors' own judgement.

var material = [board.PieceTypeCount]pair{
	board.Pawn:   mk(82, 112),
	board.Knight: mk(330, 305),
	board.Bishop: mk(345, 325),
	board.Rook:   mk(465, 545),
	board.Queen:  mk(985, 1030),
}

// placement says what a square adds to the worth of a piece: a value for the rank as its owner counts ranks, plus
// one for the file, a and h first, d and e last.
type placement struct {
	rank [8]pair
	file [4]pair
}

var placements = [board.PieceTypeCount]placement{
	board.Pawn: {
		rank: [8]pair{0, mk(-6, -4), mk(-6, -6), mk(4, -2), mk(14, 10), mk(30, 34), mk(60, 74), 0},
		file: [4]pair{mk(-14, 4), mk(-2, 3), mk(-3, 0), mk(10, -5)},
	},
	board.Knight: {
		rank: [8]pair{mk(-28, -18), mk(-12, -9), mk(0, 0), mk(10, 10), mk(18, 12), mk(22, 4), mk(2, -8), mk(-48, -26)},
		file: [4]pair{mk(-24, -20), mk(-7, -6), mk(5, 3), mk(10, 9)},
	},
	board.Bishop: {
		rank: [8]pair{mk(-10, -8), mk(4, -4), mk(6, 1), mk(6, 5), mk(6, 4), mk(8, 2), mk(-10, -2), mk(-22, -6)},
		file: [4]pair{mk(-6, -6), mk(2, -1), mk(0, 2), mk(2, 3)},
	},
	board.Rook: {
		rank: [8]pair{mk(0, -6), mk(-14, -8), mk(-12, -4), mk(-10, 2), mk(0, 6), mk(10, 7), mk(22, 12), mk(14, 10)},
		file: [4]pair{mk(-8, 1), mk(-4, 1), mk(2, 0), mk(7, -2)},
	},
	board.Queen: {
		rank: [8]pair{mk(-4, -28), mk(0, -20), mk(-2, -4), mk(-4, 12), mk(-2, 18), mk(6, 18), mk(2, 16), mk(2, 4)},
		file: [4]pair{mk(-4, -14), mk(-2, -4), mk(1, 4), mk(3, 10)},
	},
	board.King: {
		rank: [8]pair{mk(26, -32), mk(2, -12), mk(-24, 2), mk(-44, 12), mk(-56, 20), mk(-50, 24), mk(-40, 14), mk(-40, -14)},
		file: [4]pair{mk(12, -14), mk(20, -2), mk(-8, 6), mk(-18, 8)},
	},
}

var (
	tempo      = mk(18, 10)
	bishopPair = mk(26, 52)

	// mobility is the worth of one attacked square that is neither held by an own man nor covered by an enemy
	// pawn, counted from what is usual for the piece.
	mobility      = [board.PieceTypeCount]pair{board.Knight: mk(5, 5), board.Bishop: mk(5, 6), board.Rook: mk(3, 5), board.Queen: mk(2, 5)}
	usualMobility = [board.PieceTypeCount]int{board.Knight: 4, board.Bishop: 5, board.Rook: 6, board.Queen: 11}

	rookOpenFile     = mk(26, 8)
	rookHalfOpenFile = mk(11, 6)

	doubledPawn   = mk(-8, -18)
	isolatedPawn  = mk(-12, -12)
	supportedPawn = mk(12, 7)
	passedPawn    = [8]pair{0, mk(-2, 8), mk(-4, 12), mk(0, 32), mk(20, 58), mk(48, 104), mk(80, 160), 0}
	blockedPassed = [8]pair{3: mk(0, -8), 4: mk(-5, -15), 5: mk(-12, -26), 6: mk(-20, -40)}
	// passedTheirKing is what a rank of distance between a passed pawn's stop square and a king is worth, by rank of
	// the pawn: far from the enemy king and near to the own one is good.
	passedTheirKing = [8]pair{3: mk(0, 6), 4: mk(0, 13), 5: mk(0, 20), 6: mk(0, 26)}
	passedOwnKing   = [8]pair{3: mk(0, -4), 4: mk(0, -8), 5: mk(0, -11), 6: mk(0, -13)}

	minorByPawn  = mk(38, 30) // a minor piece attacked by a pawn
	majorByPawn  = mk(44, 28) // a rook or queen attacked by a pawn
	majorByMinor = mk(30, 22)

	shieldPawn     = mk(13, -2) // a pawn on the two ranks before its king
	kingOpenFile   = mk(-20, 4) // a file at the king without own pawns
	attackWeight   = [board.PieceTypeCount]int{board.Knight: 9, board.Bishop: 8, board.Rook: 11, board.Queen: 14}
	checkWeight    = [board.PieceTypeCount]int{board.Knight: 16, board.Bishop: 12, board.Rook: 18, board.Queen: 16}
	weakRingWeight = 8
)

// phaseOf is what each piece adds to the game phase; maxPhase is the phase of the starting position.
var phaseOf = [board.PieceTypeCount]int{board.Knight: 1, board.Bishop: 1, board.Rook: 2, board.Queen: 4}

const maxPhase = 24
