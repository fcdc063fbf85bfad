package game

import (
	"fmt"
	"reflect"
	"strings"

	"vertigo/internal/pgn"
)

// Limits are the settings that answers depend on: as results files keep them, and as they are compared. The tag flag
// says what messages call a member.
type Limits struct {
	Depth    int    `json:"depth,omitempty" flag:"--depth"`          // plies
	Nodes    uint64 `json:"nodes,omitempty" flag:"--nodes"`          // of each position
	MoveTime int64  `json:"movetime_ms,omitempty" flag:"--movetime"` // for each position
	Mate     int    `json:"mate,omitempty" flag:"--mate"`            // moves
	MultiPV  int    `json:"multipv" flag:"--multipv"`                // number of lines
	Threads  int    `json:"threads" flag:"--threads"`
	Hash     int    `json:"hash_mib" flag:"--hash"`
	Chunk    int    `json:"chunk,omitempty" flag:"--chunk"` // positions of a game that share a table; 0 if each has its own

	// Verify is the factor of the nodes for the searches that compare doubtful moves of games with the best ones.
	Verify int `json:"verify,omitempty" flag:"--verify"`

	Threats bool `json:"threats,omitempty" flag:"--threats"` // threats were searched, too

	SearchMoves string `json:"searchmoves,omitempty" flag:"--searchmoves"` // for positions that do not name their own
	Tablebases  string `json:"tablebases,omitempty" flag:"--syzygy"`       // a description, without their folder

	// Filters are the flags that choose moves of games. They change which positions share a table.
	Filters Filters `json:"filters,omitempty" flag:"the filter"`
}

// Differences calls report with the name of each member that differs in the limits of now, and both values as text.
func (l Limits) Differences(now Limits, report func(name, before, now string)) {
	before, after := reflect.ValueOf(l), reflect.ValueOf(now)
	for _, member := range reflect.VisibleFields(before.Type()) {
		b, a := fmt.Sprint(before.FieldByIndex(member.Index)), fmt.Sprint(after.FieldByIndex(member.Index))
		if a != b {
			report(member.Tag.Get("flag"), b, a)
		}
	}
}

// Each describes how far each position is searched.
func (l *Limits) Each() string {
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
	return strings.Join(parts, " or ") + " for each position"
}

// OfPosition returns the limits of a single position, which has none of those that concern games.
func (l Limits) OfPosition() Limits {
	l.Chunk, l.Verify, l.Filters = 0, 0, nil
	return l
}

// Describe describes how each position is searched.
func (l *Limits) Describe() string {
	text := l.Each()
	if l.MultiPV > 1 {
		text += fmt.Sprintf(", %d lines", l.MultiPV)
	}
	threads := "1 thread"
	if l.Threads > 1 {
		threads = fmt.Sprintf("%d threads", l.Threads)
	}
	text = fmt.Sprintf("%s, %s, table of %d MiB", text, threads, l.Hash)
	if l.Chunk > 0 {
		text += fmt.Sprintf(", games from the end in chunks of %d positions", l.Chunk)
	}
	if l.Verify > 0 {
		text += fmt.Sprintf(", doubtful moves again for %d times as long", l.Verify)
	}
	if l.Threats {
		text += ", with threats"
	}
	if l.Tablebases != "" {
		text += ", tablebases: " + l.Tablebases
	}
	if len(l.Filters) > 0 {
		text += ", moves chosen by " + pgn.PlainText(l.Filters.String())
	}
	return text
}
