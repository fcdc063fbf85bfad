// Command docs draws docs/strength.svg from the matches of docs/data/matches.csv. Its tests check that the picture is up to date,
// that the figures in docs/data agree with each other, that docs/architecture.md lists the packages in order, and that links
// between the documents lead somewhere.
//
//	go run ./internal/build/docs docs
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . ../../../docs

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: docs FOLDER")
		os.Exit(2)
	}
	if err := draw(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// draw writes the picture in a folder of documents.
func draw(folder string) error {
	name := filepath.Join(folder, "data", "matches.csv")
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	matches, err := readMatches(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(filepath.Join(folder, "strength.svg"), []byte(curve(matches)), 0o644)
}
