package output

import (
	"regexp"
	"slices"
	"strings"

	"vertigo/internal/pgn"
)

// In an annotated game, what is not certain to be an engine's stays. Vertigo signs each line and comment at its end, so that one
// which a person continues is no longer Vertigo's. Lichess does not sign its verdicts, but nobody else gives the scores before
// and after a move as it does. A verdict without scores is certain where mark, verdict and line agree. A mark goes only with the
// line, comment or verdict that brought it.

var (
	// release matches the name of Vertigo with a version.
	release = regexp.MustCompile(`^Vertigo \d+\.\d+\.\d+\S*$`)

	// signed matches a comment by Vertigo, with single spaces: its text, the mark that it brought, and the name.
	signed = regexp.MustCompile(`^(better|(?:better than )?(\?!|\?\??)|` +
		`(?:Threatens)?(?: ?(?:[KQRBNa-hx]*[1-9][-+#=.\dxa-hQRBN]*|O-O[-O+#]*))+|` +
		`Difficulty \d+(?: or (?:less|more))?: (?:found|missed) by \d+ of \d+ players? of \d+) \((.*)\)$`)

	// lichess matches a verdict by Lichess, such as "(0.25 → 0.90) Inaccuracy. Nf6 was best.": the blanks before it, the scores, if
	// it has them, the judgement, if no mate comes or goes, and the better move, which older verdicts name at their end: "The best
	// move was Nf6."
	lichess = regexp.MustCompile(`\s*(\((?:[-+]?[\d.]+|Mate\s+in\s+-?\d+)\s+→\s+(?:[-+]?[\d.]+|Mate\s+in\s+-?\d+)\)\s+)?` +
		`(?:(Inaccuracy|Mistake|Blunder)|Checkmate\s+is\s+now\s+unavoidable|` +
		`(?:Lost\s+forced|Not\s+the\s+best)\s+checkmate\s+sequence)\.` +
		`(?:\s+(?:(\S+)\s+was\s+best|(?:The\s+best|Best)\s+move\s+was\s+(\S+))\.)?`)

	// commands matches commands in a comment, such as [%clk 0:10:00].
	commands = regexp.MustCompile(`\[%[^\]]*\]`)

	// judgements are the marks that Lichess gives with its judgements.
	judgements = map[string][]string{"Inaccuracy": {"?!"}, "Mistake": {"?"}, "Blunder": {"??"}, "": {"?!", "?", "??"}}

	// symbols writes the marks of engines as they stand after moves.
	symbols = strings.NewReplacer("$6", "?!", "$2", "?", "$4", "??")
)

// isVertigo reports whether a name is that of this version of Vertigo or of another one.
func (r *annotator) isVertigo(name string) bool { return name == r.engine || release.MatchString(name) }

// items splits the words after a move into single words and whole variations.
func items(words []pgn.Word) (list [][]pgn.Word) {
	depth, begin := 0, 0
	for i, w := range words {
		switch w.Kind {
		case pgn.Open:
			depth++
		case pgn.Close:
			depth--
		}
		if depth == 0 || i == len(words)-1 {
			list, begin = append(list, words[begin:i+1]), i+1
		}
	}
	return list
}

// isBare reports whether words are moves and their numbers alone.
func isBare(words []pgn.Word) bool {
	return !slices.ContainsFunc(words, func(w pgn.Word) bool { return w.Kind != pgn.Number && w.Kind != pgn.Move })
}

// lineMoves returns the moves of a variation without check, marks and the variations in it, nil for a single word.
func lineMoves(item []pgn.Word) (moves []string) {
	for _, part := range items(item[min(1, len(item)):]) {
		if part[0].Kind == pgn.Move {
			moves = append(moves, strings.TrimRight(part[0].Text, "+#!?"))
		}
	}
	return moves
}

// isMark returns a function that reports whether an item is a mark that is one of the symbols.
func isMark(symbol ...string) func(item []pgn.Word) bool {
	return func(item []pgn.Word) bool {
		return len(item) == 1 && item[0].Kind == pgn.NAG && slices.Contains(symbol, symbols.Replace(item[0].Text))
	}
}

// only returns the place of the only item of a kind, -1 if there is none. If there are several, one of them is a person's.
func only(list [][]pgn.Word, is func(item []pgn.Word) bool) int {
	if at := slices.IndexFunc(list, is); at >= 0 && !slices.ContainsFunc(list[at+1:], is) {
		return at
	}
	return -1
}

// takeOnly empties the only item of a kind.
func takeOnly(list [][]pgn.Word, is func(item []pgn.Word) bool) {
	if at := only(list, is); at >= 0 {
		list[at] = nil
	}
}

// beginsWith returns a function that reports whether an item is a bare variation that begins with a move.
func beginsWith(move string) func(item []pgn.Word) bool {
	return func(item []pgn.Word) bool {
		moves := lineMoves(item)
		return len(moves) > 0 && moves[0] == move && isBare(item[1:len(item)-1])
	}
}

// withoutEngines returns a move and the words after it without what is certainly Vertigo's or Lichess's: lines, remarks, verdicts
// and their marks. Evaluations stay.
func (r *annotator) withoutEngines(move pgn.Word, after []pgn.Word) (pgn.Word, []pgn.Word) {
	if r.keepMarks {
		return move, after
	}
	plain, best := strings.TrimRight(move.Text, "!?"), ""
	kept := [][]pgn.Word{{{Kind: pgn.NAG, Text: move.Text[len(plain):]}}}
	list := items(after)
	for _, item := range list {
		w, last := item[0], max(0, len(item)-2)
		part := signed.FindStringSubmatch(strings.Join(strings.Fields(item[last].Text), " "))
		if part != nil && item[last].Kind == pgn.Comment && r.isVertigo(part[3]) &&
			strings.HasPrefix(part[1], "better") == (last > 0) && isBare(item[min(1, last):last]) {
			takeOnly(kept, isMark(part[2]))
			continue
		}
		if part := lichess.FindStringSubmatch(w.Text); part != nil && w.Kind == pgn.Comment {
			hasMark, better := isMark(judgements[part[2]]...), strings.TrimRight(part[3]+part[4], "+#")
			rest := strings.Replace(w.Text, part[0], "", 1)
			others := strings.TrimSpace(commands.ReplaceAllString(rest, ""))
			if part[1] != "" && (better != "" || others == "") || others == "" && only(kept, hasMark) >= 0 && only(list, beginsWith(better)) >= 0 {
				takeOnly(kept, hasMark)
				best = better
				if w.Text = rest; strings.TrimSpace(rest) == "" {
					continue
				}
				item = []pgn.Word{w}
			}
		}
		kept = append(kept, item)
	}
	takeOnly(kept, beginsWith(best))
	if kept[0] == nil {
		move.Text = plain
	}
	return move, slices.Concat(kept[1:]...)
}

// annotators returns the value of the tag Annotator: the names that were there, and the engine's. Lichess's server is no longer
// one where its marks are replaced.
func (r *annotator) annotators(old string) string {
	names := slices.DeleteFunc(strings.Split(old, "; "), func(name string) bool {
		switch strings.TrimSuffix(strings.TrimPrefix(name, "https://"), "/") {
		case "", "?", "-":
			return true
		case "lichess.org":
			return !r.keepMarks
		}
		return r.isVertigo(name)
	})
	return strings.Join(append(names, r.engine), "; ")
}
