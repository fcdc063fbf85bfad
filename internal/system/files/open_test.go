package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestOpenedInOnePlace looks for code that opens a file in another way than by this package, and may so wait for the writer of a
// pipe.
func TestOpenedInOnePlace(t *testing.T) {
	opens := regexp.MustCompile(`\bos\.(?:Open|OpenFile|ReadFile|Create|WriteFile)\(`)
	allowed := map[string]bool{
		"internal/analysis/source/source.go": true, // a pipe of games is as good as a file
		"internal/system/cli/build.go":       true, // the program itself
		"internal/system/files":              true,
		"internal/build":                     true, // what the source has
		"board/magicgen.go":                  true, // likewise
		"internal/testing":                   true,
		"internal/testing/pagetest":          true,
	}
	root := os.DirFS(filepath.Dir(testfiles.Path(t)))
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case allowed[path] && entry.IsDir(), entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir(), allowed[path], !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if call := opens.Find(text); call != nil {
			t.Errorf("%s has %s...): use package files", path, call)
		}
		return err
	})
	must.Do(t, err)
}
