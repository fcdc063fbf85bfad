package main

import (
	"context"
	"fmt"
	"io"

	"vertigo/board"
	"vertigo/internal/analysis/source"
)

// readBook reads the positions of a book, a FEN or EPD on each line. An error names the file and the line. A file without
// positions is an error.
func readBook(path string) (positions []board.Position, err error) {
	in := source.NewReader(context.Background(), []string{path}, nil, "epd")
	defer in.Close()
	for {
		j, err := in.Next()
		switch {
		case err == io.EOF && len(positions) == 0:
			return nil, fmt.Errorf("%s holds no position", path)
		case err == io.EOF:
			return positions, nil
		case err != nil:
			return nil, err
		}
		if j.Parse(); j.Err != nil {
			return nil, fmt.Errorf("%s: %w", j.Where, j.Err)
		}
		positions = append(positions, *j.Plies[0].Root())
	}
}
