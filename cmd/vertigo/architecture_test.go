package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
)

const root = "../.." // of the repository

// TestArchitecture checks docs/architecture.md against the source: it lists every package once and nothing that is gone, and a
// package imports only packages that stand above it. Imports of tests do not count.
func TestArchitecture(t *testing.T) {
	page := testfiles.Text(t, filepath.Join(root, "docs", "architecture.md"))
	imports, err := packages(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	exists := func(name string) bool {
		_, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
		return err == nil
	}
	for _, mistake := range misplaced(page, imports, exists) {
		t.Error("docs/architecture.md: ", mistake)
	}
}

// packages returns the packages of the module and, of each, the packages of the module that it imports on any platform. A module
// of its own inside the repository counts as one package without imports.
func packages(source fs.FS) (map[string][]string, error) {
	imports := map[string][]string{}
	err := fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if base := entry.Name(); name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "dist") {
				return fs.SkipDir
			}
			if _, err := fs.Stat(source, path.Join(name, "go.mod")); err == nil && name != "." {
				imports[name] = nil
				return fs.SkipDir
			}
			return nil
		}
		folder := path.Dir(name)
		if !strings.HasSuffix(name, ".go") || folder == "." {
			return nil
		}
		if strings.HasSuffix(name, "_test.go") {
			if imports[folder] == nil {
				imports[folder] = []string{} // a package of tests alone is one, too
			}
			return nil
		}
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if imported, ok := strings.CutPrefix(imported, "vertigo/"); ok && !slices.Contains(imports[folder], imported) {
				imports[folder] = append(imports[folder], imported)
			}
		}
		return nil
	})
	return imports, err
}

// misplaced returns what is wrong with the list of packages in page: its lines are indented by four spaces and begin with a path.
func misplaced(page string, imports map[string][]string, exists func(name string) bool) []string {
	var mistakes []string
	place := map[string]int{} // the line of the page, from 1
	for i, line := range strings.Split(page, "\n") {
		text, indented := strings.CutPrefix(line, "    ")
		if !indented || text == "" {
			continue
		}
		name := strings.TrimSuffix(strings.Fields(text)[0], "/")
		if before := place[name]; before > 0 {
			mistakes = append(mistakes, fmt.Sprintf("line %d: %s is already in line %d", i+1, name, before))
		} else if !exists(name) {
			mistakes = append(mistakes, fmt.Sprintf("line %d: there is no %s", i+1, name))
		}
		place[name] = i + 1
	}
	var names []string
	for name := range imports {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if place[name] == 0 {
			mistakes = append(mistakes, "no line for the package "+name)
			continue
		}
		for _, imported := range imports[name] {
			if place[imported] > place[name] {
				mistakes = append(mistakes, fmt.Sprintf("%s (line %d) imports %s (line %d): a package stands below those that it imports",
					name, place[name], imported, place[imported]))
			}
		}
	}
	return mistakes
}
