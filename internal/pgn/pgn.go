package pgn

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind is the kind of a word of a game.
type Kind uint8

const (
	Tag         Kind = iota // [Name "value"]
	Number                  // of a move: "12." or "12..."
	Move                    // as it is written: "Nf3", "e4!?", "0-0"
	NAG                     // an annotation: "$4", or "!?", "+-" or "e.p." that stand alone
	Comment                 // the text between braces
	LineComment             // the text after a semicolon, up to the end of the line
	Escape                  // the text after a percent sign at the beginning of a line
	Open                    // the opening bracket of a variation
	Close                   // its closing bracket
	Result                  // of the game
	Other                   // a result in a variation
	Unknown                 // text that is not understood; written as a comment
)

// Word is the smallest part of a game.
type Word struct {
	Kind Kind
	Text string // without the marks of a comment
	Line int    // where it begins in the text of the game, from 1; 0 for a word that was not read
}

// Fault describes a part of a game that is not understood, and how it is treated.
type Fault struct {
	Line int // of the text of the game, from 1
	Text string
}

// Error returns the text without the line.
func (f Fault) Error() string { return f.Text }

// Game is a game as a file has it: all of its words in their order. Only white space outside of comments is not kept.
type Game struct {
	Words  []Word
	Faults []Fault
	Cut    Fault // why moves at the end of the main line are lost; without text if none are. Replay sets it
}

// tagNames are the names of tags that programs look for, by themselves and by their small letters.
var tagNames = func() map[string]string {
	names := map[string]string{}
	for name := range strings.FieldsSeq("Event Site Date Round White Black Result WhiteElo BlackElo ECO Opening FEN SetUp Variant " +
		"TimeControl Termination Annotator") {
		names[name], names[strings.ToLower(name)] = name, name
	}
	return names
}()

// Tags returns the tags. Well-known names are as the standard has them, whatever letters the game writes them in. Of several tags
// with the same name, the last counts.
func (g *Game) Tags() map[string]string {
	tags := map[string]string{}
	for _, w := range g.Words {
		if w.Kind == Tag {
			name, value := w.Tag()
			tags[standardName(name)] = value
		}
	}
	return tags
}

// standardName returns the name of a tag as the standard has it, if that is well known.
func standardName(name string) string {
	if known := tagNames[name]; known != "" {
		return known
	}
	return cmp.Or(tagNames[strings.ToLower(name)], name)
}

// tagged returns the value of a well-known tag, "" if the game lacks it.
func (g *Game) tagged(wanted string) (value string) {
	for i := range g.Words {
		if w := &g.Words[i]; w.Kind == Tag && w.mayBe(wanted) {
			if name, its := w.Tag(); standardName(name) == wanted {
				value = its
			}
		}
	}
	return value
}

// results are the spellings of results, without spaces; half a point may be a sign of Latin-1.
var results = map[string]string{
	"1-0": "1-0", "1:0": "1-0", "0-1": "0-1", "0:1": "0-1", "*": "*",
	"1/2-1/2": "1/2-1/2", "1/2:1/2": "1/2-1/2", "1/2": "1/2-1/2", "\xbd-\xbd": "1/2-1/2", "\xbd": "1/2-1/2",
}

// Outcome returns the result of the game, "*" if it is not known.
func (g *Game) Outcome() string {
	result := ""
	for _, w := range g.Words {
		if w.Kind == Result {
			result = w.Text
		}
	}
	if result = standardResult(result); result == "" || result == "*" {
		result = standardResult(g.tagged("Result"))
	}
	return cmp.Or(result, "*")
}

// standardResult returns a result as the standard spells it, "" if a text is none.
func standardResult(text string) string {
	if known := results[text]; known != "" {
		return known
	}
	return results[strings.Join(strings.Fields(typeset.Replace(text)), "")]
}

// Plies returns the indices in Words of the moves of the main line.
func (g *Game) Plies() (places []int) {
	depth := 0
	for i, w := range g.Words {
		switch w.Kind {
		case Open:
			depth++
		case Close:
			depth--
		case Move:
			if depth == 0 {
				places = append(places, i)
			}
		}
	}
	return places
}

// Comments returns, for each move of the main line, the comments that stand after it, without those inside variations.
func (g *Game) Comments() [][]string {
	places := g.Plies()
	comments := make([][]string, len(places))
	texts := make([]string, 0, len(places)) // of all moves, so that none of them needs memory of its own
	for ply, place := range places {
		depth, begin := 0, len(texts)
		for _, w := range g.Words[place+1 : g.End(places, ply)] {
			switch {
			case w.Kind == Open:
				depth++
			case w.Kind == Close:
				depth--
			case depth == 0 && (w.Kind == Comment || w.Kind == LineComment):
				texts = append(texts, w.Text)
			}
		}
		if len(texts) > begin {
			comments[ply] = texts[begin:len(texts):len(texts)]
		}
	}
	return comments
}

// Begin returns the index in Words of the number of the first move of the main line, or of the move if it has no number. In a
// game without moves, it returns the index of the result.
func (g *Game) Begin() int {
	begin := len(g.Words)
	if places := g.Plies(); len(places) > 0 {
		begin = places[0]
	} else if result := slices.IndexFunc(g.Words, func(w Word) bool { return w.Kind == Result }); result >= 0 {
		begin = result
	}
	for begin > 0 && g.Words[begin-1].Kind == Number {
		begin--
	}
	return begin
}

// End returns the index in Words after everything that belongs to a move of the main line, counted from 0: the index of the
// number of the next move, or of the result. Places are the indices that Plies returns.
func (g *Game) End(places []int, ply int) int {
	end := len(g.Words)
	if ply+1 < len(places) {
		end = places[ply+1]
	} else {
		for i := places[ply]; i < end; i++ {
			if g.Words[i].Kind == Result {
				end = i
			}
		}
	}
	for g.Words[end-1].Kind == Number {
		end--
	}
	return end
}

// Clock is the time of a move, as far as comments have it.
type Clock struct {
	Left, Spent       time.Duration // on the clock after the move; for the move
	HasLeft, HasSpent bool
}

// engineTime matches what cutechess and fastchess write of a move: score, depth and seconds.
var engineTime = regexp.MustCompile(`^\s*[-+]?(?:M?\d+(?:\.\d+)?)/\d+,?\s+(\d+(?:\.\d+)?)s`)

// Clocks returns the time of each move of the main line from its comments: [%clk] and [%emt], or the seconds that cutechess and
// fastchess write after score and depth.
func (g *Game) Clocks() []Clock {
	comments := g.Comments()
	clocks := make([]Clock, len(comments))
	for ply, list := range comments {
		c := &clocks[ply]
		for _, text := range list {
			for rest := text; ; {
				var found bool
				if _, rest, found = strings.Cut(rest, "[%"); !found {
					break
				}
				inner, _, closed := strings.Cut(rest, "]")
				command := inner[:min(len("clk"), len(inner))]
				d, ok := clockTime(inner[len(command):])
				switch ok = ok && closed; {
				case ok && command == "clk":
					c.Left, c.HasLeft = d, true
				case ok && command == "emt":
					c.Spent, c.HasSpent = d, true
				}
			}
			if strings.IndexByte(text, '/') < 0 {
				continue
			}
			if part := engineTime.FindStringSubmatch(text); part != nil {
				seconds, _ := strconv.ParseFloat(part[1], 64)
				c.Spent, c.HasSpent = duration(seconds), true
			}
		}
	}
	return clocks
}

// clockTime reads hours, minutes and seconds with colons between them, after white space; the first ones may be missing, and seconds may
// have a fraction.
func clockTime(text string) (d time.Duration, ok bool) {
	if text == "" || text[0] > ' ' {
		return 0, false
	}
	text = strings.TrimSpace(text)
	var seconds float64
	for parts := 1; ; parts++ {
		part, rest, more := strings.Cut(text, ":")
		if !more {
			part = strings.Replace(part, ",", ".", 1)
		}
		if part == "" || part[0] == '.' || strings.Trim(part, "0123456789.") != "" || more && strings.Contains(part, ".") || parts > 3 {
			return 0, false
		}
		n, err := strconv.ParseFloat(part, 64)
		if seconds = 60*seconds + n; err != nil || !more {
			return duration(seconds), err == nil
		}
		text = rest
	}
}

// duration turns seconds into a duration of a month at most.
func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds, 30*24*3600) * float64(time.Second))
}
