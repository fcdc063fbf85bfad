package analyse

import (
	"strings"
	"testing"

	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// read returns a game.
func read(t *testing.T, text string) *game.Game {
	t.Helper()
	g := game.NewJob(game.Origin{At: 1, Kind: "pgn", Text: game.RawText(text)}, "test", 0).Read()
	must.Do(t, g.Err)
	return g
}

// draw writes the scopes that a filter gives as letters: W for whole, b for behind, a dot for what is left out.
func draw(f *filter, g *game.Game) string {
	var b strings.Builder
	for _, scope := range f.choose(g) {
		b.WriteByte("Wb."[scope])
	}
	return b.String()
}

const open = "[White \"Tal, Mikhail\"]\n[Black \"M\xfcller\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2500\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. h4 *"

func TestScopes(t *testing.T) {
	mainLines := testfiles.Path(t, "books", "mainlines.bin")
	for _, test := range []struct {
		filter game.Filter
		text   string
		want   string
	}{
		{game.Filter{}, open, "WWWWWWWW"},
		{game.Filter{Players: game.Players{Person: game.Person{"mikhail TAL"}}}, open, "WbWbWbWb"},
		{game.Filter{Players: game.Players{Person: game.Person{"tal"}}}, open, "WbWbWbWb"},
		{game.Filter{Players: game.Players{Person: game.Person{"müller"}}}, open, ".WbWbWb."},
		{game.Filter{Players: game.Players{Person: game.Person{"Ta"}}}, open, "........"},
		{game.Filter{Players: game.Players{Person: game.Person{"Tal"}, Color: "black"}}, open, "........"},
		{game.Filter{Players: game.Players{Color: "black"}}, open, ".WbWbWb."},
		{game.Filter{Players: game.Players{Color: "white"}}, "1. e4 e5 *", "Wb."},
		{game.Filter{Players: game.Players{Color: "white"}}, "[Termination \"Normal\"]\n\n1. e4 e5 0-1", "Wbb"}, // how did they stand who resigned?
		{game.Filter{Moves: game.MoveRange{First: 9}}, "[Termination \"Normal\"]\n\n1. e4 e5 0-1", "..."},
		{game.Filter{Players: game.Players{Color: "white"}}, "[Termination \"Time forfeit\"]\n\n1. e4 e5 0-1", "Wbb"},
		{game.Filter{Players: game.Players{Color: "white"}}, "[Termination \"Normal\"]\n\n1. g4 e5 2. f3 Qh4# 0-1", "WbWb."},
		{game.Filter{Moves: game.MoveRange{First: 2, Last: 3}}, open, "..WWWWb."},
		{game.Filter{Moves: game.MoveRange{First: 4}}, open, "......Wb"},
		{game.Filter{Moves: game.MoveRange{Last: 1}}, open, "WWb....."},
		{game.Filter{Moves: game.MoveRange{First: 9, Last: 9}}, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 8\"]\n\n8... Kd7 9. e4 Kd6 10. e5+ *", ".WWb."},
		{game.Filter{Book: 3}, open, "......Wb"},
		{game.Filter{Book: 3}, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 8\"]\n\n8... Kd7 9. e4 *", "..."},
		{game.Filter{Known: "main lines"}, open, "......Wb"},
		{game.Filter{MinElo: 2500}, open, "WWWWWWWW"[:7] + "b"},
		{game.Filter{MinElo: 2501}, open, "........"},
		{game.Filter{MinElo: 1}, "[WhiteElo \"?\"]\n\n1. e4 *", ".."},
		{game.Filter{Players: game.Players{Person: game.Person{"x"}}}, "[White \"x\"]\n\n*", "."},
	} {
		want := test.want
		if test.filter.String() != "" && strings.HasPrefix(want, "WWWWWWW") {
			want = "WWWWWWWb" // the last position belongs to the last move
		}
		f := filter{Filter: test.filter}
		if f.Known != "" {
			must.Do(t, f.open(nil, mainLines))
		}
		must.Equal(t, draw(&f, read(t, test.text)), want, &f, test.text)
	}
	single := game.NewJob(game.Origin{Kind: "epd", Text: "startpos"}, "test", 0).Read()
	if f := (filter{Filter: game.Filter{Players: game.Players{Person: game.Person{"x"}}}}); draw(&f, single) != "W" {
		t.Error("a single position is filtered")
	}
}

// TestDecided leaves out what is played with a queen more, but neither the exchange of a queen nor a blunder that loses the
// lead, and nothing of a game that ends in stalemate.
func TestDecided(t *testing.T) {
	net := must.Get(eval.Default())(t)
	f := filter{Filter: game.Filter{Decided: 500}, evaluator: nnue.New(net, 0)}
	const queenUp = "[FEN \"r3k3/ppp5/8/8/8/8/PPP5/R2QK3 w - - 0 1\"]\n\n"
	for _, test := range []struct{ what, text, want string }{
		{"equal", "1. e4 e5 2. Nf3 Nc6 *", "WWWWb"},
		{"a queen more", queenUp + "1. a3 a6 2. b3 b6 3. c3 c6 4. a4 a5 *", "........."},
		{"queens exchanged", "[FEN \"r2qk3/ppp5/8/8/8/8/PPP5/R2QK3 w - - 0 1\"]\n\n1. Qxd8+ Rxd8 2. a3 a6 3. b3 b6 *", "WWWWWWb"},
		{"a blunder at the end", queenUp + "1. a3 a6 2. b3 b6 3. c3 c6 4. Qd7+ Kxd7 5. a4 a5 *", "....WWWWWWb"},
		{"stalemate", "[FEN \"7k/8/5K2/8/8/8/PPP5/6Q1 w - - 0 1\"]\n\n1. Qg2 Kh7 2. Qg4 Kh8 3. Qg6 *", ".WWWWb"},
	} {
		must.Equal(t, draw(&f, read(t, test.text)), test.want, test.what)
	}
}

// TestDecidedByValues leaves out what is decided by the values of an analysis, which need not agree with the network. A position that was
// not analysed says nothing.
func TestDecidedByValues(t *testing.T) {
	for _, test := range []struct {
		values [7]int // for White; 99 where nothing was analysed
		want   string
	}{
		{[7]int{0, 0, 0, 0, 0, 0, 0}, "WWWWWW"},
		{[7]int{0, 0, 900, 900, 900, 500, scores.Mate}, "WW...."},
		{[7]int{-500, -500, -500, -500, -499, -500, -500}, "WWWWW."},
		{[7]int{99, 500, 99, 600, 99, 99, 99}, "....WW"},
	} {
		j := read(t, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Bc5 *").Unasked().Judge()
		for i, p := range j.Plies {
			if p.Value.Score = test.values[i]; i%2 == 1 {
				p.Value.Score *= -1
			}
			if p.Scope = game.Whole; test.values[i] == 99 {
				p.Scope = game.LeftOut
			}
		}
		got := ""
		for _, wanted := range (&filter{Filter: game.Filter{Decided: 500}}).moves(j.Game, judged(j)) {
			got += map[bool]string{true: "W", false: "."}[wanted]
		}
		must.Equal(t, got, test.want, test.values)
	}
}

// TestBookName checks that a filter names its book with a fingerprint.
func TestBookName(t *testing.T) {
	var withBook filter
	path := testfiles.Path(t, "books", "mainlines.bin")
	if err := withBook.open(nil, path); err != nil || !strings.HasPrefix(withBook.String(), "--skip-book "+path+" (") {
		t.Errorf("%v, %s", err, &withBook)
	}
	must.Fail(t, new(filter).open(nil, "filter.go"), "filter.go: not an opening book")
}

// TestPassed checks that the moves of a game are not played if its tags leave nothing of it, unless it is of another variant.
func TestPassed(t *testing.T) {
	o := must.Get(parseOptions([]string{"-", "--player", "tal"}))(t)
	a := &analysis{writer: writer{options: o}}
	for tags, passed := range map[string]bool{
		`[White "Tal"]`: false, `[White "Botvinnik"]`: true, `[White "Botvinnik"] [Variant "Atomic"]`: false,
	} {
		j := must.Get(a.prepare(game.NewJob(game.Origin{Kind: "pgn", Text: game.RawText(tags + "\n\n1. e4 *")}, "test", 0)))(t)
		if j.Passed != passed || passed && (len(j.Positions) > 0 || !j.LeftOut()) {
			t.Errorf("%s: passed over: %v, %d positions", tags, j.Passed, len(j.Positions))
		}
	}
}

// TestFilterChunks checks that chunks hold nothing that is left out, and begin with nothing that is.
func TestFilterChunks(t *testing.T) {
	o := must.Get(parseOptions([]string{"-", "--chunk", "3", "--moves", "2-3"}))(t)
	a := &analysis{writer: writer{options: o}}
	j := must.Get(a.prepare(game.NewJob(game.Origin{Kind: "pgn", Text: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *"}, "test", 0)))(t)
	list := j.Chunks(o.chunk)
	if len(list) != 2 || list[0].Next != 5 || list[1].Next != -1 || list[0].Positions[0] != 2 || len(list[1].Positions) != 2 {
		t.Errorf("the chunks are %+v", list)
	}
}
