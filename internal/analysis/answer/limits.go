package answer

import (
	"fmt"
	"strings"

	"vertigo/internal/analysis/input"
)

// Limits are the settings that answers depend on.
type Limits struct {
	Depth    int    `json:"depth,omitempty"`       // plies
	Nodes    uint64 `json:"nodes,omitempty"`       // of each position
	MoveTime int64  `json:"movetime_ms,omitempty"` // for each position
	Mate     int    `json:"mate,omitempty"`        // moves
	MultiPV  int    `json:"multipv"`               // number of lines
	Threads  int    `json:"threads"`
	Hash     int    `json:"hash_mib"`
	Chunk    int    `json:"chunk,omitempty"` // positions of a game that share a table, backward; 0 if each has its own

	Threats bool `json:"threats,omitempty"` // what the opponent threatens was searched, too

	Difficulty int `json:"difficulty,omitempty"` // replays of each level of players at positions where something can be missed

	SearchMoves string `json:"searchmoves,omitempty"` // for positions that do not name their own
	Tablebases  string `json:"tablebases,omitempty"`  // which ones, wherever they lie

	// Filters are the flags that choose moves of games. What they leave out may have shared its table with what is left.
	Filters string `json:"filters,omitempty"`
}

// Describe tells in words how each position is searched.
func (l *Limits) Describe() string {
	var parts []string
	add := func(set bool, format string, value any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add(l.Depth > 0, "depth %d", l.Depth)
	add(l.Nodes > 0, "%d nodes", l.Nodes)
	add(l.MoveTime > 0, "%d ms", l.MoveTime)
	add(l.Mate > 0, "mate in %d", l.Mate)
	text := strings.Join(parts, " or ") + " for each position"
	if l.MultiPV > 1 {
		text += fmt.Sprintf(", %d lines", l.MultiPV)
	}
	threads := "1 thread"
	if l.Threads > 1 {
		threads = fmt.Sprintf("%d threads", l.Threads)
	}
	text = fmt.Sprintf("%s, %s, table of %d MiB", text, threads, l.Hash)
	if l.Chunk > 0 {
		text += fmt.Sprintf(", games backward in chunks of %d", l.Chunk)
	}
	if l.Threats {
		text += ", threats"
	}
	if l.Difficulty > 0 {
		text += fmt.Sprintf(", difficulty by %d replays of each level", l.Difficulty)
	}
	if l.Tablebases != "" {
		text += ", tablebases: " + l.Tablebases
	}
	if l.Filters != "" {
		text += ", of games only " + input.PlainText(l.Filters)
	}
	return text
}
