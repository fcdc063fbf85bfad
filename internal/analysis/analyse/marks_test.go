package analyse

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/movegen"
)

// person writes games as people do, with lines, marks and comments at every depth.
type person struct {
	*rand.Rand
	n int // of the last comment
}

// games returns games.
func (p *person) games(n int) string {
	var b strings.Builder
	for i := range n {
		start := board.StartPosition()
		words := append([]pgn.Word{pgn.TagWord("Event", fmt.Sprint(i)), pgn.TagWord("Annotator", oneOf(p, annotators))},
			p.line(start, 14, 2)...)
		fmt.Fprintln(&b, &pgn.Game{Words: append(words, pgn.Word{Kind: pgn.Result, Text: "*"})})
	}
	return b.String()
}

// annotators are people.
var annotators = []string{"Anna", "Club Vertigo; Bob", "Vertigo Club"}

// sayings are comments that resemble those of engines.
var sayings = []string{"Threatens 2. Qh5 and I was afraid", "Threatens 2. Qh5", "Difficulty here is high, said the coach",
	"Blunder. He did not see it.", "Mistake. Nf3 was best.", "better", "better than ??", "better (Club Vertigo)",
	"(0.20 → bad) Inaccuracy.", "Vertigo 1.2.0", "??", "[%clk 0:01:02] slow",
	"Vertigo 1.2.0 says: better than ?? (Vertigo 1.2.0), I think"}

// oneOf returns one of a list.
func oneOf[T any](p *person, list []T) T { return list[p.IntN(len(list))] }

// comment returns a comment that occurs only once.
func (p *person) comment() pgn.Word {
	p.n++
	return pgn.Word{Kind: pgn.Comment, Text: fmt.Sprintf("%s no%d", oneOf(p, sayings), p.n)}
}

// line returns a line of random moves from a position. Below depth 0 it is bare, otherwise it has everything that people write.
func (p *person) line(at board.Position, length, depth int) (words []pgn.Word) {
	add := func(kind pgn.Kind, text string) { words = append(words, pgn.Word{Kind: kind, Text: text}) }
	often := func(n int) bool { return depth >= 0 && p.IntN(n) == 0 }
	for range length {
		var list movegen.List
		if movegen.Generate(&at, &list, movegen.All); list.N == 0 {
			break
		}
		if often(8) {
			words = append(words, p.comment())
		}
		add(pgn.Number, pgn.MoveNumber(&at))
		m := oneOf(p, list.Slice())
		add(pgn.Move, pgn.Moves(&at, m)[0])
		if often(3) {
			words[len(words)-1].Text += oneOf(p, []string{"!", "?", "??", "?!"})
		}
		for often(4) {
			add(pgn.NAG, oneOf(p, []string{"$1", "$2", "$4", "$6", "$14", "$146"}))
		}
		for often(5) {
			words = append(words, p.comment())
		}
		for depth > 0 && often(3) {
			words = append(words, variation(p.line(at, 1+p.IntN(4), depth-1-p.IntN(2)))...)
		}
		if often(6) {
			words = append(words, p.comment())
		}
		at.Make(m, &at)
	}
	return words
}

func variation(line []pgn.Word) []pgn.Word {
	return slices.Concat([]pgn.Word{{Kind: pgn.Open, Text: "("}}, line, []pgn.Word{{Kind: pgn.Close, Text: ")"}})
}

// goOn goes on with a game, also in lines of others: it adds comments, marks and variations to moves, and moves to lines. It
// returns the texts that must stay: what is new, and each variation of the main line with something new.
func (p *person) goOn(g *pgn.Game) (stays []string) {
	type state struct{ before, at board.Position }
	lines := []state{{at: board.StartPosition()}}
	var words []pgn.Word
	begin, isNew := 0, false // of the word or variation of the main line
	for _, w := range g.Words {
		last := &lines[len(lines)-1]
		var more []pgn.Word
		switch w.Kind {
		case pgn.Open:
			lines = append(lines, state{at: last.before})
		case pgn.Close:
			if p.IntN(6) == 0 {
				bare := p.line(last.at, 2, -1)
				words, isNew = append(words, bare...), isNew || len(bare) > 0
			}
			lines = lines[:len(lines)-1]
		case pgn.Move:
			m, err := pgn.NewSAN(&last.at).Parse(w.Text)
			if err != nil {
				panic(err)
			}
			last.before = last.at
			last.before.Make(m, &last.at)
			switch p.n++; p.IntN(12) {
			case 0:
				more = []pgn.Word{p.comment()}
			case 1:
				more = []pgn.Word{{Kind: pgn.NAG, Text: fmt.Sprintf("$%d", 1000+p.n)}}
			case 2:
				more = variation(append([]pgn.Word{p.comment()}, p.line(last.before, 2, 1)...))
			}
		}
		words = append(words, w)
		if len(lines) > 1 {
			words, isNew = append(words, more...), isNew || more != nil
			continue
		}
		if isNew {
			stays = append(stays, squeeze(words[begin:]))
		}
		if more != nil {
			words, stays = append(words, more...), append(stays, squeeze(more))
		}
		begin, isNew = len(words), false
	}
	g.Words = words
	return stays
}

// evaluation matches an evaluation, which is always the newest.
var evaluation = regexp.MustCompile(`\[%eval[^\]]*\]`)

// squeeze returns words without white space and evaluations.
func squeeze(words []pgn.Word) string {
	text := evaluation.ReplaceAllString((&pgn.Game{Words: words}).String(), "")
	return strings.Join(strings.Fields(text), "")
}

// settings are those of three analyses one after the other.
var settings = [][]string{{"--nodes", "50", "--threats"}, {"--nodes", "200"}, {"--nodes", "100", "--threats"}}

// annotated returns games with the annotations of an analysis.
func annotated(t *testing.T, games string, settings []string) string {
	t.Helper()
	args := append([]string{"-", "--as", "pgn", "--hash", "1", "--quiet", "--verify", "1"}, settings...)
	out, errOut, code := command(t, games, args...)
	if code != cli.ExitOK || errOut != "" {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	return out
}

// theyAreThere checks that the words of games are still there, in their order, after an analysis. Only evaluations are new, and
// the annotator stands after the other tags.
func theyAreThere(t *testing.T, games, now []*pgn.Game) {
	t.Helper()
	for i, g := range games {
		at := 0
		for _, w := range g.Words {
			if w.Kind == pgn.Tag && strings.HasPrefix(strings.ToLower(w.Text), "[annotator ") {
				if got, want := now[i].Tags()["Annotator"], g.Tags()["Annotator"]; !strings.HasPrefix(got, want) {
					t.Errorf("game %d: the annotator %q is now %q", i+1, want, got)
				}
				continue
			}
			for at < len(now[i].Words) && (now[i].Words[at].Kind != w.Kind ||
				squeeze(now[i].Words[at:at+1]) != squeeze([]pgn.Word{w})) {
				at++
			}
			if at++; at > len(now[i].Words) {
				t.Fatalf("game %d: %q is gone from\n%s\nit was\n%s", i+1, w.Text, now[i], g)
			}
		}
	}
}

// TestPeoplesWords analyses random games three times. Afterwards they are as after the last analysis alone, and every word of the
// people is there.
func TestPeoplesWords(t *testing.T) {
	p := &person{Rand: rand.New(rand.NewPCG(1, 2))}
	games := p.games(12) + informant
	last := games
	for _, s := range settings {
		last = annotated(t, last, s)
	}
	theyAreThere(t, allGames(t, games), allGames(t, last))
	once := allGames(t, annotated(t, games, settings[len(settings)-1]))
	for i, g := range allGames(t, last) {
		if g.String() != once[i].String() {
			t.Fatalf("game %d is\n%s\nafter the last analysis alone it is\n%s", i+1, g, once[i])
		}
	}
}

// TestPeopleGoOn analyses random games three times, and people go on with them in between, also in the lines that were added.
func TestPeopleGoOn(t *testing.T) {
	p := &person{Rand: rand.New(rand.NewPCG(3, 4))}
	games := p.games(12)
	stays := make([][]string, 12)
	last := annotated(t, games, settings[0])
	for _, s := range settings[1:] {
		list := allGames(t, last)
		var b strings.Builder
		for i, g := range list {
			more := p.goOn(g)
			text := squeeze(g.Words)
			stays[i] = slices.DeleteFunc(stays[i], func(part string) bool { return !strings.Contains(text, part) }) // it goes on
			stays[i] = append(stays[i], more...)
			fmt.Fprintln(&b, g)
		}
		last = annotated(t, b.String(), s)
	}
	theyAreThere(t, allGames(t, games), allGames(t, last))
	for i, g := range allGames(t, last) {
		text := squeeze(g.Words)
		for _, part := range stays[i] {
			if !strings.Contains(text, part) {
				t.Fatalf("game %d: %s is gone from\n%s", i+1, part, g)
			}
		}
		_, moves, _ := g.Parts()
		for _, words := range moves {
			after := (&pgn.Game{Words: words}).String()
			if n := len(ourLine.FindAllString(after, -1)); n > 1 || strings.Count(after, "%eval") > 1 {
				t.Fatalf("game %d: twice after a move: %s", i+1, after)
			}
		}
	}
}

// ourLine matches a line of ours in which nobody has written.
var ourLine = regexp.MustCompile(`\([^(){}$]*\{ better[^(){}]*\(Vertigo test\) \} \)`)

// informant is a game as informants annotate them.
const informant = `[Event "Training"]
[Annotator "Vertigo Chess Club"]

{ The notes are from the club's evening. } 1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 O-O 5. a3 Bxc3+ 6. Qxc3 b6 7. Bg5 Bb7
8. f3 $6 ( 8. e3 d6 9. Ne2 $14 ) ( 8. Nf3 d6 9. e3 Nbd7 $10 ) 8... h6 9. Bh4 d5 $1 $146 ( { Usual is } 9... c5 10.
dxc5 bxc5 11. e3 $13 ( 11. Qd2 $2 Nc6 $15 ) ) 10. e3 Nbd7 11. cxd5 Nxd5 12. Bxd8 Nxc3 13. Bh4 $2 ( 13. Bxc7 Nd5 14.
Bf4 $3 $18 { with a pawn more } ) ( 13. bxc3 $4 Rfxd8 $11 ) 13... Nd5 14. Bf2 f5 $2 ( 14... c5 $1 15. e4 Ne7 $132 ) (
14... Rac8 ) 15. Bc4 N7f6 $4 ( 15... Rae8 ) 16. Ne2 1/2-1/2

`

// TestWhatStays analyses games twice. Only what is certainly an engine's goes.
func TestWhatStays(t *testing.T) {
	for _, test := range []struct{ name, game, stays, goes string }{
		{"a person's mark and line", "1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6) 2... Nc6 *", "Nf3 $2|( 2. Bc4 Nc6 )", ""},
		{"a person who is called Vertigo",
			"[Annotator \"Club Vertigo 2024; Vertigo Smith; -\"]\n\n1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6) *",
			"[Annotator \"Club Vertigo 2024; Vertigo Smith; Vertigo test\"]|$2|( 2. Bc4 Nc6 )", "-;"},
		{"another version",
			"[Annotator \"Anna; Vertigo 1.2.0-7-gabc; Bob\"]\n\n" +
				"1. e4 $4 { [%eval 3.00] } ( 1. d4 { better than ?? (Vertigo 1.2.0-7-gabc) } ) *",
			"[Annotator \"Anna; Bob; Vertigo test\"]", "1. d4|$4|3.00"},
		{"lines in lines", "1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6 (2... Nf6 3. d3) 3. Qh5 Qe7) *",
			"$2|( 2. Bc4 Nc6 ( 2... Nf6 3. d3 ) 3. Qh5 Qe7 )", ""},
		{"comments that begin like Vertigo's",
			"1. e4 {Threatens 2. Qh5 and I was afraid} e5 {Difficulty here is high, said the coach} *", "and I was|here is high", ""},
		{"remarks",
			"1. e4 { Threatens 2. Qh5\nNc6 3. Qxf7# (Vertigo 1.2.0) } " +
				"e5 { Difficulty 1500 or more: missed by 7 of 10 players of 1400 (Vertigo 1.2.0) } *", "", "Threatens|Difficulty"},
		{"remarks that a person continues",
			"1. e4 { Threatens 2. Qh5 Nc6 (Vertigo 1.2.0), but no } e5 { Threatens 2. Nf3, I think (Vertigo 1.2.0) } *",
			"but no|I think", ""},
		{"lines that a person continues",
			"1. e4 $6 (1. d4 { better than ?! (Vertigo 1.2.0) } d5) e5 $4 (1... c5 2. Nf3 (2. c3) { better than ?? (Vertigo 1.2.0) }) " +
				"2. Nf3 $2 (2. d4 {or so} exd4 { better than ? (Vertigo 1.2.0) }) *", "$6|$4|$2|1. d4|d5|( 2. c3 )|or so", ""},
		{"the mark of a person beside Vertigo's", "1. g4 $2 $4 (1. h3 { better than ?? (Vertigo 1.2.0) }) *", "$2", "$4|1. h3"},
		{"a mark that a person gave before Vertigo", "1. e4 $4 (1. d4 { better (Vertigo 1.2.0) }) *", "e4 $4", "1. d4"},
		{"a mark in the spelling of another program", "1. e4?? (1. d4 {better than ?? (Vertigo 1.2.0)}) *", "", "??|1. d4"},
		{"a mark without a line", "1. e4 $4 $14 {?? (Vertigo 1.2.0)} *", "$14", "$4|??"},
		{"a single position", "[FEN \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n{ [%eval #9] } { f4 (Vertigo 1.2.0) } { Mate! } *",
			"Mate!|{ Rd8# (Vertigo test) }", "f4|#9"},
		{"Lichess' line, not that in another",
			"1. e4 e5 2. Nc3 Nc6 3. Qh5?! { (0.50 → -0.60) Inaccuracy. Nf3 was best. } (3. d3 Bc5 (3... Nf6 4. Nf3) 4. Nf3) " +
				"(3. f4 (3. Nf3 Nf6) 3... d6) (3. Nf3 d6 4. Bb5) *",
			"( 3. f4 ( 3. Nf3 Nf6 ) 3... d6 )|( 3... Nf6 4. Nf3 )", "Inaccuracy|?! {|Bb5"},
		{"two lines, one a person's", "1. e4?! { (0.50 → -0.60) Inaccuracy. d4 was best. } (1. d4 d5) (1. d4 f5) *",
			"( 1. d4 d5 )|( 1. d4 f5 )", "Inaccuracy|?!"},
		{"a mark that the verdict does not name",
			"1. e4?! $2 { (0.50 → -0.60) Mistake. d4 was best. } { (0.1 → 0.2) He slept. } (1. d4 { so Bob }) *",
			"e4?!|so Bob|He slept", "$2|Mistake"},
		{"Lichess' mates", "1. f3 e5 2. g4?? { (-0.90 → Mate in 1) Checkmate is now unavoidable. Nc3 was best. } (2. Nc3 d5) " +
			"2... d6? { (Mate in 1 → 0.40) Lost forced checkmate sequence. Qh4# was best. } { [%eval 0.4] } (2... Qh4#) 3. a3 *",
			"", "unavoidable|g4?|2. Nc3 d5|Lost|d6?"},
		{"verdicts without scores",
			"1. e4? {Mistake. d4 was best.} (1. d4 d5) 1... e5 2. Ke2 $4 { [%eval -2.1] [%clk 0:01:00] } { Blunder. Nf3 was best. } " +
				"( 2. Nf3 Nc6 ) 2... Nc6 $6 { [%eval 9.1] Inaccuracy. Nf6 was best. } (2... Nf6 {[%eval 0.3]} 3. d3) *",
			"[%clk 0:01:00]", "e4?|Mistake|1. d4 d5|Blunder|2. Nf3 Nc6|$4 { [%eval -2.1|Inaccuracy|9.1|3. d3"},
		{"verdicts that disagree with the mark, the line or the text",
			"1. e4? {Blunder. d4 was best.} (1. d4 d5) 1... e5 2. Ke2 $4 { Blunder. Nf3 was best. } ( 2. d3 d6 ) 2... Nc6 " +
				"$6 { Inaccuracy. Nf6 was best. I think } (2... Nf6) 3. d3 { Mistake. c3 was best. } (3. c3) *",
			"e4?|Blunder. d4|( 1. d4 d5 )|$4|Blunder. Nf3|( 2. d3 d6 )|$6|Inaccuracy. Nf6 was best. I think|( 2... Nf6 )|Mistake. c3|( 3. c3 )", ""},
		{"evaluations before the moves and in lines",
			"{ [%eval 9.11] } { [%eval 9.12] [%csl Ge4] } 1. e4 (1. d4 { [%eval 9.13] } d5 { [%eval 9.14] so Bob }) *",
			"{ [%csl Ge4] }|( 1. d4 d5 { so Bob } )", "9.1"},
	} {
		got := test.game
		for _, depth := range []string{"3", "1"} {
			got = annotated(t, got, []string{"--depth", depth})
		}
		flat := strings.Join(strings.Fields(got), " ")
		for part := range strings.SplitSeq(test.stays, "|") {
			if !strings.Contains(flat, part) {
				t.Errorf("%s: %q is gone:\n%s", test.name, part, got)
			}
		}
		for part := range strings.SplitSeq(test.goes, "|") {
			if part != "" && strings.Contains(flat, part) {
				t.Errorf("%s: %q is still there:\n%s", test.name, part, got)
			}
		}
	}
}

// TestUnsigned analyses a game that an earlier version has annotated, which did not sign its lines: they stay, and are not
// repeated.
func TestUnsigned(t *testing.T) {
	first := annotated(t, lichessExport, settings[1])
	unsigned := regexp.MustCompile(`\{ better[^}]*\} `).ReplaceAllString(strings.Join(strings.Fields(first), " "), "")
	again := annotated(t, unsigned, settings[1])
	if got := strings.Join(strings.Fields(again), " "); unsigned == first || got != unsigned {
		t.Errorf("the game is\n%s\nwant\n%s", got, unsigned)
	}
}
