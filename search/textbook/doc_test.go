package textbook

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
)

// packageComment returns the text of doc.go.
func packageComment(t *testing.T) string {
	t.Helper()
	text := must.Get(os.ReadFile("doc.go"))(t)
	return string(text)
}

// TestTourIsComplete checks that the package comment leads through every file, in the order in which the searches build on
// each other.
func TestTourIsComplete(t *testing.T) {
	comment := packageComment(t)
	files := must.Get(filepath.Glob("*.go"))(t)
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") && file != "doc.go" && !strings.Contains(comment, file) {
			t.Errorf("the package comment does not mention %s", file)
		}
	}
	at := 0
	for _, search := range []string{"Minimax (", "NegamaxColor (", "Negamax (", "NegamaxDepth,", "AlphaBeta (", "AlphaBetaOrdered (",
		"AlphaBetaTable (", "PVS (", "IterativeDeepening (", "MTDF ("} {
		next := strings.Index(comment[at:], search)
		if next < 0 {
			t.Fatalf("%s does not come after the search before it", search)
		}
		at += next
	}
}

// TestEngineHasCounterparts checks that the functions and files of package search to which the package comment leads exist.
func TestEngineHasCounterparts(t *testing.T) {
	comment := packageComment(t)
	part := comment[strings.Index(comment, "# From here"):]
	links := regexp.MustCompile(`(\w+) in (\w+\.go)\b`).FindAllStringSubmatch(part, -1)
	if len(links) < 6 {
		t.Fatalf("%d links, want at least 6", len(links))
	}
	for _, link := range links {
		text, err := os.ReadFile(filepath.Join("..", link[2]))
		if err != nil {
			t.Error(err)
		} else if !regexp.MustCompile(`(?m)^(func|type) (\([^)]*\) )?` + link[1] + `\b`).Match(text) {
			t.Errorf("search/%s has no function or type %s", link[2], link[1])
		}
	}
	for _, file := range regexp.MustCompile(`\((\w+\.go)\)`).FindAllStringSubmatch(part, -1) {
		if _, err := os.Stat(filepath.Join("..", file[1])); err != nil {
			t.Error(err)
		}
	}
}
