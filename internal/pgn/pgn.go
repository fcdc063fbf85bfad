package pgn

import (
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

// tagNames are the names of tags that programs look for, by their small letters.
var tagNames = func() map[string]string {
	names := map[string]string{}
	for name := range strings.FieldsSeq("Event Site Date Round White Black Result WhiteElo BlackElo ECO Opening FEN SetUp Variant " +
		"TimeControl Termination Annotator") {
		names[strings.ToLower(name)] = name
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
			if known := tagNames[strings.ToLower(name)]; known != "" {
				name = known
			}
			tags[name] = value
		}
	}
	return tags
}

// results are the spellings of results, without blanks; half a point may be a sign of Latin-1.
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
	for _, text := range []string{result, g.Tags()["Result"]} {
		if result := standardResult(text); result != "" && result != "*" {
			return result
		}
	}
	return "*"
}

// standardResult returns a result as the standard spells it, "" if a text is none.
func standardResult(text string) string {
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
	for ply, place := range places {
		depth := 0
		for _, w := range g.Words[place+1 : g.End(places, ply)] {
			switch {
			case w.Kind == Open:
				depth++
			case w.Kind == Close:
				depth--
			case depth == 0 && (w.Kind == Comment || w.Kind == LineComment):
				comments[ply] = append(comments[ply], w.Text)
			}
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

// Clock is the time of a move, as far as comments tell it.
type Clock struct {
	Left, Spent       time.Duration // on the clock after the move; for the move
	HasLeft, HasSpent bool
}

var (
	clockCommand = regexp.MustCompile(`\[%(clk|emt)\s+(?:(?:(\d+):)?(\d+):)?(\d+(?:[.,]\d+)?)\s*\]`)
	engineTime   = regexp.MustCompile(`^\s*[-+]?(?:M?\d+(?:\.\d+)?)/\d+\s+(\d+(?:\.\d+)?)s`)
)

// Clocks returns the time of each move of the main line from its comments: [%clk] and [%emt], or the seconds that cutechess and
// fastchess write after score and depth.
func (g *Game) Clocks() []Clock {
	comments := g.Comments()
	clocks := make([]Clock, len(comments))
	for ply, list := range comments {
		c := &clocks[ply]
		for _, text := range list {
			for _, part := range clockCommand.FindAllStringSubmatch(text, -1) {
				hours, _ := strconv.ParseFloat("0"+part[2], 64) // digits alone
				minutes, _ := strconv.ParseFloat("0"+part[3], 64)
				seconds, _ := strconv.ParseFloat(strings.Replace(part[4], ",", ".", 1), 64)
				if d := duration(3600*hours + 60*minutes + seconds); part[1] == "clk" {
					c.Left, c.HasLeft = d, true
				} else {
					c.Spent, c.HasSpent = d, true
				}
			}
			if part := engineTime.FindStringSubmatch(text); part != nil {
				seconds, _ := strconv.ParseFloat(part[1], 64)
				c.Spent, c.HasSpent = duration(seconds), true
			}
		}
	}
	return clocks
}

// duration turns seconds into a duration of a month at most.
func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds, 30*24*3600) * float64(time.Second))
}
