package main

import (
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

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

const root = "../.." // of the repository

// TestArchitecture checks docs/architecture.md against the source: it lists every package once and nothing that is gone, and a
// package imports only packages that stand above it. Imports of tests do not count. The lines of the list are indented by four
// spaces and begin with a path.
func TestArchitecture(t *testing.T) {
	place := map[string]int{} // the line of the page, from 1
	for i, line := range strings.Split(testfiles.Text(t, filepath.Join(root, "docs", "architecture.md")), "\n") {
		text, indented := strings.CutPrefix(line, "    ")
		if !indented || text == "" {
			continue
		}
		name := strings.TrimSuffix(strings.Fields(text)[0], "/")
		if before := place[name]; before > 0 {
			t.Errorf("line %d: %s is already in line %d", i+1, name, before)
		} else if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Errorf("line %d: %v", i+1, err)
		}
		place[name] = i + 1
	}
	imports := must.Get(packages(os.DirFS(root)))(t)
	for name, list := range imports {
		if place[name] == 0 {
			t.Errorf("no line for the package %s", name)
		}
		for _, imported := range list {
			if place[imported] > place[name] {
				t.Errorf("%s (line %d) imports %s (line %d): a package stands below those that it imports", name, place[name], imported,
					place[imported])
			}
		}
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
