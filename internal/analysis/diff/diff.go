package diff

import (
	"cmp"
	"errors"
	"io"
	"math"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/pgn"
)

// side is one of the two files.
type side struct {
	*results.Reader
	queue  []*entry
	count  int
	unread int // lines or games of the input that could not be read
}

// next returns the next entry, io.EOF after the last one. Other errors name the file and the line.
func (s *side) next() (*entry, error) {
	for len(s.queue) == 0 {
		j, err := s.Next()
		if err != nil {
			return nil, err
		}
		if j.Err != nil {
			s.unread++
		}
		for _, p := range j.Searched() { // an entry does not keep the job in memory
			s.queue = append(s.queue, &entry{
				Answer: *p.Answer, Root: p.Root(), Where: pgn.PlainText(j.Where), ID: pgn.PlainText(p.Name()), order: s.count,
			})
			s.count++
		}
	}
	e := s.queue[0]
	s.queue = s.queue[1:]
	return e, nil
}

// entry is an answer of one of the two files.
type entry struct {
	game.Answer
	Root    *board.Position
	Where   string // its place in the input
	ID      string // what the input calls it, "" if nothing
	order   int    // in its file
	isAfter bool   // it is of the second file
}

// top returns the best line.
func (e *entry) top() *game.Line { return e.Top(e.Root) }

// expected returns the expected score of White, 0 to 1.
func (e *entry) expected() float64 { return e.top().Odds().Expected() }

// key holds the properties by which entries are paired. The move number does not count, since no answer depends on it.
type key struct {
	epd    string
	rule50 int
	id     string
}

func (e *entry) key() key {
	return key{e.Root.EPD(), e.Root.Rule50(), e.ID}
}

// pairs finds the entries of the two files that have the same key. It holds those that wait for a partner, which for each key are
// all of one file. Where a file has a key several times, the first entry belongs to the first one of the other file, and so on.
type pairs map[key][]*entry

// add takes an entry and returns it with its partner, if that has been added.
func (p pairs) add(k key, e *entry) (before, after *entry) {
	waiting := p[k]
	switch {
	case len(waiting) == 0 || waiting[0].isAfter == e.isAfter:
		p[k] = append(waiting, e)
		return nil, nil
	case len(waiting) == 1:
		delete(p, k)
	default:
		p[k] = waiting[1:]
	}
	if e.isAfter {
		return waiting[0], e
	}
	return e, waiting[0]
}

// rest returns the entries that still wait, in the order of their files.
func (p pairs) rest() (list []*entry) {
	for _, waiting := range p {
		list = append(list, waiting...)
	}
	slices.SortFunc(list, func(a, b *entry) int { return cmp.Or(cmp.Compare(a.order, b.order), strings.Compare(a.Where, b.Where)) })
	return list
}

// change is a position with different answers in the two files.
type change struct {
	Before, After *entry
	Difference    float64 // of the expected score of White, after less before
}

// far is the least difference that counts as large: about that of an inaccuracy.
const far = 0.1

// comparison is the result of comparing two files.
type comparison struct {
	summary
	Before, After *side
	Changes       []change // the largest first
	OnlyBefore    []*entry // those of the first file alone, in its order
	OnlyAfter     []*entry // those of the second

	sum float64
}

// summary is what a comparison says of all positions.
type summary struct {
	Settings   []string `json:"settings,omitempty"` // in what the files differ
	Both       int      `json:"both"`               // positions
	Same       int      `json:"same"`               // of those, with the same best move and score
	OtherScore int      `json:"other_score"`        // with the same best move and another score
	OtherBest  int      `json:"other_best"`         // with another best move
	Far        int      `json:"far"`                // positions with expected scores that differ by far or more
	Mean       float64  `json:"mean"`               // size of the difference
	Found      int      `json:"changes"`            // also those that are not in Changes
}

// compareFiles reads both files. Changes smaller than least are left out, and no more than most are kept, 0 for all.
func compareFiles(before, after *side, least float64, most int) (*comparison, error) {
	d := &comparison{Before: before, After: after}
	named := pairs{}
	for open := []*side{before, after}; len(open) > 0; {
		for _, s := range slices.Clone(open) { // in turn, since two analyses of the same input have the same order
			e, err := s.next()
			if err == io.EOF {
				open = slices.DeleteFunc(open, func(o *side) bool { return o == s })
				continue
			}
			if err != nil {
				return nil, err
			}
			e.isAfter = s == after
			if a, b := named.add(e.key(), e); a != nil {
				d.add(a, b, least, most)
			}
		}
	}
	unnamed := pairs{}
	for _, e := range named.rest() {
		if a, b := unnamed.add(key{e.Root.EPD(), e.Root.Rule50(), ""}, e); a != nil {
			d.add(a, b, least, most)
		}
	}
	for _, e := range unnamed.rest() {
		if e.isAfter {
			d.OnlyAfter = append(d.OnlyAfter, e)
		} else {
			d.OnlyBefore = append(d.OnlyBefore, e)
		}
	}
	if d.Both == 0 && before.count > 0 && after.count > 0 {
		return nil, errors.New("the two files have no position in common")
	}
	d.sort(most)
	if d.Both > 0 {
		d.Mean = game.Round(d.sum/float64(d.Both), digits)
	}
	d.Settings = settings(before, after)
	return d, nil
}

// settings lists the differences of the settings; the inputs may have any names.
func settings(before, after *side) []string {
	a, b := before.Header, after.Header
	a.Inputs, a.Reading, a.Shard = b.Inputs, b.Reading, b.Shard
	return a.Differences(&b)
}

// add counts a position that both files have.
func (d *comparison) add(before, after *entry, least float64, most int) {
	c := change{before, after, game.Round(after.expected()-before.expected(), digits)}
	size := math.Abs(c.Difference)
	d.Both++
	d.sum += size
	if size >= far {
		d.Far++
	}
	switch {
	case before.Best == after.Best && before.top().Shown() == after.top().Shown():
		d.Same++
		return
	case before.Best != after.Best:
		d.OtherBest++
	default:
		d.OtherScore++
	}
	if size < least {
		return
	}
	d.Found++
	if d.Changes = append(d.Changes, c); most > 0 && len(d.Changes) >= 2*most+1024 {
		d.sort(most)
	}
}

// digits are the decimal places of differences: those of per mille and halves of them are exact then.
const digits = 4

// sort puts the largest changes first, of those that are alike the ones with another best move, and keeps the first ones.
func (d *comparison) sort(most int) {
	slices.SortFunc(d.Changes, func(a, b change) int {
		return cmp.Or(
			cmp.Compare(math.Abs(b.Difference), math.Abs(a.Difference)),
			cmp.Compare(b.bestChanges(), a.bestChanges()),
			cmp.Compare(a.Before.order, b.Before.order),
		)
	})
	if most > 0 {
		d.Changes = slices.Clip(d.Changes[:min(most, len(d.Changes))])
	}
}

// bestChanges returns 1 for a change with another best move, else 0.
func (c *change) bestChanges() int {
	if c.Before.Best != c.After.Best {
		return 1
	}
	return 0
}
