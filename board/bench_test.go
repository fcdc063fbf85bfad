package board_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// sample is a position with its legal moves.
type sample struct {
	position board.Position
	list     movegen.List
}

// samples returns positions from random games and how many moves they have together.
func samples() (all []sample, moves int) {
	for p := range playout.Positions(1, 1000) {
		s := sample{position: *p}
		movegen.Generate(p, &s.list, movegen.All)
		moves += s.list.N
		all = append(all, s)
	}
	return all, moves
}

// perMove runs visit on every move of the samples and reports the time for one.
func perMove(b *testing.B, visit func(s *sample, m board.Move)) {
	all, moves := samples()
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			s := &all[i]
			for _, m := range s.list.Slice() {
				visit(s, m)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moves), "ns/move")
}

func BenchmarkMake(b *testing.B) {
	var next board.Position
	perMove(b, func(s *sample, m board.Move) { s.position.Make(m, &next) })
}

func BenchmarkSEE(b *testing.B) {
	wins := 0
	perMove(b, func(s *sample, m board.Move) {
		if s.position.SEE(m, 0) {
			wins++
		}
	})
}

// BenchmarkGivesCheck includes computing the check information once per position.
func BenchmarkGivesCheck(b *testing.B) {
	checks := 0
	var ci board.CheckInfo
	perMove(b, func(s *sample, m board.Move) {
		if m == s.list.Moves[0] {
			ci = s.position.CheckInfo()
		}
		if s.position.GivesCheck(m, &ci) {
			checks++
		}
	})
}

func BenchmarkParseFEN(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := board.ParseFEN(board.StartFEN); err != nil {
			b.Fatal(err)
		}
	}
}
