package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// diffBlock is a change in CONTRIBUTING.md: the path of the file after "+++ ", and its lines.
var diffBlock = regexp.MustCompile("(?ms)^```diff\n\\+\\+\\+ (\\S+)\n(.*?)^```$")

// TestContributing makes the changes that CONTRIBUTING.md shows as examples, and runs its examples with the program that they make.
func TestContributing(t *testing.T) {
	testfiles.OnlyInCI(t)
	page := testfiles.Text(t, filepath.Join(root, "CONTRIBUTING.md"))
	dir := t.TempDir()
	replace := map[string]string{} // files that stand for those of the source
	for i, block := range diffBlock.FindAllStringSubmatch(page, -1) {
		var before, after strings.Builder
		for line := range strings.Lines(block[2]) {
			if line[0] != '+' {
				before.WriteString(line[1:])
			}
			if line[0] != '-' {
				after.WriteString(line[1:])
			}
		}
		source := must.Get(filepath.Abs(filepath.Join(root, filepath.FromSlash(block[1]))))(t)
		changed := after.String()
		if before.Len() > 0 { // otherwise the file is new
			from := source
			if replace[source] != "" {
				from = replace[source]
			}
			text := testfiles.Text(t, from)
			if strings.Count(text, before.String()) != 1 {
				t.Fatalf("%s does not have exactly once:\n%s", block[1], before.String())
			}
			changed = strings.Replace(text, before.String(), changed, 1)
		}
		replace[source] = filepath.Join(dir, string(rune('a'+i))+".go")
		testfiles.Put(t, replace[source], changed)
	}
	if len(replace) < 4 {
		t.Fatalf("CONTRIBUTING.md changes only %d files", len(replace))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	must.Do(t, err)
	testfiles.Put(t, filepath.Join(dir, "overlay.json"), string(overlay))
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-pgo=off", "-overlay", filepath.Join(dir, "overlay.json"),
		"-o", filepath.Join(dir, "vertigo"), ".")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	list := examples(strings.Split(page, "\n"))
	if len(list) < 2 {
		t.Fatalf("CONTRIBUTING.md has only %d examples", len(list))
	}
	for _, e := range list {
		c := exec.Command("sh", "-c", e.command)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if got := strings.Split(strings.TrimRight(string(out), "\n"), "\n"); !slices.Equal(got, e.output) {
			t.Errorf("%s (%v) prints\n%s\nbut CONTRIBUTING.md says\n%s", e.command, err, out, strings.Join(e.output, "\n"))
		}
	}
}
