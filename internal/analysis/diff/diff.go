package diff

import (
	"cmp"
	"errors"
	"io"
	"math"
	"slices"
)

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
	Before, After *source
	Changes       []change // the largest first
	OnlyBefore    []*entry // in the order of their file
	OnlyAfter     []*entry

	sum float64
}

// summary is what a comparison says of all positions.
type summary struct {
	Settings   []string `json:"settings,omitempty"` // in what the files differ
	Both       int      `json:"both"`               // positions
	Same       int      `json:"same"`               // of those, with the same best move and score
	OtherScore int      `json:"other_score"`        // with the same best move and another score
	OtherBest  int      `json:"other_best"`         // with another best move
	Far        int      `json:"far"`                // whose expected scores differ by far or more
	Mean       float64  `json:"mean"`               // size of the difference
	Found      int      `json:"changes"`            // also those that are not in Changes
}

// compareFiles reads both files. Changes smaller than least are left out, and no more than most are kept, 0 for all.
func compareFiles(before, after *source, least float64, most int) (*comparison, error) {
	d := &comparison{Before: before, After: after}
	pairs := newPairs()
	for open := []*source{before, after}; len(open) > 0; {
		for _, s := range slices.Clone(open) { // in turn, since two analyses of the same input have the same order
			e, err := s.next()
			if err == io.EOF {
				open = slices.DeleteFunc(open, func(o *source) bool { return o == s })
				continue
			}
			if err != nil {
				return nil, err
			}
			if a, b := pairs.add(e, s == after); a != nil {
				d.add(a, b, least, most)
			}
		}
	}
	var rest [][2]*entry
	rest, d.OnlyBefore, d.OnlyAfter = pairs.rest()
	for _, pair := range rest {
		d.add(pair[0], pair[1], least, most)
	}
	if d.Both == 0 && before.count > 0 && after.count > 0 {
		return nil, errors.New("the two files have no position in common")
	}
	d.sort(most)
	if d.Both > 0 {
		d.Mean = rounded(d.sum / float64(d.Both))
	}
	d.Settings = settings(before, after)
	return d, nil
}

// settings lists the differences of the settings; the inputs may have any names.
func settings(before, after *source) []string {
	a, b := before.reader.Header, after.reader.Header
	a.Inputs, a.Reading, a.Shard = b.Inputs, b.Reading, b.Shard
	return a.Differences(&b)
}

// add counts a position that both files have.
func (d *comparison) add(before, after *entry, least float64, most int) {
	c := change{before, after, rounded(after.expected() - before.expected())}
	size := math.Abs(c.Difference)
	d.Both++
	d.sum += size
	if size >= far {
		d.Far++
	}
	switch {
	case sameAnswer(before, after):
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

// rounded returns x to four decimal places: differences of per mille and halves of them are exact then.
func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }

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

func (c *change) otherBest() bool { return c.Before.Best != c.After.Best }

// bestChanges returns 1 for a change with another best move, else 0.
func (c *change) bestChanges() int {
	if c.otherBest() {
		return 1
	}
	return 0
}
