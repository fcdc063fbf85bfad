package puzzles

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// epdForm writes each puzzle as a line of EPD: bm with every move that is right, am with the move to improve on, dm for a mate,
// pv with the solution, id, the themes in c0, the origin in c1, and in c2 the rating.
type epdForm struct{ plain }

func (epdForm) Item(b []byte, p *Puzzle) []byte {
	start := p.Start()
	b = append(b, start.EPD()...)
	add := func(code string, operands ...string) { b = game.Operation{Code: code, Operands: operands}.Append(b) }
	add("bm", pgn.Moves(&start, p.Turns[0].Accepted...)...)
	if played := p.played(); played != "" {
		add("am", played)
	}
	if p.Mates() {
		add("dm", strconv.Itoa(len(p.Turns)))
	}
	add("pv", strings.Fields(pgn.Line(&start, p.Solution()))...)
	add("hmvc", strconv.Itoa(start.Rule50()))
	add("fmvn", strconv.Itoa(start.FullMove()))
	add("id", p.ID())
	add("c0", strings.Join(p.Themes, " "))
	add("c1", strings.ReplaceAll(p.Origin.Where, `"`, "'"))
	if p.Rating.Elo > 0 {
		add("c2", "rating "+p.Rating.String())
	}
	return append(b, '\n')
}

// pgnForm writes each puzzle as a game that begins with it.
type pgnForm struct {
	plain
	about about
}

func (f pgnForm) Item(b []byte, p *Puzzle) []byte {
	start := p.Start()
	g := &pgn.Game{}
	tag := func(name, value string) {
		g.Words = append(g.Words, pgn.TagWord(name, strings.Join(strings.Fields(value), " ")))
	}
	tag("Event", "Puzzle "+p.ID()+": "+p.Task())
	for _, name := range []string{"Site", "Date", "Round", "White", "Black"} {
		if value := p.Origin.Tags[name]; value != "" {
			tag(name, value)
		} else {
			tag(name, "?")
		}
	}
	tag("Result", "*")
	tag("SetUp", "1")
	tag("FEN", start.FEN())
	if !start.StandardCastling() {
		tag("Variant", "Chess960")
	}
	tag("PuzzleThemes", strings.Join(p.Themes, " "))
	if p.Rating.Elo > 0 {
		tag("PuzzleRating", p.Rating.String())
	}
	tag("PuzzleSource", p.Origin.Where)
	tag("Annotator", f.about.Engine)
	g.Words = append(g.Words, p.words()...)
	g.Words = append(g.Words, pgn.Word{Kind: pgn.Result, Text: "*"})
	return append(g.Append(b), '\n')
}

// words returns the solution as words of a game. Other right moves at the last turn are variations.
func (p *Puzzle) words() []pgn.Word {
	start, list := p.Start(), p.Positions()
	words := pgn.LineWords(pgn.NumberedLine(&start, p.Solution()))
	last := len(p.Turns) - 1
	for _, m := range p.Turns[last].Accepted {
		if m == p.Line[len(p.Line)-1] {
			continue
		}
		words = append(words, pgn.Word{Kind: pgn.Open, Text: "("})
		words = append(words, pgn.LineWords(pgn.NumberedLine(&list[len(list)-2], []board.Move{m}))...)
		words = append(words, pgn.Word{Kind: pgn.Close, Text: ")"})
	}
	return words
}

// csvForm writes the columns of the database of puzzles of Lichess. RatingDeviation, Popularity and NbPlays come from people
// and stay empty; so do the rating without replays, GameUrl where the game has no address, and OpeningTags where its opening
// has no name.
type csvForm struct{ plain }

func (csvForm) Begin(b []byte) []byte {
	return output.AppendCSV(b, []string{"PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes",
		"GameUrl", "OpeningTags"})
}

func (csvForm) Item(b []byte, p *Puzzle) []byte {
	rating := ""
	if p.Rating.Elo > 0 {
		rating = strconv.Itoa(p.Rating.Elo)
	}
	return output.AppendCSV(b, []string{p.ID(), p.Before.FEN(), strings.Join(uciLine(&p.Before, p.Line), " "), rating, "", "", "",
		strings.Join(p.Themes, " "), p.gameURL(), openingTags(p.Origin.Opening.Name)})
}

// uciLine returns a line that begins at p in the notation of UCI.
func uciLine(p *board.Position, moves []board.Move) []string {
	return movegen.FormatLine(p, moves, false)
}

// lichessGame matches the address of a game on Lichess, seen by White.
var lichessGame = regexp.MustCompile(`^https?://lichess\.org/\w+$`)

// gameURL returns the address of the position in the game, "" if the game has none. On Lichess, the solver sees it from their
// side.
func (p *Puzzle) gameURL() string {
	url := game.Address(p.Origin.Tags)
	if url == "" {
		return ""
	}
	if p.Before.Turn() == board.White && lichessGame.MatchString(url) {
		url += "/black"
	}
	return fmt.Sprintf("%s#%d", url, p.Origin.Ply+1)
}

// plainLetters removes the diacritics and the punctuation in names of openings.
var plainLetters = strings.NewReplacer("á", "a", "ä", "a", "ć", "c", "é", "e", "ó", "o", "ö", "o", "ø", "o", "ü", "u",
	"'", "", "’", "", ":", "", ",", "", ".", "")

// openingTags returns the name of an opening as Lichess has it in the database: the family, and the family with the
// variation, each with underscores between the words and without marks on letters.
func openingTags(opening string) string {
	tag := func(text string) string {
		return strings.Join(strings.Fields(plainLetters.Replace(text)), "_")
	}
	family, variation, found := strings.Cut(opening, ":")
	if tag(family) == "" || strings.Trim(opening, "? ") == "" {
		return ""
	}
	if !found {
		return tag(family)
	}
	variation, _, _ = strings.Cut(variation, ",")
	return tag(family) + " " + tag(family+" "+variation)
}

// jsonForm writes one object on each line.
type jsonForm struct {
	plain
	about about
}

type jsonPuzzle struct {
	ID      string     `json:"id"`
	Source  string     `json:"source"`
	Ply     int        `json:"ply"` // half-moves of the game at fen_before
	Before  string     `json:"fen_before"`
	Mistake string     `json:"mistake,omitempty"` // of the opponent, or
	Played  string     `json:"played,omitempty"`  // the move to improve on
	FEN     string     `json:"fen"`
	Task    string     `json:"task"`
	Goal    string     `json:"goal"`
	Moves   []string   `json:"moves"`
	SAN     string     `json:"san"`
	Turns   []jsonTurn `json:"turns"`
	Themes  []string   `json:"themes"`
	RatingJSON
	Game       map[string]string `json:"game"` // tags
	Engine     string            `json:"engine"`
	Network    string            `json:"network"`
	Nodes      uint64            `json:"nodes"`
	Margin     float64           `json:"margin"`
	Tablebases string            `json:"tablebases,omitempty"`
}

// jsonTurn is a turn of the solver. Second is missing where no other move is legal.
type jsonTurn struct {
	Accepted []string `json:"accepted"`
	Best     float64  `json:"best"`
	Second   *float64 `json:"second,omitempty"`
}

func (f jsonForm) Item(b []byte, p *Puzzle) []byte {
	start, list := p.Start(), p.Positions()
	out := jsonPuzzle{
		ID: p.ID(), Source: p.Origin.Where, Ply: p.Origin.Ply, Before: p.Before.FEN(), FEN: start.FEN(), Task: p.Task(),
		Goal:  p.goalName(),
		Moves: uciLine(&start, p.Solution()), SAN: pgn.NumberedLine(&start, p.Solution()), Themes: p.Themes,
		RatingJSON: p.Rating.JSON(), Game: p.Origin.Tags, Engine: f.about.Engine, Network: f.about.Network,
		Nodes: f.about.Settings.Nodes, Margin: f.about.Settings.Margin,
		Tablebases: f.about.Tablebases,
	}
	if p.Goal == Improve {
		out.Played = uciMoves(&start, []board.Move{p.Played})[0]
	} else {
		out.Mistake = uciLine(&p.Before, p.Line[:1])[0]
	}
	for i, t := range p.Turns {
		turn := jsonTurn{Accepted: uciMoves(&list[2*i+1], t.Accepted), Best: t.Best}
		if !t.Forced {
			turn.Second = &t.Second
		}
		out.Turns = append(out.Turns, turn)
	}
	return game.AppendLine(b, out)
}

// goalName returns the name of the goal in JSON.
func (p *Puzzle) goalName() string {
	if p.Mates() {
		return "mate"
	}
	return [...]string{Win: "win", Save: "save", Improve: "improve"}[p.Goal]
}

// uciMoves returns moves of p in the notation of UCI.
func uciMoves(p *board.Position, moves []board.Move) (texts []string) {
	for _, m := range moves {
		texts = append(texts, movegen.FormatMove(p, m, false))
	}
	return texts
}
