package analyse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// inputMark tells whether an input is still the same without reading all of it: a long file is known by its size, its
// beginning and its end. What lies between is compared line by line or game by game when an analysis is continued.
type inputMark struct {
	Name string `json:"name"`
	Size int64  `json:"size,omitempty"`     // in bytes; 0 for what is no file
	Hash string `json:"xxhash64,omitempty"` // of the beginning and the end
}

// markSize is how much of the beginning and of the end of a file is looked at, in bytes.
const markSize = 1 << 20

func markInputs(args []string) (marks []inputMark, err error) {
	for _, arg := range args {
		mark := inputMark{Name: arg}
		if arg != "-" && !isPositionArgument(arg) {
			if mark, err = markFile(arg); err != nil {
				return nil, err
			}
		}
		marks = append(marks, mark)
	}
	return marks, nil
}

func markFile(name string) (mark inputMark, err error) {
	mark.Name = name
	info, err := os.Stat(name)
	if err != nil {
		return mark, err
	}
	if !info.Mode().IsRegular() { // a pipe can be read only once
		return mark, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return mark, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	hash := xxhash.New()
	size := info.Size()
	for _, at := range []int64{0, max(markSize, size-markSize)} {
		if _, err := io.Copy(hash, io.NewSectionReader(f, at, markSize)); err != nil {
			return mark, err
		}
	}
	mark.Size, mark.Hash = size, fmt.Sprintf("%016x", hash.Sum64())
	return mark, nil
}

// differences tells in what an analysis differs from the one that wrote the header h.
func (h *header) differences(now *header) (list []string) {
	add := func(what string, before, now any) {
		if before != now {
			list = append(list, fmt.Sprintf("%s was %v, now it is %v", what, orNone(before), orNone(now)))
		}
	}
	add("the engine", h.Engine, now.Engine)
	add("the network", h.Network, now.Network)
	add("--depth", h.Limits.Depth, now.Limits.Depth)
	add("--nodes", h.Limits.Nodes, now.Limits.Nodes)
	add("--movetime", h.Limits.MoveTime, now.Limits.MoveTime)
	add("--mate", h.Limits.Mate, now.Limits.Mate)
	add("--multipv", h.Limits.MultiPV, now.Limits.MultiPV)
	add("--threads", h.Limits.Threads, now.Limits.Threads)
	add("--hash", h.Limits.Hash, now.Limits.Hash)
	add("--searchmoves", h.Limits.SearchMoves, now.Limits.SearchMoves)
	add("what --syzygy leads to", h.Limits.Tablebases, now.Limits.Tablebases)
	add("--format", h.Reading, now.Reading)
	add("--shard", h.Shard, now.Shard)
	if slices.Equal(h.Inputs, now.Inputs) {
		return list
	}
	add("the number of inputs", len(h.Inputs), len(now.Inputs))
	for i := range min(len(h.Inputs), len(now.Inputs)) {
		before, now := h.Inputs[i], now.Inputs[i]
		add("an input", before.Name, now.Name)
		if before.Name == now.Name && before != now {
			list = append(list, fmt.Sprintf("%s has changed", now.Name))
		}
	}
	return list
}

func orNone(v any) any {
	if v == "" {
		return "none"
	}
	return v
}
