package analyse

import (
	"bytes"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
)

// TestHelp checks that the descriptions name every flag that the commands take, with its default, and that both
// commands print theirs.
func TestHelp(t *testing.T) {
	for _, c := range []struct {
		name     string
		run      func(Config, []string) int
		sections []commandline.Section
		headings string
	}{
		{"analyse", Run, new(options).sections(), "NAME SYNOPSIS DESCRIPTION INPUT FILTERS SEARCH OUTPUT RUN INTERRUPTION SHARDS FILTER PROGRESS EXIT EXAMPLES"},
		{"merge", Merge, new(options).mergeSections(), "NAME SYNOPSIS DESCRIPTION FLAGS EXIT EXAMPLES"},
	} {
		var out, errOut bytes.Buffer
		if code := c.run(Config{Out: &out, Err: &errOut}, []string{"--help"}); code != commandline.ExitOK || errOut.Len() > 0 {
			t.Errorf("%s --help: exit code %d, messages %q", c.name, code, &errOut)
		}
		lines := strings.Split(out.String(), "\n")
		for _, s := range c.sections {
			for _, f := range s.Flags {
				entry := ""
				for i, l := range lines {
					if words := strings.Fields(l); len(words) > 1 && words[0] == "--"+f.Name && (f.Argument == "" || words[1] == f.Argument) {
						for entry = l; i+1 < len(lines) && strings.HasPrefix(lines[i+1], strings.Repeat(" ", 23)); i++ {
							entry += " " + strings.TrimSpace(lines[i+1])
						}
						break
					}
				}
				if entry == "" || f.Initial != "" && !strings.HasSuffix(entry, "(default "+f.Initial+")") {
					t.Errorf("the help of %s lacks --%s %s or its default: %q", c.name, f.Name, f.Argument, entry)
				}
			}
		}
		for _, heading := range strings.Fields(c.headings) {
			if !strings.Contains("\n"+out.String(), "\n"+heading) {
				t.Errorf("the help of %s lacks %s", c.name, heading)
			}
		}
		for _, l := range lines {
			if len(l) > 105 || strings.HasSuffix(l, " ") {
				t.Errorf("%s: too long a line in the help, or one that ends with a blank: %s", c.name, l)
			}
		}
	}
}
