package pgn

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Remarks are what programs have noted in the comments of a move.
type Remarks struct {
	Clock  Clock
	Eval   Score // White's, of the position after the move: [%eval]; the first one counts
	Engine Score // of the side that moved, in the position before the move, as cutechess and fastchess write it; likewise
}

// Clock is the time of a move.
type Clock struct {
	Left, Spent       time.Duration // on the clock after the move; for the move
	HasLeft, HasSpent bool
}

// Score is the score of a position. The zero Score stands for none.
type Score struct {
	Known bool
	Mate  bool    // Value is plus or minus the number of moves
	Value float64 // in pawns
}

// engineRemark matches what cutechess and fastchess write of a move, such as "+0.31/14 0.12s" and "-M4/30/932682, 338ms": the
// sign, the M of a mate, the number, the depth, more numbers, and the time with its unit. The time may be missing.
var engineRemark = regexp.MustCompile(`^\s*([-+]?)(M?)(\d+(?:\.\d+)?)/\d+(?:/\d+)?(?:,?\s+(\d+(?:\.\d+)?)(m?)s\b|\s*(?:$|,))`)

// read reads a comment.
func (r *Remarks) read(text string) {
	for rest := text; ; {
		var found bool
		if _, rest, found = strings.Cut(rest, "[%"); !found {
			break
		}
		inner, _, closed := strings.Cut(rest, "]")
		switch name, value, _ := cutSpace(inner); {
		case name == "eval" && !r.Eval.Known:
			r.Eval = readEval(value)
		case !closed:
		case name == "clk":
			if left, ok := clockTime(value); ok {
				r.Clock.Left, r.Clock.HasLeft = left, true
			}
		case name == "emt":
			r.spent(clockTime(value))
		case name == "timestamp": // by Chess.com, in tenths of a second
			if tenths, ok := seconds(value); ok {
				r.spent(duration(tenths / 10))
			}
		}
	}
	if strings.IndexByte(text, '/') < 0 {
		return
	}
	part := engineRemark.FindStringSubmatch(text)
	if part == nil {
		return
	}
	if part[4] != "" {
		time, _ := seconds(part[4])
		if part[5] != "" {
			time /= 1000
		}
		r.spent(duration(time))
	}
	mate := part[2] != ""
	if r.Engine.Known || !mate && !strings.Contains(part[3], ".") { // "8/10 for the defence"
		return
	}
	if value, err := strconv.ParseFloat(part[1]+part[3], 64); err == nil {
		r.Engine = Score{true, mate, value}
	}
}

// spent sets the time for the move if it is valid.
func (r *Remarks) spent(d time.Duration, ok bool) {
	if ok {
		r.Clock.Spent, r.Clock.HasSpent = d, true
	}
}

// cutSpace cuts a text at the first white space.
func cutSpace(text string) (before, after string, found bool) {
	if at := strings.IndexAny(text, " \t\r\n"); at >= 0 {
		return text[:at], strings.TrimSpace(text[at:]), true
	}
	return text, "", false
}

// readEval reads the value of [%eval]: pawns, or moves to mate after "#". ChessBase writes centipawns and, after a comma, the
// depth; a mate has more than 10,000 of them.
func readEval(text string) Score {
	value, _, hasDepth := strings.Cut(text, ",")
	value, mate := strings.CutPrefix(value, "#")
	n, err := strconv.ParseFloat(value, 64)
	if err != nil || strings.Trim(value, "+-.0123456789") != "" {
		return Score{}
	}
	if hasDepth && !mate && !strings.Contains(value, ".") {
		n /= 100
		mate = math.Abs(n) >= 100
	}
	if n == 0 && strings.HasPrefix(value, "-") { // Black has mated
		n = math.Copysign(0, -1)
	}
	return Score{true, mate, n}
}

// clockTime reads hours, minutes and seconds with colons between them; the first ones may be missing, and seconds may have a
// fraction.
func clockTime(text string) (d time.Duration, ok bool) {
	sum, parts := 0.0, strings.Split(strings.Replace(text, ",", ".", 1), ":")
	for i, part := range parts {
		n, ok := seconds(part)
		if !ok || len(parts) > 3 || i < len(parts)-1 && strings.Contains(part, ".") {
			return 0, false
		}
		sum = 60*sum + n
	}
	return duration(sum)
}

// TimeControl reads a time control of one period: "180+2" or "600", in seconds.
func TimeControl(text string) (base, increment time.Duration, ok bool) {
	first, second, more := strings.Cut(text, "+")
	if base, ok = clockTime(first); ok && more && second != "" {
		increment, ok = clockTime(second)
	}
	return base, increment, ok
}

// seconds reads digits, with a fraction after a dot.
func seconds(text string) (n float64, ok bool) {
	if text == "" || text[0] == '.' || strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// duration turns seconds into a duration; ok is false for more than a month.
func duration(seconds float64) (d time.Duration, ok bool) {
	if seconds > 30*24*3600 {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}
