package analyse

import (
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/testfiles"
)

// TestForm checks that the name of the output decides its form, and that nothing is written where --as says another one.
func TestForm(t *testing.T) {
	ci.NoRace(t)
	dir := t.TempDir()
	for name, want := range map[string]string{
		"a.html": "<!doctype html>", "a.json": `"pv":`, "a.csv": "source,id,", "a.epd": " acd 1;",
		"a.txt": "  No. ", "a": "  No. ", "a.results": "{\"vertigo",
	} {
		file := filepath.Join(dir, name)
		if _, errOut, code := command(t, "", "startpos", "-d1", "-o", file); code != commandline.ExitOK {
			t.Errorf("%s: exit code %d, messages %q", name, code, errOut)
		} else if text := testfiles.Text(t, file); !strings.Contains(text, want) {
			t.Errorf("%s begins with %.80q, want %q in it", name, text, want)
		}
	}
	for _, args := range []string{"--as json -o b.html", "-o b.xlsx", "--as=results --out=b.pgn"} {
		expect(t, commandline.ExitUsage, "--out b.", append(strings.Fields(args), "startpos", "-d1")...)
	}
	if _, errOut, code := merge(filepath.Join(dir, "a.results"), "-o", filepath.Join(dir, "merged.json")); code != commandline.ExitOK ||
		!strings.Contains(testfiles.Text(t, filepath.Join(dir, "merged.json")), `"pv":`) {
		t.Errorf("merge: exit code %d, messages %q", code, errOut)
	}
}
