package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	codeBlock   = regexp.MustCompile("(?ms)^```.*?^```|^    .*?$")
	inlineCode  = regexp.MustCompile("`[^`\n]*`")
	link        = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading     = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInAnchor = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	sourcePath  = regexp.MustCompile("`((?:board|cmd|eval|internal|movegen|search|tt|uci)/[a-zA-Z0-9_./-]+)`")
)

// anchors returns the names by which links reach the headings of a page, as GitHub and others make them.
func anchors(page string) map[string]bool {
	found := map[string]bool{}
	for _, match := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(page, ""), -1) {
		name := notInAnchor.ReplaceAllString(strings.ToLower(match[1]), "")
		found[strings.ReplaceAll(name, " ", "-")] = true
	}
	return found
}

// TestLinks checks that links between the documents lead to files and headings that exist.
func TestLinks(t *testing.T) {
	pages := documents(t, "*.md", "testdata/*.md")
	for name, page := range pages {
		text := inlineCode.ReplaceAllString(codeBlock.ReplaceAllString(page, ""), "")
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			file, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(file, ":") || file == "../../releases" && filepath.Base(name) == "README.md" {
				continue // elsewhere in the web, or beside the page as the host of the repository shows it
			}
			target := name
			if file != "" {
				target = filepath.Join(filepath.Dir(name), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: there is no %s", name, match[1])
			} else if other, ok := pages[target]; ok && anchor != "" && !anchors(other)[anchor] {
				t.Errorf("%s: %s has no heading %q", name, target, anchor)
			}
		}
	}
}

// TestSourcePaths checks that the files and packages that the documents name exist. The changelog may name those of former
// versions.
func TestSourcePaths(t *testing.T) {
	named := 0
	for name, page := range documents(t, "*.md", "testdata/*.md") {
		if filepath.Base(name) == "CHANGELOG.md" {
			continue
		}
		for _, match := range sourcePath.FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join(root, match[1])); err != nil {
				t.Errorf("%s: there is no %s", name, match[1])
			}
			named++
		}
	}
	if named == 0 {
		t.Error("the documents name no file")
	}
}
