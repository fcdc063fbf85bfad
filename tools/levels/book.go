package main

import (
	"bufio"
	"fmt"
	"strings"

	"vertigo/board"
	"vertigo/internal/system/files"
)

// readBook reads the positions of a book, one per line: FENs, whose move counters are ignored, or EPDs, whose operations are.
// An error names the file and, if one is to blame, the line. A file without positions is an error.
func readBook(path string) (positions []board.Position, err error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, number := bufio.NewScanner(f), 0
	for lines.Scan() {
		number++
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		p, err := board.ParseFEN(strings.Join(fields[:min(len(fields), 4)], " "))
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, number, err)
		}
		positions = append(positions, p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s, line %d: %w", path, number+1, err)
	}
	if len(positions) == 0 {
		return nil, fmt.Errorf("%s holds no position", path)
	}
	return positions, nil
}
