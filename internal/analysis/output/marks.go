package output

import (
	"regexp"
	"slices"
	"strings"

	"vertigo/internal/pgn"
)

// sentence matches a verdict that Lichess writes about a move: "(0.25 → 0.90) Inaccuracy. Nf6 was best.". It has the scores, the
// better move, or both; otherwise a person may have written it.
var sentence = regexp.MustCompile(`(\([^()]*→[^()]*\)\s*)?(?:Inaccuracy|Mistake|Blunder|Checkmate\s+is\s+now\s+unavoidable|Lost\s+forced\s+checkmate\s+sequence)\.` +
	`(?:\s*(\S+)\s+was\s+best\.)?`)

// ourRemark matches a comment that an earlier analysis by Vertigo has added.
var ourRemark = regexp.MustCompile(`^\s*(?:Threatens\s+\d+\.|Difficulty\s)`)

// engineMarks are the marks that engines give.
var engineMarks = []string{"?!", "?", "??", "$6", "$2", "$4"}

// withoutEngine returns a move and the words after it without what an engine wrote about the move: its verdict, its mark and the
// line that it preferred. Ours means that Vertigo has annotated the game: its marks come with a bare line, after all others. Evaluations
// stay.
func withoutEngine(move pgn.Word, after []pgn.Word, ours bool) (pgn.Word, []pgn.Word) {
	after, best, hasVerdict := withoutVerdicts(after, ours)
	if at := strings.IndexAny(move.Text, "!?"); hasVerdict && at > 0 && slices.Contains(engineMarks, move.Text[at:]) {
		move.Text = move.Text[:at]
	}
	marks := 0
	for marks < len(after) && after[marks].Kind == pgn.NAG {
		marks++
	}
	kept := slices.DeleteFunc(slices.Clone(after[:marks]), func(w pgn.Word) bool { return slices.Contains(engineMarks, w.Text) })
	rest := withoutLine(after[marks:], best, ours && len(kept) < marks)
	if !hasVerdict && len(rest) == len(after)-marks { // a mark without a verdict or a line is a person's
		kept = slices.Clone(after[:marks])
	}
	return move, append(kept, rest...)
}

// withoutVerdicts returns the words after a move without the verdicts of engines in their comments. HasVerdict says that there was one,
// and best is the move that it names.
func withoutVerdicts(after []pgn.Word, ours bool) (kept []pgn.Word, best string, hasVerdict bool) {
	depth := 0
	for _, w := range after {
		switch {
		case w.Kind == pgn.Open:
			depth++
		case w.Kind == pgn.Close:
			depth--
		case depth == 0 && w.Kind == pgn.Comment:
			if ours && ourRemark.MatchString(w.Text) {
				continue
			}
			if part := sentence.FindStringSubmatch(w.Text); part != nil && part[1]+part[2] != "" {
				best, hasVerdict = part[2], true
				if w.Text = strings.Replace(w.Text, part[0], "", 1); strings.TrimSpace(w.Text) == "" {
					continue
				}
			}
		}
		kept = append(kept, w)
	}
	return kept, best, hasVerdict
}

// withoutLine returns the words after a move without the first variation that is a bare line and begins with the move best, or, if
// last is set, is the last one.
func withoutLine(after []pgn.Word, best string, last bool) []pgn.Word {
	bare := func(w pgn.Word) bool { return w.Kind == pgn.Number || w.Kind == pgn.Move }
	for begin, w := range after {
		if w.Kind != pgn.Open {
			continue
		}
		end := begin + 1
		for end < len(after) && bare(after[end]) {
			end++
		}
		if end == len(after) || after[end].Kind != pgn.Close {
			continue
		}
		line := after[begin+1 : end]
		first := slices.IndexFunc(line, func(w pgn.Word) bool { return w.Kind == pgn.Move })
		if first < 0 {
			continue
		}
		isBest := best != "" && strings.TrimRight(line[first].Text, "+#!?") == strings.TrimRight(best, "+#")
		isLast := last && !slices.ContainsFunc(after[end+1:], func(w pgn.Word) bool { return w.Kind == pgn.Open })
		if isBest || isLast {
			return slices.Delete(slices.Clone(after), begin, end+1)
		}
	}
	return after
}

// ourName matches the name of Vertigo among those of annotators, and that of Lichess' engine.
var ourName = regexp.MustCompile(`(?:^|; )Vertigo [^;]*`)

// annotators returns the value of the tag Annotator: the names that were there, and the engine's. Lichess' server is no longer one
// where its marks are replaced.
func annotators(old, engine string, keepMarks bool) string {
	old = strings.TrimPrefix(ourName.ReplaceAllString(old, ""), "; ")
	switch strings.TrimSuffix(strings.TrimPrefix(old, "https://"), "/") {
	case "", "?", "-":
		return engine
	case "lichess.org":
		if !keepMarks {
			return engine
		}
	}
	return old + "; " + engine
}
