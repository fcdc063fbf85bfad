package source

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"vertigo/internal/pgn"
)

// beforeFEN matches what may stand before a position with its operations or moves: the command of UCI, or a number.
var beforeFEN = regexp.MustCompile(`^(?:(?:position\s+)?(?:fen\s+)?|\d+[.):]\s*)$`)

// puzzle matches a line of the CSV of Lichess's puzzles: its name, a FEN, and moves, of which the opponent makes the first.
var puzzle = regexp.MustCompile(`^([^,]*),([^,]+/[^,]+ [wb] [^,]+),` +
	`([a-h][1-8][a-h][1-8][qrbn]?)((?: [a-h][1-8][a-h][1-8][qrbn]?)+)(?:,|$)`)

// positionText returns the position of a line as FEN or EPD. A line may also have it among other columns, in quotation marks, or
// after a number or the command position. A line that has none stays as it is.
func positionText(line string) string {
	if part := puzzle.FindStringSubmatch(line); part != nil {
		return fmt.Sprintf("%s moves %s; bm %s; id \"%s\";", part[2], part[3], strings.Fields(part[4])[0], strings.ReplaceAll(part[1],
			`"`, ""))
	}
	if text := startpos(line); text != "" {
		return text
	}
	if quoted := strings.Trim(line, `"`); len(quoted) == len(line)-2 && strings.Count(line, `"`) == 2 {
		line = quoted
	}
	before, fen, after, found := pgn.CutFEN(line)
	switch {
	case !found:
		return line
	case pgn.FENVariant(after) != "":
		return fen + after
	case beforeFEN.MatchString(before) && (after == "" || after[0] == ' ' || after[0] == ';' || after[0] == '\t' &&
		hasOperations(after)):
		return fen + after
	}
	return fen
}

// startpos returns the text of a line from the word startpos on, "" if the position of the line is another one.
func startpos(line string) string {
	at := strings.Index(line, "startpos")
	if at < 0 || !beforeFEN.MatchString(line[:at]) {
		return ""
	}
	return line[at:]
}

// hasOperations reports whether the text after a FEN and a tab has operations of EPD or moves, not other columns.
func hasOperations(text string) bool {
	return strings.HasSuffix(text, ";") || strings.HasPrefix(strings.TrimSpace(text), "moves ")
}

// isHeading reports whether the first line of a list names its columns.
func isHeading(line string) bool {
	cells := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",;|\t\"", r) })
	return slices.ContainsFunc(cells, func(cell string) bool { return strings.EqualFold(strings.TrimSpace(cell), "fen") })
}

// exported is a game as Lichess's API has it in JSON.
type exported struct {
	ID, Variant, Status, Winner, InitialFEN string
	CreatedAt                               int64                  // in milliseconds
	Import                                  *struct{ Date string } // of a game played elsewhere, as in PGN; it may be unknown
	Players                                 *struct{ White, Black exportedPlayer }
	Opening                                 struct{ ECO, Name string }
	Clock                                   *struct{ Initial, Increment int } // in seconds
	Moves                                   *string                           // in standard algebraic notation
	Clocks                                  []int                             // after each move, in hundredths of a second
}

type exportedPlayer struct {
	User    struct{ Name string }
	Name    string // without an account, as in imported games
	AILevel int
	Rating  int
}

// gameText returns the game that a line of Lichess's API has, in one line of PGN, "" if there is none.
func gameText(line string) string {
	var g exported
	if !strings.Contains(line, `"players"`) || json.Unmarshal([]byte(line), &g) != nil || g.Players == nil || g.Moves == nil {
		return ""
	}
	var b strings.Builder
	tag := func(name, value string) {
		if value != "" {
			b.WriteString(pgn.TagWord(name, value).Text + " ")
		}
	}
	if g.ID != "" {
		tag("Site", "https://lichess.org/"+g.ID)
	}
	if g.Import != nil {
		tag("Date", g.Import.Date)
	} else if g.CreatedAt > 0 {
		tag("Date", time.UnixMilli(g.CreatedAt).UTC().Format("2006.01.02"))
	}
	tag("White", g.Players.White.name())
	tag("Black", g.Players.Black.name())
	tag("Result", g.result())
	tag("Termination", g.termination())
	tag("WhiteElo", g.Players.White.elo())
	tag("BlackElo", g.Players.Black.elo())
	tag("Variant", g.Variant)
	tag("FEN", g.InitialFEN)
	if g.Clock != nil {
		tag("TimeControl", fmt.Sprintf("%d+%d", g.Clock.Initial, g.Clock.Increment))
	}
	tag("ECO", g.Opening.ECO)
	tag("Opening", g.Opening.Name)
	b.WriteString("1. ")
	for i, move := range strings.Fields(*g.Moves) {
		b.WriteString(move + " ")
		if i < len(g.Clocks) {
			fmt.Fprintf(&b, "{[%%clk %d:%02d:%05.2f]} ", g.Clocks[i]/360000, g.Clocks[i]/6000%60, float64(g.Clocks[i]%6000)/100)
		}
	}
	return b.String() + g.result()
}

// pgnMember returns the game that a line has as its member pgn, as Chess.com's API writes it, "" if there is none.
func pgnMember(line string) string {
	var g struct{ PGN string }
	if !strings.Contains(line, `"pgn"`) || json.Unmarshal([]byte(line), &g) != nil {
		return ""
	}
	return g.PGN
}

func (p exportedPlayer) name() string {
	if p.AILevel > 0 {
		return fmt.Sprintf("Lichess AI level %d", p.AILevel)
	}
	return cmp.Or(p.User.Name, p.Name)
}

func (p exportedPlayer) elo() string {
	if p.Rating == 0 {
		return ""
	}
	return fmt.Sprint(p.Rating)
}

// termination returns how the game ended, in words of the tag Termination, "" if that is not known.
func (g *exported) termination() string {
	switch g.Status {
	case "mate", "resign", "draw", "stalemate":
		if g.Import == nil { // an imported game has one of these, too
			return "Normal"
		}
	case "outoftime", "timeout":
		return "Time forfeit"
	case "insufficientMaterialClaim":
		return "Insufficient material"
	case "noStart":
		return "Abandoned"
	case "cheat":
		return "Rules infraction"
	}
	return ""
}

func (g *exported) result() string {
	switch {
	case g.Winner == "white":
		return "1-0"
	case g.Winner == "black":
		return "0-1"
	}
	switch g.Status {
	case "draw", "stalemate", "insufficientMaterialClaim", "outoftime", "timeout":
		return "1/2-1/2"
	}
	return "*"
}
