package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// played returns a game of one move with its answers.
func played(t *testing.T, fen, word string, before, after Answer) *Judgement {
	t.Helper()
	origin := Origin{Kind: "pgn", Text: RawText("[FEN \"" + fen + "\"]\n\n" + word + " *\n")}
	g := NewJob(origin, "game", 0).Read()
	if g.Err != nil || len(g.Played()) != 1 {
		t.Fatal(fen, word, g.Err)
	}
	answers := g.Ask(SelectAll(2, Whole))
	for i, a := range []Answer{before, after} {
		must.Do(t, a.SetRoot(g.Positions[i].Root()))
		answers.List[i] = a
	}
	return answers.Judge()
}

// line returns the best move of an answer, found in the position fen.
func line(t *testing.T, fen, word string, score int) Line {
	t.Helper()
	p := playout.Parse(t, fen)
	m := must.Get(movegen.ParseMove(&p, word))(t)
	return Line{Root: &p, Score: score, Depth: 9, Moves: []board.Move{m}}
}

// answered returns an answer with these lines.
func answered(lines ...Line) Answer { return Answer{Best: lines[0].Moves[0], Lines: lines} }

const rooks = "r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 w - - 0 1"

// mistake returns the scores of the search, for White, before and after a move at rooks that is a mistake.
func mistake(t *testing.T) (before, after int) {
	p := playout.Parse(t, rooks)
	return scoreOf(t, &p, "116"), scoreOf(t, &p, "-39")
}

// TestLoss checks what moves give away: nothing that is the best move or as good, and centipawns as they are shown.
func TestLoss(t *testing.T) {
	next := played(t, rooks, "Rad1", Answer{}, Answer{}).Plies[1].Root().FEN()
	good, bad := mistake(t)
	before, after := answered(line(t, rooks, "f1d1", good)), answered(line(t, next, "f8d8", -bad))
	j := played(t, rooks, "Rad1", before, after)
	p := j.Plies[0].Root()
	l := j.Plies[0].Loss
	if want := winrate.Centipawns(p, good) - winrate.Centipawns(p, bad); l.Centipawns != want || l.Mark != Mistake {
		t.Errorf("lost %+v, want %d centipawns and much of a point", l, want)
	}
	j = played(t, rooks, "Rfd1", before, after)
	if l := j.Plies[0].Loss; l != (Loss{}) || j.Plies[0].Shown() != j.Plies[1].Shown() || j.Plies[0].Odds() != j.Plies[1].Odds() {
		t.Errorf("the best move: %+v, %v before and %v after it", l, j.Plies[0].Shown(), j.Plies[1].Shown())
	}
	mated := played(t, rooks, "Rad1", before, answered(line(t, next, "f8d8", scores.Mate-3)))
	if l := mated.Plies[0].Loss; l.Centipawns != winrate.Centipawns(p, good)+1000 || l.Mark != Blunder {
		t.Errorf("mated: %+v", l)
	}
}

// scoredGame returns a game with these answers, one word for each position: what the search found for the side to move, in
// centipawns or, after "#", in plies to mate; "=" after it if the best move was played; or "-" if the position was left out.
func scoredGame(t *testing.T, text string) *Judgement {
	t.Helper()
	words, moves := strings.Fields(text), []string{"Rad1", "Rad8", "Rd4", "Rd5", "Rd3", "Rd6"}
	g := NewJob(Origin{Kind: "pgn", Text: RawText("[FEN \"" + rooks + "\"]\n\n" + strings.Join(moves[:len(words)-1], " ") + " *\n")}, "game", 0).Read()
	if g.Err != nil || len(g.Positions) != len(words) {
		t.Fatalf("%d positions, %v", len(g.Positions), g.Err)
	}
	answers := g.Unasked()
	for i, word := range words {
		if word == "-" {
			continue
		}
		a, root := &answers.List[i], g.Positions[i].Root()
		digits, isBest := strings.CutSuffix(word, "=")
		answers.Selection[i], a.Best = Whole, line(t, root.FEN(), []string{"g1h1", "g8h8"}[root.Turn()], 0).Moves[0]
		if isBest {
			a.Best = g.Positions[i].Move
		}
		a.Lines = []Line{{Root: root, Score: scoreOf(t, root, digits), Depth: 9, Moves: []board.Move{a.Best}}}
	}
	return answers.Judge()
}

// scoreOf returns a score of the search at p.
func scoreOf(t *testing.T, p *board.Position, digits string) int {
	plies, mate := strings.CutPrefix(digits, "#")
	n, err := strconv.Atoi(plies)
	switch {
	case err != nil:
		t.Fatal(err)
	case mate && n < 0:
		return -scores.Mate - n
	case mate:
		return scores.Mate - n
	}
	return int(math.Round(winrate.Current().Score(float64(n), winrate.Material(p))))
}

// TestValues values games from their ends: the best move played loses nothing, no move gains anything, what is found later
// counts, but marks no move that was compared with a better one, and a mate is called one only where a search has found it.
func TestValues(t *testing.T) {
	for _, test := range []struct{ name, found, values, marks string }{
		{"a move that loses a little", "50 -20", "50 -20", " "},
		{"a mistake", "100 20", "100 20", "?"},
		{"the best move", "20= -60", "60 -60", ""},
		{"as good as the best", "20 -60", "60 -60", ""},
		{"the best moves to the end", "30= -20= 40= -70", "70 -70 70 -70", " "},
		{"found later", "100 -95= 95= 100", "-45 100 -100 100", " "},
		{"two inaccuracies", "100 0 60 -90", "100 0 90 -90", "?!?!"},
		{"a mate that the best move misses", "#3= -500", "500 -500", ""},
		{"mates, a ply for each move", "#5= #-8= #3=  #-2", "#5 #-4 #3 #-2", ""},
		{"a mate allowed", "100 #3", "100 #3", "??"},
		{"a mate missed", "#3 -300", "#3 -300", "??"},
		{"mated after the best move", "-300= #3", "-1000 #3", ""},
		{"mated after the best moves", "-300= 250= -280= #3", "-1000 1000 -1000 #3", ""},
		{"mated after a good move", "-300 300 -300= #3", "-685 1000 -1000 #3", ""},
		{"lost anyway", "#-6 #3", "#-6 #3", ""},
		{"nothing before", "- 120 0 -10", "- 120 10 -10", "?"},
	} {
		j := scoredGame(t, test.found)
		var values []string
		marks := make([]string, len(j.Moves()))
		for _, p := range j.Plies {
			v := p.Value
			text := fmt.Sprint(v.Score)
			switch {
			case p.Scope == LeftOut:
				text = "-"
			case scores.IsMate(v.Score) && v.Score > 0:
				text = fmt.Sprint("#", scores.Mate-v.Score)
			case scores.IsMate(v.Score):
				text = fmt.Sprint("#-", scores.Mate+v.Score)
			}
			values = append(values, text)
		}
		for i, p := range j.Moves() {
			marks[i] = p.Loss.Mark.Symbol()
		}
		if got, marks := strings.Join(values, " "), strings.Join(marks, ""); got != test.values || marks != strings.TrimSpace(test.marks) {
			t.Errorf("%s: values %s, want %s; marks %q, want %q", test.name, got, test.values, marks, test.marks)
		}
	}
}

// TestNarrow chooses among the moves of a judgement, and again among those that are left: the others have no loss, mark or accuracy,
// the values stay, and so does the judgement that is narrowed.
func TestNarrow(t *testing.T) {
	j := scoredGame(t, "100 20 300 20 400")
	before := fmt.Sprint(j.Selection, j.Figures)
	first := j.Narrow([]bool{true, true, false, false})
	second := first.Narrow([]bool{false, true, true, false})
	for _, test := range []struct {
		j     *Judgement
		want  Selection
		moves [2]int
	}{{j, Selection{Whole, Whole, Whole, Whole, Whole}, [2]int{2, 2}}, {first, Selection{Whole, Whole, ForLoss, LeftOut, LeftOut}, [2]int{1, 1}},
		{second, Selection{LeftOut, Whole, ForLoss, LeftOut, LeftOut}, [2]int{0, 1}}} {
		must.Equal(t, test.j.Selection, test.want)
		must.Equal(t, [2]int{test.j.Figures[board.White].Moves, test.j.Figures[board.Black].Moves}, test.moves, test.want)
		for i, p := range test.j.Moves() {
			want := *j.Plies[i] // whose move is marked
			if p.Scope != Whole {
				want.Loss, want.Accuracy, want.Mistake = Loss{}, Accuracy{}, ""
			}
			if want.Scope = p.Scope; *p != want || j.Plies[i].Mistake == "" {
				t.Errorf("move %d of %v is %+v, want %+v", i, test.want, *p, want)
			}
		}
	}
	must.Equal(t, fmt.Sprint(j.Selection, j.Figures), before)
}

// TestRule values the last position of a game that the rules have ended, whatever a search says.
func TestRule(t *testing.T) {
	for moves, want := range map[string]Value{
		"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8": {scores.Draw, true}, "f3 e5 g4 Qh4#": {-scores.Mate, true}, "e4 e5": {},
	} {
		g := NewJob(Origin{Kind: "pgn", Text: RawText(moves + " *\n")}, "game", 0).Read()
		last, answers := len(g.Played()), g.Ask(SelectAll(len(g.Positions), Whole))
		answers.List[last] = Answer{Lines: []Line{{Root: g.Positions[last].Root(), Score: 10}}}
		j := answers.Judge()
		if !want.Known {
			want.Score = winrate.Centipawns(j.Plies[last].Root(), 10)
		}
		must.Equal(t, j.Plies[last].Value, want, moves)
	}
}

// verified returns a game of one move that its first searches call a mistake, after a longer search with these scores of the
// best move and of the one played.
func verified(t *testing.T, best, ours int) *Judgement {
	t.Helper()
	next := played(t, rooks, "Rad1", Answer{}, Answer{}).Plies[1].Root().FEN()
	before, after := mistake(t)
	j := played(t, rooks, "Rad1", answered(line(t, rooks, "f1d1", before)), answered(line(t, next, "f8d8", -after)))
	if !j.IsDoubtful(0) || j.IsDoubtful(1) {
		t.Fatal("the move is not doubtful")
	}
	if moves := j.Rivals(0).SearchMoves; len(moves) != 2 || moves[0] != j.Plies[0].Answer.Best || moves[1] != j.Plies[0].Move {
		t.Fatalf("the rivals are %v", moves)
	}
	a, b := line(t, rooks, "f1d1", best), line(t, rooks, "a1d1", ours)
	b.Moves = append(b.Moves, line(t, next, "f8e8", 0).Moves[0])
	longer := answered(a, b)
	if ours > best {
		longer = answered(b, a)
	}
	j.Verify(0, &longer)
	return j.Judge()
}

// TestVerified checks that a longer search of both moves gives the positions before and after a move their values, and
// replaces nothing else after it, and that the first searches still decide what is searched longer.
func TestVerified(t *testing.T) {
	first, second := mistake(t)
	cp := func(score int) int {
		return winrate.Centipawns(&played(t, rooks, "Rad1", Answer{}, Answer{}).Plies[0].Position.Game.Position, score)
	}
	for _, test := range []struct {
		name          string
		best, ours    int
		before, after int
		mark          Mark
	}{
		{"nearly as good", 30, 20, cp(30), cp(20), Unmarked},
		{"better", 20, 30, cp(30), cp(30), Unmarked},
		{"an inaccuracy", 130, 20, cp(130), cp(20), Inaccuracy},
		{"a blunder to the longer search alone", 200, -600, mostWith(Mistake, cp(-600)), cp(-600), Mistake},
		{"mated", 20, -scores.Mate + 2, cp(20), -scores.Mate + 2, Blunder},
	} {
		j := verified(t, test.best, test.ours)
		before, after, l := j.Plies[0].Value.Score, j.Plies[1].Value.before().Score, j.Plies[0].Loss
		if before != test.before || after != test.after || l.Mark != test.mark || l.Centipawns != centipawns(before)-centipawns(after) {
			t.Errorf("%s: %d and %d, %+v; want %d and %d, %v", test.name, before, after, l, test.before, test.after, test.mark)
		}
		if a := j.Plies[0].Answer; len(a.Lines) != 1 || a.Lines[0].Score != max(test.best, test.ours) || a.First.Score != first {
			t.Errorf("%s: the lines are %+v", test.name, a.Lines)
		}
		if a := j.Plies[1].Answer; a.First != nil || a.Lines[0].Score != -second || !j.IsDoubtful(0) {
			t.Errorf("%s: after the move there is %+v", test.name, a)
		}
		for i, p := range j.Plies {
			text, err := json.Marshal(p.Answer)
			var a Answer
			if err = errors.Join(err, json.Unmarshal(text, &a), a.SetRoot(p.Root())); err != nil || (a.First != nil) != (i == 0) || (a.Played != nil) != (i == 0) {
				t.Errorf("loaded %+v, %v", a, err)
			}
		}
	}
	calm := played(t, rooks, "Rad1", answered(line(t, rooks, "f1d1", 5)), answered(line(t, verified(t, 0, 0).Plies[1].Root().FEN(), "f8d8", 5)))
	if calm.IsDoubtful(0) {
		t.Error("a move as good as the best is doubtful")
	}
	one := answered(line(t, rooks, "f1d1", 5))
	if calm.Verify(0, &one); calm.Plies[0].Answer.First != nil {
		t.Error("a search that has not got to the move judges it")
	}
}
