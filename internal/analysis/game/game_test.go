package game

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/movegen"
)

// TestGame reads what tags say of a game, where some say nothing.
func TestGame(t *testing.T) {
	for _, test := range []struct{ tags, white, elo, opening string }{
		{"", "White", "", "A00 Barnes Opening"},
		{`[White "?"] [WhiteElo "-"] [ECO "?"] [Opening " ? "]`, "White", "", "A00 Barnes Opening"},
		{`[White " Ada "] [WhiteElo "2700"] [ECO "A02"] [Opening "Gedult's Opening"]`, "Ada", "2700", "A02 Gedult's Opening"},
		{"[White \"\x8aaric \x96 \x8ean\"] [ECO \"B00\"]", "Šaric – Žan", "", "B00 Barnes Opening"},
		{"[White \"M\xfcller\"] [Opening \"?\"] [ECO \"B00\"]", "Müller", "", "B00 Barnes Opening"},
	} {
		j := NewJob(Origin{Kind: "pgn", Text: RawText(test.tags + "\n\n1. f3 *")}, "games.pgn", 0).Read()
		must.Do(t, j.Err)
		_, elo := j.Player(board.White)
		if names := j.Names(); names != [...]string{test.white, "Black"} || elo != test.elo || j.Opening().String() != test.opening {
			t.Errorf("%s: %q, %q, %q", test.tags, names, elo, j.Opening())
		}
	}
}

// TestEvent reads tags that say where, in which round and when a game was played.
func TestEvent(t *testing.T) {
	for _, c := range []struct{ event, site, round, date, want string }{
		{"", "", "", "", ""},
		{"?", "?", "-", "????.??.??", ""},
		{"Cup", "Wien", "1", "1999.05.03", "Cup · Wien · round 1 · 3 May 1999"},
		{"Cup", "Cup", "1", "?", "Cup · round 1"},
		{"Cup", "01", "3.2", "1999.05.??", "Cup · round 3.2 · May 1999"},
		{"Cup", "", "Final", "1999.??.??", "Cup · Final · 1999"},
		{"Cup", "", "", "1999.02.31", "Cup · 1999.02.31"},
		{"", "", "", "spring", "spring"},
	} {
		j := Game{tags: map[string]string{"Event": c.event, "Site": c.site, "Round": c.round, "Date": c.date}}
		must.Equal(t, j.Event(), c.want, c)
	}
}

// TestIsCalled finds names however their accents are written and their words are joined.
func TestIsCalled(t *testing.T) {
	for _, test := range []struct{ names, wanted string }{ // separated by |; each has each
		{"M\u00fcller, Jos\u00e9|Mu\u0308ller, Jose\u0301|M\xfcller, Jos\xe9|MULLER, Jose", "M\u00fcller|mu\u0308ller jose|jos\u00c9 muller"},
		{"Vachier-Lagrave, Maxime|Vachier Lagrave,M|vachier_lagrave", "Vachier-Lagrave|lagrave vachier|Vachier_Lagrave"},
		{"anna_knights|Anna-Knights", "anna|knights"},
		{"S\u00f8ren \u0141ukasz \u0110uro Strau\u00df I\u015f\u0131k|SOREN Lukasz Duro STRAUSS isik", "soren|s\u00f8ren|lukasz|\u0141UKASZ|duro|\u0111uro|strauss|STRAU\u1e9e|isik|I\u015eIK"},
	} {
		for name := range strings.SplitSeq(test.names, "|") {
			for wanted := range strings.SplitSeq(test.wanted, "|") {
				if one, more := (Person{wanted}).IsCalled(name), (Person{wanted + " miller"}).IsCalled(name); !one || more {
					t.Errorf("%q is called %q: %v, with miller %v", name, wanted, one, more)
				}
			}
		}
	}
	for name, wanted := range map[string]string{"anna_knights": "ann", "Annaknights": "anna knights"} {
		if (Person{wanted}).IsCalled(name) || !(Person{wanted, name}).IsCalled(name) || !(Person{}).IsCalled(name) {
			t.Errorf("%q is called %q, or not by its own name", name, wanted)
		}
	}
}

func TestThemes(t *testing.T) {
	for id, want := range map[string]string{
		"WAC.001": "WAC", "LCTII.POS.12": "LCTII POS", "E_E_T 010 - B vs S": "E_E_T - B vs S", "LCTPOS01 (d6!)": "LCTPOS", "17": "",
	} {
		must.Equal(t, theme(id), want, id)
	}
}

func TestStability(t *testing.T) {
	e4, d4 := board.NewMove(12, 28, board.Normal), board.NewMove(11, 27, board.Normal)
	lines := []Line{{Depth: 9}}
	for _, test := range []struct {
		what   string
		answer Answer
		want   Stability
		ok     bool
	}{
		{"no legal move", Answer{}, Stability{}, false},
		{"at once", Answer{Best: e4, Lines: lines, Nodes: 90, Course: []Change{{Move: e4, Depth: 1, Nodes: 20}}}, Stability{Point{1, 20}, Point{1, 20}, 0}, true},
		{"there and back", Answer{Best: e4, Lines: lines, Nodes: 90, Course: []Change{
			{Move: d4, Depth: 1, Nodes: 20}, {Move: e4, Depth: 2, Nodes: 30}, {Move: d4, Depth: 3, Nodes: 40}, {Move: e4, Depth: 5, Nodes: 70},
		}}, Stability{Point{2, 30}, Point{5, 70}, 3}, true},
		{"without a word", Answer{Best: d4, Lines: lines, Nodes: 90, Course: []Change{{Move: e4, Depth: 1, Nodes: 20}}}, Stability{Point{9, 90}, Point{9, 90}, 1}, true},
		{"nothing was reported", Answer{Best: d4, Lines: lines, Nodes: 90}, Stability{Point{9, 90}, Point{9, 90}, 0}, true},
	} {
		if got, ok := test.answer.Stability(); got != test.want || ok != test.ok {
			t.Errorf("%s: %+v, %v; want %+v, %v", test.what, got, ok, test.want, test.ok)
		}
		if n := len(test.answer.Course); n > 0 && test.answer.Course[n-1].Depth > 5 {
			t.Errorf("%s: the course was changed", test.what)
		}
	}
}

// TestMargin compares the margin with the expected scores of the lines.
func TestMargin(t *testing.T) {
	p := board.StartPosition()
	if margin, ok := (&Answer{Lines: []Line{{Root: &p, Score: 50}}}).Margin(); ok {
		t.Errorf("one line has a margin of %.3f", margin)
	}
	a := Answer{Lines: []Line{{Root: &p, Score: 200}, {Root: &p, Score: -100}, {Root: &p, Score: -300}}}
	if margin, ok := a.Margin(); !ok || margin < 0.1 || math.Abs(margin-(a.Top(&p).Expected()-a.Lines[1].Expected())) > 1e-9 {
		t.Errorf("the margin is %.3f, %v", margin, ok)
	}
}

// parsed returns a game.
func parsed(t *testing.T, text string) *Game {
	t.Helper()
	g := NewJob(Origin{Kind: "pgn", Text: RawText(text)}, "game", 0).Read()
	must.Do(t, g.Err)
	return g
}

// TestTermination reads how games ended, as sites and match managers write it, and as their last position says.
func TestTermination(t *testing.T) {
	for _, test := range []struct {
		termination, moves, result string
		want                       Termination
	}{
		{"Normal", "f3 e5 g4 Qh4#", "0-1", ByMate},
		{"Time forfeit", "f3 e5 g4 Qh4#", "0-1", ByMate},
		{"Time forfeit", "e4 e5", "0-1", OnTime},
		{"time forfeit", "e4 e5", "1-0", OnTime},
		{"Anna won on time", "e4 e5", "1-0", OnTime},
		{"Game drawn by timeout vs insufficient material", "e4 e5", "1/2-1/2", OnTime},
		{"Normal", "e4 e5", "1-0", ByResignation},
		{"Anna won by resignation", "e4 e5", "1-0", ByResignation},
		{"Time_Lord50 won by resignation", "e4 e5", "1-0", ByResignation},
		{"Normal", "e4 e5", "1/2-1/2", ByAgreement},
		{"", "e4 e5", "1-0", ""},
		{"", "e4 e5", "1/2-1/2", ""},
		{"?", "e4 e5", "1-0", ""},
		{"Game drawn by agreement", "e4 e5", "1/2-1/2", ByAgreement},
		{"Game drawn by repetition", "e4 e5", "1/2-1/2", ByRule},
		{"", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "1/2-1/2", ByRule},
		{"Time forfeit", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "1-0", OnTime}, // nobody has claimed the draw
		{"Rules infraction", "e4 e5", "1-0", ByAdjudication},
		{"adjudication", "e4 e5", "1-0", ByAdjudication},
		{"illegal move", "e4 e5", "1-0", ByAdjudication},
		{"Anna won - game abandoned", "e4 e5", "1-0", Abandoned},
		{"stalled connection", "e4 e5", "1-0", Abandoned},
		{"death", "e4 e5", "1-0", ""},
		{"unterminated", "e4 e5", "*", ""},
		{"Normal", "e4 e5 Qh5 Nc6 Bc4 d6 Qxf8#", "1-0", ""}, // the move that cannot be read may have been mate
		{"Time forfeit", "e4 e5 Nxe6", "1-0", OnTime},
	} {
		j := parsed(t, `[Termination "`+test.termination+`"][Result "`+test.result+`"]`+"\n\n"+test.moves+" "+test.result)
		must.Equal(t, j.Termination, test.want, test.termination, test.moves, test.result)
	}
}

// TestOutcome asks the last position of a game how it ended where the source does not say it.
func TestOutcome(t *testing.T) {
	const fools = "f3 e5 g4 Qh4#"
	for _, test := range []struct {
		text, result string
		end          Termination
	}{
		{fools, "0-1", ByMate},
		{`[Result "?"]` + "\n\n" + fools, "0-1", ByMate},
		{fools + " *", "*", ""}, // the source says that it is not known
		{`[Result "*"]` + "\n\n" + fools, "*", ""},
		{fools + " 1-0", "1-0", ByMate},
		{`[SetUp "1"][FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]` + "\n\nQf7", "1/2-1/2", ByRule},
		{`[SetUp "1"][FEN "8/8/8/8/8/k7/2p5/2K5 b - - 0 1"]` + "\n\nKb3 Kd2 c1Q+ Kxc1", "1/2-1/2", ByRule},
		{"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "*", ""}, // the players may go on
		{"e4 e5", "*", ""},
		{"e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# Kxf7", "*", ""}, // nobody knows what the last move was to be
	} {
		j := parsed(t, test.text)
		must.Equal(t, j.Outcome(), test.result, test.text)
		must.Equal(t, j.Termination, test.end, test.text)
	}
}

// TestSpent computes the times of moves from the clocks where no remark has them.
func TestSpent(t *testing.T) {
	const clocks = " e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59]} Nf3 {[%clk 0:02:50.5]} Nc6 {[%clk 0:03:02]} Bb5 {[%emt 0:00:07]} *"
	want := []time.Duration{0, time.Second, 11500 * time.Millisecond, 0, 7 * time.Second}
	j := parsed(t, `[TimeControl "180+2"]`+"\n\n"+clocks)
	for i, spent := range want {
		if got := j.Positions[i].Clock; !got.HasSpent || got.Spent != spent {
			t.Errorf("move %d: %+v, want %v", i, got, spent)
		}
	}
	const berserk = " e4 {[%clk 0:01:30]} e5 {[%clk 0:03:00]} Nf3 {[%clk 0:01:28]} Nc6 {[%clk 0:02:59]} *"
	for i, spent := range []time.Duration{0, 0, 2 * time.Second, 3 * time.Second} {
		if got := parsed(t, `[TimeControl "180+2"]`+"\n\n"+berserk).Positions[i].Clock; !got.HasSpent || got.Spent != spent {
			t.Errorf("berserk, move %d: %+v, want %v", i, got, spent)
		}
	}
	for control, ply := range map[string]int{"-": 2, "40/5400:1800": 2, "3m": 2, "180+x": 2, "3+2": 0} { // the last one is in minutes
		if parsed(t, `[TimeControl "`+control+`"]`+"\n\n"+clocks).Positions[ply].Clock.HasSpent {
			t.Errorf("the time of a move with the control %q is known", control)
		}
	}
}

// TestFile writes an answer as files have it and reads it again.
func TestFile(t *testing.T) {
	const text = `{"best":"e1h1","nodes":90,"ns":7000,"lines":[` +
		`{"score":30,"depth":9,"seldepth":12,"pv":"e1h1 e8a8"},{"score":-4,"known":true,"depth":8,"seldepth":9,"pv":"a2a8"}],` +
		`"threat":{"score":250,"depth":3,"seldepth":4,"pv":"a8a2"},` +
		`"course":[{"move":"a2a8","depth":1,"nodes":20,"ns":1000},{"move":"e1h1","depth":2,"nodes":40,"ns":2000}],"first":{"score":-9,"best":"a2a3"}}`
	g := NewJob(Origin{Kind: "epd", Text: "r3k2r/8/8/8/8/8/R7/4K2R w Kkq - bm O-O;"}, "file", 0).Read()
	must.Do(t, g.Err)
	var a Answer
	must.Do(t, json.Unmarshal([]byte(text), &a))
	must.Do(t, a.SetRoot(g.Positions[0].Root()))
	grade := a.grade(g.Positions[0])
	if a.Best.Flag() != board.Castle || a.Lines[0].Moves[1].Flag() != board.Castle || !a.Lines[1].Known ||
		a.Threat.Root.Turn() != board.Black || !grade.Solved || grade.Nodes != 40 {
		t.Errorf("%+v", a)
	}
	for i, want := range []string{"O-O O-O-O", "Rxa8+"} {
		must.Equal(t, a.Lines[i].Text(), want, i)
	}
	if again, err := json.Marshal(&a); err != nil || string(again) != text {
		t.Errorf("%v\n%s\n%s", err, again, text)
	}
}

// TestDamagedFile refuses what no analysis writes.
func TestDamagedFile(t *testing.T) {
	p := &Position{Game: board.NewGame(board.StartPosition())}
	for text, want := range map[string]string{
		`{"best":"e2"}`:                   "not a move",
		`{"best":"e2e5"}`:                 "best: e2e5 is not legal",
		`{"lines":[{"pv":"e2e4  e4e5"}]}`: "e4e5 is not legal",
		`{"course":[{}]}`:                 "course: 0000 is not legal",
		`{"first":{"best":"e7e5"}}`:       "first: e7e5 is not legal",
		`{"threat":{"pv":"e2e4"}}`:        "e2e4 is not legal",
	} {
		var a Answer
		err := json.Unmarshal([]byte(text), &a)
		if err == nil {
			err = a.SetRoot(p.Root())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	check, err := board.ParseFEN("4k3/8/8/8/8/8/8/K3r3 w - - 0 1")
	if err != nil || !movegen.HasLegalMove(&check) {
		t.Fatal(err)
	}
	if err := (&Answer{Threat: &Line{}}).SetRoot(&check); err == nil || !strings.Contains(err.Error(), "without a null move") {
		t.Error(err)
	}
}

// TestAppendOperation writes operations whose operands are unusual: each is one line, from which the operation is read again.
func TestAppendOperation(t *testing.T) {
	for operand, want := range map[string]string{
		"plain": "plain", "two words; and more": "two words; and more", "": "", `say "hello"`: `say "hello"`, "two\r\nlines": "two  lines",
		"M\xfcller": "M\xfcller", `5"`: `5"`, `C:\new\`: `C:\new\`, `C:\new`: `C:\new`, `\\server\"x"`: `\\server\"x"`,
	} {
		text := board.StartFEN + string(Operation{Code: "id", Operands: []string{operand}}.Append(nil))
		p, err := parseEPD(text)
		if err != nil || strings.ContainsAny(text, "\r\n") || p.ID != want {
			t.Errorf("%q is written as %q, %v, and read as %q", operand, text, err, p.ID)
		}
	}
}

// TestQuotationMarks reads operations and writes them again: strings keep their quotation marks, and those of the standard get them.
// Without them, python-chess takes letters for a move; it takes a single backslash and n for a line end.
func TestQuotationMarks(t *testing.T) {
	for text, want := range map[string]string{
		`eco "A60"; nic "BI.01"; v0 "Main"; v9 "9"; bm e4;`:      "",
		`tcri "a@b" "Ann"; tcsi "c@d" "Bob"; tcgs 3; acn 10;`:    "",
		`eco A60; nic BI.01; tcsi c@d Bob; v3 Main; c0 x; id y;`: `eco "A60"; nic "BI.01"; tcsi "c@d" "Bob"; v3 "Main"; c0 "x"; id "y";`,
		`mine "text" 3 "4" e4; pv e4 e5; draw_offer; noop "";`:   "",
		`id "C:\new"; c0 x\y;`:                                   `id "C:\\new"; c0 "x\\y";`,
	} {
		ops, err := parseOperations(text)
		var b []byte
		for _, op := range ops {
			b = op.Append(b)
		}
		if got := strings.TrimSpace(string(b)); err != nil || got != cmp.Or(want, text) {
			t.Errorf("%s is written as %s, %v", text, got, err)
		}
	}
}

// TestEscapes reads what python-chess writes in quotes, and texts with backslashes that are none of its escapes.
func TestEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`id "say \"hi\"";`: `say "hi"`, `id "5\"";`: `5"`, `id "5\""`: `5"`, `id "a\\b\nc";`: "a\\b\nc", `id "\"; x\""; c0 "y";`: `"; x"`,
		`id "C:\"; c0 "x";`: `C:\`, `id "C:\new";`: `C:\new`, `id "C:\";`: `C:\`, `id C:\\x;`: `C:\\x`,
	} {
		p, err := parseLine("startpos " + text)
		if err != nil || p.ID != want {
			t.Errorf("%s: %+v, %v, want %q", text, p, err, want)
		}
	}
	p, err := parseLine("startpos bm e4; am a3; bm d4 c4; am h3;")
	if err != nil || len(p.Best) != 3 || len(p.Avoid) != 2 {
		t.Errorf("the moves are %v and %v, %v", p.Best, p.Avoid, err)
	}
}

// TestEarlierPositions checks that each position of a game has those before it by which repetitions are found, as if the moves were
// played alone.
func TestEarlierPositions(t *testing.T) {
	j := NewJob(Origin{Kind: "pgn", Text: "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 e5 4. -- Nc6 5. Nxe5 Nb8 6. Nf3 Nc6 *"}, "x", 0).Read()
	played := board.NewGame(board.StartPosition())
	for i, p := range j.Positions {
		if got := p.Game; got.Position != played.Position || !slices.Equal(got.Keys, played.Keys) {
			t.Errorf("ply %d: keys %x, want %x", i, got.Keys, played.Keys)
		}
		if i < len(j.Positions)-1 {
			played.Play(p.Move)
		}
	}
	if len(j.Positions) != 13 || j.Err != nil {
		t.Errorf("%d positions, %v", len(j.Positions), j.Err)
	}
}

// TestOpening names openings by the tags of a game and by the list.
func TestOpening(t *testing.T) {
	const najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *"
	for _, test := range []struct{ kind, text, want string }{
		{"pgn", najdorf, "B90 Sicilian Defense: Najdorf Variation"},
		{"pgn", `[ECO "?"] [Opening " "]` + "\n\n" + najdorf, "B90 Sicilian Defense: Najdorf Variation"},
		{"pgn", `[ECO "B92"]` + "\n\n" + najdorf, "B92 Sicilian Defense: Najdorf Variation"},
		{"pgn", `[Opening " Sizilianisch "]` + "\n\n" + najdorf, "B90 Sizilianisch"},
		{"pgn", "[Opening \"Gr\xfcnfeld\"] [ECO \"D80\"]\n\n1. d4 *", "D80 Grünfeld"},
		{"pgn", "[Event \"no moves\"]\n\n*", ""},
		{"pgn", `[Variant "Chess960"] [FEN "rbnqknbr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKNBR w KQkq - 0 1"] [ECO "A00"] [Opening "X"]` +
			"\n\n1. e4 *", ""},
		{"pgn", `[Variant "Chess960"] [FEN "1k1r4/8/8/8/8/8/8/1K1R4 w Dd - 0 30"] [ECO "A00"]` + "\n\n30. Kb2 *", ""},
		{"pgn", `[Variant "Chess960"] [ECO "C20"]` + "\n\n1. e4 e5 *", "C20 King's Pawn Game"}, // the array of chess
		{"pgn", `[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 60"] [ECO "C42"]` + "\n\n60. Kf4 *", "C42"},
		{"pgn", `[Variant "Atomic"]` + "\n\n1. e4 *", ""},
		{"epd", "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - id \"x\";", "B90 Sicilian Defense: Najdorf Variation"},
		{"epd", "startpos", ""},
		{"epd", "not a position", ""},
		{"json", `{"moves": ["e2e4", "e7e5"]}`, "C20 King's Pawn Game"},
	} {
		j := NewJob(Origin{Kind: test.kind, Text: RawText(test.text)}, "x", 0).Read()
		must.Equal(t, j.Opening().String(), test.want, test.text, j.Err)
	}
}
