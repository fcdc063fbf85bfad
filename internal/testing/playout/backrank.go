package playout

import "strings"

// backRanks is how many back ranks Chess960 has.
const backRanks = 960

// backRank returns the arrangement of pieces, in upper case from the a-file on, that has the number n, 0..959, in
// the usual numbering of Chess960.
func backRank(n int) string {
	var rank [8]byte
	fill := func(empty int, piece byte) {
		for file := range rank {
			if rank[file] != 0 {
				continue
			}
			if empty == 0 {
				rank[file] = piece
				return
			}
			empty--
		}
	}
	rank[n%4*2+1] = 'B'
	n /= 4
	rank[n%4*2] = 'B'
	n /= 4
	fill(n%6, 'Q')
	n /= 6
	first, pairs := 0, 4 // the knights' pairs of places among five: four begin at the first, three at the second, …
	for n >= pairs {
		n -= pairs
		first++
		pairs--
	}
	fill(first, 'N')
	fill(first+n, 'N') // one place has gone, so the distance counts from the same place
	for _, piece := range []byte("RKR") {
		fill(0, piece)
	}
	return string(rank[:])
}

// startFEN returns the starting position, with its castling rights as in Shredder-FEN, in which White has the back
// rank of number white and Black that of number black, each 0..959.
func startFEN(white, black int) string {
	rights := func(rank string) string {
		return string([]byte{'A' + byte(strings.LastIndexByte(rank, 'R')), 'A' + byte(strings.IndexByte(rank, 'R'))})
	}
	w, b := backRank(white), backRank(black)
	return strings.ToLower(b) + "/pppppppp/8/8/8/8/PPPPPPPP/" + w + " w " + rights(w) + strings.ToLower(rights(b)) + " - 0 1"
}
