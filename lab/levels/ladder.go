package main

import (
	"context"
	"math"

	"vertigo/board"
	"vertigo/internal/engine/limited"
	"vertigo/internal/system/cli"
)

// ladder is the table of levels with the games that show how strong they are.
type ladder struct {
	rows     []limited.Level
	steps    []float64 // by how many steps the player of each row is moved at present
	free     []bool    // the rating of the row is unknown; the others have that of the table
	pairings []pairing
	results  []result // of every pairing in the first round, in the second, …
	queens   []queens // of each row
	book     []board.Position
	seed     uint64
	played   uint64 // pairs of games
}

// pairing is who plays whom. The row of the opponent is known if it is the reference.
type pairing struct {
	row, opponent int
	elo           int // of the opponent
}

// newLadder returns the ladder of the levels, of which highest is the highest rating that the reference is used with. A row's
// opponents depend on its rating:
//
//   - below the lowest one of the reference: the row above and, if it is not much weaker, the reference at its lowest
//   - from there up to highest: the reference at the same rating and, near the lowest one, at that, too, because the reference's
//     first steps are smaller than its ratings say
//   - above highest: the row below
func newLadder(rows []limited.Level, free []bool, highest int, book []board.Position, seed uint64) *ladder {
	l := &ladder{rows: rows, steps: make([]float64, len(rows)), free: free, queens: make([]queens, len(rows)),
		book: book, seed: seed}
	add := func(row, opponent, elo int) {
		if free[row] { // the rating of another row may rest on this one's
			l.pairings = append(l.pairings, pairing{row, opponent, elo})
		}
	}
	for i, v := range rows {
		switch {
		case v.Elo < lowestReference:
			add(i, i+1, rows[i+1].Elo)
			if v.Elo >= lowestReference-near {
				add(i, known, lowestReference)
			}
		case v.Elo <= highest:
			if v.Elo > lowestReference && v.Elo <= lowestReference+nearReference {
				add(i, known, lowestReference)
			}
			add(i, known, v.Elo)
		default:
			add(i, i-1, rows[i-1].Elo)
		}
	}
	return l
}

// How far rows may lie below the lowest reference, and above it, to play against it.
const near, nearReference = 350, 200

// neighbours returns the pairings of every free row with the row below, without the reference. The ratings rest on games against
// the reference: between two levels the same difference may mean more or less.
func (l *ladder) neighbours() (pairings []pairing) {
	for i := range l.rows {
		if i > 0 && l.free[i] {
			pairings = append(pairings, pairing{i, i - 1, l.rows[i-1].Elo})
		}
	}
	return pairings
}

// moved returns the player who is better than v by some steps: a step is twice the nodes and half the error, or, for one who
// overlooks things, blindStep per cent less of that. Some error always remains, since it makes games differ.
func moved(v limited.Level, steps float64) limited.Level {
	factor := math.Exp2(steps)
	v.Nodes = max(1, int(math.Round(float64(v.Nodes)*factor)))
	if v.Blind > 0 {
		v.Blind = min(100, max(0, int(math.Round(float64(v.Blind)-blindStep*steps))))
	} else {
		v.Error = max(1, int(math.Round(float64(v.Error)/factor)))
	}
	return v
}

const blindStep = 25

// round lets every pairing play pairs of games with the same opening and the colours exchanged.
func (l *ladder) round(ctx context.Context, workers []*worker, pairs int) error {
	results := make([]result, len(l.pairings))
	for i, p := range l.pairings {
		results[i] = result{a: l.side(p.row, 0), b: l.side(p.opponent, p.elo)}
	}
	type job struct {
		pairing int
		number  uint64
		games   games
	}
	read := func(_ context.Context, emit func(*job, ...*job) bool) error {
		for n := range pairs * len(l.pairings) {
			l.played++
			if j := (&job{pairing: n % len(l.pairings), number: l.played}); !emit(j, j) {
				break
			}
		}
		return nil
	}
	err := cli.Pipeline(ctx, workers, read, func(ctx context.Context, w *worker, j *job) (err error) {
		j.games, err = w.pair(ctx, l, l.pairings[j.pairing], j.number)
		return err
	}, func(j *job) error {
		results[j.pairing].add(j.games.points)
		for i, row := range [2]int{l.pairings[j.pairing].row, l.pairings[j.pairing].opponent} {
			if row != known {
				l.queens[row].moves += j.games.queens[i].moves
				l.queens[row].given += j.games.queens[i].given
			}
		}
		return nil
	})
	l.results = append(l.results, results...)
	return err
}

// side returns one side of a pairing as it plays at present.
func (l *ladder) side(row, elo int) side {
	switch {
	case row == known:
		return side{known, float64(elo)}
	case !l.free[row]:
		return side{known, float64(l.rows[row].Elo)}
	}
	return side{row, stepElo * l.steps[row]}
}

// add counts the games with these points of the first side.
func (r *result) add(points [2]float64) {
	for _, points := range points {
		switch points {
		case 1:
			r.wins++
		case 0:
			r.losses++
		default:
			r.draws++
		}
	}
}

// fit finds the ratings that the games so far give.
func (l *ladder) fit() (*ratings, error) {
	wanted := make([]float64, len(l.rows))
	for i, v := range l.rows {
		wanted[i] = float64(v.Elo)
	}
	return findRatings(wanted, l.results)
}

// The bounds of an adjustment: between two rounds, and altogether.
const mostSteps, mostStepsInAll = 1, 3

// adjust moves the players of the free rows to where they should have the ratings that the table says.
func (l *ladder) adjust(r *ratings) {
	for i, v := range l.rows {
		if l.free[i] {
			steps := min(max(r.steps(i, float64(v.Elo)), l.steps[i]-mostSteps), l.steps[i]+mostSteps)
			l.steps[i] = min(max(steps, -mostStepsInAll), mostStepsInAll)
		}
	}
}
