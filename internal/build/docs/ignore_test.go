package docs

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// made matches what a command of the documents makes at the top of the repository: a file or folder after a flag or a
// redirection, or a program.
var made = regexp.MustCompile(`(?:\s(?:--?out|-o|-state|--store|-data)[ =]|EXE=)([\w.-]+)|> ([\w-]+\.[a-z]+)`)

// TestIgnored checks that git ignores what the commands in the documents make, so that a build after them is still one of the
// revision.
func TestIgnored(t *testing.T) {
	root := os.DirFS(root)
	patterns, err := fs.ReadFile(root, ".gitignore")
	if err != nil {
		t.Fatal(err)
	}
	isIgnored := func(name string) bool {
		for pattern := range strings.Lines(string(patterns)) {
			if ok, _ := path.Match(strings.Trim(pattern, "/\n"), name); ok {
				return true
			}
		}
		return false
	}
	pages, err := fs.Glob(root, "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		text, err := fs.ReadFile(root, page)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "    ") || strings.Contains(line, "make -C ") { // in another folder
				continue
			}
			for _, match := range made.FindAllStringSubmatch(line, -1) {
				if names++; !isIgnored(match[1] + match[2]) {
					t.Errorf("%s makes %s, which git does not ignore", page, match[1]+match[2])
				}
			}
		}
	}
	if names < 20 {
		t.Errorf("only %d names in the documents", names)
	}
}
