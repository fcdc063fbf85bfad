package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/notation"
	"vertigo/internal/analysis/output"
)

// compare compares the answers of a chunk with what is recorded, and tells how they differ.
func (a *audit) compare(t *task) {
	for n, i := range t.chunk.Positions {
		p := t.job.Positions[i]
		root := &p.Game.Position
		a.checked++
		found := t.found[n].Save(root)
		members := differences(t.recorded[i].WithoutTimes(), found.WithoutTimes())
		if len(members) == 0 {
			continue
		}
		a.differ++
		fmt.Fprintf(a.config.Out, "\n%s differs: %s\n  %s\n  recorded  %s\n  found     %s\n", input.PlainText(input.Place(t.job.Where, p.ID)),
			strings.Join(members, ", "), root.FEN(), describe(root, &t.job.Answers[i]), describe(root, &t.found[n]))
	}
}

// differences returns the names of the members that differ, as results files call them; nothing if the two are the same, byte for
// byte.
func differences(recorded, found answer.Saved) (names []string) {
	before, after := members(recorded), members(found)
	for name := range before {
		if !bytes.Equal(before[name], after[name]) {
			names = append(names, name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// members returns the members of the object that a file has for an answer.
func members(s answer.Saved) (m map[string]json.RawMessage) {
	text, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		panic(err) // cannot happen: every member is a number or a string
	}
	return m
}

// describe returns the best move with what belongs to it.
func describe(root *board.Position, a *answer.Answer) string {
	text := output.FormatScore(root, a.Score(root), a.Bound())
	if a.Best != board.NoMove {
		text = notation.Moves(root, a.Best)[0] + " " + text
	}
	if len(a.Lines) == 0 {
		return text
	}
	l := &a.Lines[0]
	return fmt.Sprintf("%s  depth %d, %d nodes: %s", text, l.Depth, a.Nodes, notation.NumberedLine(root, l.Moves))
}

// report tells how the audit has ended.
func (a *audit) report() {
	out := a.config.Out
	if a.differ > 0 {
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "searched again: %s in %d of %d chunks (--seed %d)\n", counted(a.checked, "position"), a.drawn, a.chunks, a.options.seed)
	if a.differ > 0 {
		fmt.Fprintf(out, "%d of %s differ\n", a.differ, counted(a.checked, "answer"))
		switch {
		case a.otherBuild():
			fmt.Fprintln(out, "The results are of a different build of the same version.")
		case a.head.Build == "" && !a.config.Release:
			fmt.Fprintln(out, "The results do not say of which build they are: another build of the same version may give different answers.")
		}
		return
	}
	if a.drawn == 0 {
		fmt.Fprintln(out, "there was nothing to search")
		return
	}
	fmt.Fprintln(out, "all answers are the same, byte for byte")
	if a.drawn < a.chunks {
		fmt.Fprintf(out, "If %.3g %% of the chunks had different answers, this would have shown it with a probability of 95 %%.\n", 100*a.detectable())
	}
}

// detectable returns the share of the chunks, 0 to 1, that would have to differ for one of them to be drawn with a probability
// of 95 per cent. It is computed for drawing with replacement, so it is never too small.
func (a *audit) detectable() float64 { return 1 - math.Pow(.05, 1/float64(a.drawn)) }

// counted returns a number with what it counts.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
