package diff

import (
	"cmp"
	"slices"
)

// pairs finds the entries of two files that are about the same position. Where a file has a position several times, the
// first one belongs to the first one of the other file, and so on.
type pairs struct{ waiting [2]map[key][]*entry } // for their partners

func newPairs() *pairs { return &pairs{[2]map[key][]*entry{{}, {}}} }

// add takes the next entry of a file and returns it with its partner, if that has been read.
func (p *pairs) add(e *entry, isAfter bool) (before, after *entry) {
	mine, other := 0, 1
	if isAfter {
		mine, other = 1, 0
	}
	k := e.key()
	partner := take(p.waiting[other], k)
	switch {
	case partner == nil:
		p.waiting[mine][k] = append(p.waiting[mine][k], e)
		return nil, nil
	case isAfter:
		return partner, e
	}
	return e, partner
}

// take removes and returns the first entry that waits with the key, nil if there is none.
func take(waiting map[key][]*entry, k key) *entry {
	list := waiting[k]
	if len(list) == 0 {
		return nil
	}
	if len(list) == 1 {
		delete(waiting, k)
	} else {
		waiting[k] = list[1:]
	}
	return list[0]
}

// rest pairs the remaining entries by their positions alone, and returns those that only one file has.
func (p *pairs) rest() (pairs [][2]*entry, before, after []*entry) {
	others := map[key][]*entry{}
	for _, e := range inOrder(p.waiting[1]) {
		k := key{fen: e.key().fen}
		others[k] = append(others[k], e)
	}
	for _, e := range inOrder(p.waiting[0]) {
		if partner := take(others, key{fen: e.key().fen}); partner != nil {
			pairs = append(pairs, [2]*entry{e, partner})
		} else {
			before = append(before, e)
		}
	}
	return pairs, before, inOrder(others)
}

// inOrder returns all entries in the order of their file.
func inOrder(waiting map[key][]*entry) (list []*entry) {
	for _, some := range waiting {
		list = append(list, some...)
	}
	slices.SortFunc(list, func(a, b *entry) int { return cmp.Compare(a.order, b.order) })
	return list
}
