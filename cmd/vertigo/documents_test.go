package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// documents returns the pages for users, and those that match more patterns, by their paths.
func documents(t *testing.T, more ...string) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, pattern := range append(more, "README.md", "docs/*.md", "docs/*/*.md") {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		must.Do(t, err)
		for _, path := range paths {
			text := must.Get(os.ReadFile(path))(t)
			pages[path] = string(text)
		}
	}
	if len(pages) < 10 {
		t.Fatalf("there are only %d documents", len(pages))
	}
	return pages
}

// indent begins the lines of a code block.
const indent = "    "

// example is a command of a document and its output. In the document, "$ " begins the command, "> " goes on with it, and the
// other lines of the block are the output, in which a line "…" stands for any number of lines, and "…" in a line for the version.
type example struct {
	command string
	output  []string
	line    int // of the first line of output, counted from 0
}

// examples returns the examples of a page, which is given by its lines.
func examples(lines []string) (list []example) {
	open := false // the last example goes on
	for i, line := range lines {
		text, code := strings.CutPrefix(line, indent)
		command, begins := strings.CutPrefix(text, "$ ")
		more, continues := strings.CutPrefix(text, "> ")
		last := len(list) - 1
		switch {
		case code && begins:
			list = append(list, example{command: command, line: i + 1})
			open = true
		case code && open && continues && len(list[last].output) == 0:
			list[last].command += "\n" + more
			list[last].line = i + 1
		case open && code, open && line == "" && i+1 < len(lines) && strings.HasPrefix(lines[i+1], indent):
			list[last].output = append(list[last].output, text)
		default:
			open = false
		}
	}
	for i := range list {
		for out := &list[i].output; len(*out) > 0 && (*out)[len(*out)-1] == ""; { // an empty line before the next example
			*out = (*out)[:len(*out)-1]
		}
	}
	return list
}

// elide returns the lines of got with those left out for which "…" stands in want.
func elide(got, want []string) []string {
	before := slices.Index(want, "…")
	if before < 0 {
		return got
	}
	after := len(want) - before - 1
	if len(got) < before+after {
		return got
	}
	return slices.Concat(got[:before], []string{"…"}, got[len(got)-after:])
}

// TestExamples runs the examples of the documents with the program as it is. After a change of what it prints, make docs brings the
// documents up to date; read the difference.
func TestExamples(t *testing.T) {
	testfiles.OnlyInCI(t)
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	program := build(t)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	must.Do(t, err)
	count := 0
	for path, page := range documents(t) {
		lines := strings.Split(page, "\n")
		list := examples(lines)
		if len(list) == 0 {
			continue
		}
		count += len(list)
		dir := t.TempDir()
		for from, to := range map[string]string{program: "vertigo", filepath.Join(root, "testdata"): "testdata"} {
			if err := os.Symlink(from, filepath.Join(dir, to)); err != nil {
				t.Skipf("no links here: %v", err)
			}
		}
		moved := 0 // lines that rewriting has added
		for _, e := range list {
			cmd := exec.Command("sh", "-c", e.command)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "COLUMNS=80")
			var errOut strings.Builder
			cmd.Stderr = &errOut
			out, err := cmd.Output()
			var got []string
			if len(out) > 0 {
				text := strings.ReplaceAll(strings.TrimRight(string(out), "\n"), version, "…")
				got = elide(strings.Split(text, "\n"), e.output)
			}
			if err != nil && len(out) == 0 {
				t.Errorf("%s: %s: %v\n%s", path, e.command, err, errOut.String())
				continue
			}
			if slices.Equal(got, e.output) {
				continue
			}
			if !*update {
				t.Errorf("%s: %s\nprints\n%s\nbut the page says\n%s", path, e.command, strings.Join(got, "\n"), strings.Join(e.output, "\n"))
				continue
			}
			for i, line := range got {
				got[i] = strings.TrimRight(indent+line, " ")
			}
			lines = slices.Replace(lines, e.line+moved, e.line+moved+len(e.output), got...)
			moved += len(got) - len(e.output)
		}
		if *update {
			must.Do(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o666))
		}
	}
	if count < 5 {
		t.Errorf("the documents have only %d examples", count)
	}
}

var (
	codeOfPage = regexp.MustCompile("(?m)^    .*$|`[^`\n]+`")
	longFlag   = regexp.MustCompile(`(?:^|\s)--([a-z][a-z-]*)`)
	endOfArgs  = regexp.MustCompile(` [|<>#] |; |&& `)
)

// TestDocumentedFlags checks that the commands in the documents have the flags that the documents give them.
func TestDocumentedFlags(t *testing.T) {
	flags := map[string]map[string]bool{}
	for _, c := range newRoot(cli.Program{}).Commands() {
		flags[c.Name()] = map[string]bool{"help": true}
		c.Flags().VisitAll(func(f *pflag.Flag) { flags[c.Name()][f.Name] = true })
	}
	checked := 0
	for path, page := range documents(t) {
		joined := strings.ReplaceAll(page, "\\\n", "")
		for _, code := range codeOfPage.FindAllString(joined, -1) {
			for _, part := range endOfArgs.Split(strings.Trim(code, "` "), -1) {
				_, command, ok := strings.Cut(part, "vertigo ")
				name, args, _ := strings.Cut(command, " ")
				if !ok || flags[name] == nil {
					continue
				}
				for _, match := range longFlag.FindAllStringSubmatch(args, -1) {
					checked++
					if !flags[name][match[1]] {
						t.Errorf("%s: vertigo %s has no flag --%s: %s", path, name, match[1], code)
					}
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d flags were checked", checked)
	}
}

// TestDocumentedDefaults checks the defaults of flags in the documents, which follow the flag: "`--verify` (4 by default)".
func TestDocumentedDefaults(t *testing.T) {
	defaults := map[string][]string{}
	for _, c := range newRoot(cli.Program{}).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) { defaults[f.Name] = append(defaults[f.Name], f.DefValue) })
	}
	claim := regexp.MustCompile("`--([a-z-]+)[^`]*`[^`.|]*\\(([0-9.,]+) by default\\)")
	count := 0
	for path, page := range documents(t) {
		for _, match := range claim.FindAllStringSubmatch(page, -1) {
			if count++; !slices.Contains(defaults[match[1]], strings.ReplaceAll(match[2], ",", "")) {
				t.Errorf("%s: %s, but the defaults of --%s are %q", path, match[0], match[1], defaults[match[1]])
			}
		}
	}
	if count == 0 {
		t.Error("no document has a default")
	}
}

// TestDocumentedOptions compares the table of options in docs/options.md with what the engine answers to uci.
func TestDocumentedOptions(t *testing.T) {
	documented := map[string][2]string{} // default and range by the name
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|([^|\n]*)\\|([^|\n]*)\\| .* \\|$")
	for _, match := range row.FindAllStringSubmatch(documents(t)[filepath.Join("..", "..", "docs", "options.md")], -1) {
		documented[match[1]] = [2]string{strings.TrimSpace(match[2]), strings.TrimSpace(match[3])}
	}
	var out strings.Builder
	if code := run([]string{"uci"}, strings.NewReader(""), &out, io.Discard); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	option := regexp.MustCompile(`(?m)^option name (.+) type (\w+)(?: default (\S*))?(?: min (\S+) max (\S+))?\s*$`)
	list := option.FindAllStringSubmatch(out.String(), -1)
	for _, o := range list {
		want := [2]string{o[3], ""}
		switch {
		case o[2] == "button":
			want[0] = "button"
		case o[3] == "<empty>":
			want[0] = "empty"
		case o[4] != "":
			want[1] = o[4] + " to " + o[5]
		}
		if got, ok := documented[o[1]]; !ok || got != want {
			t.Errorf("docs/options.md says %q of %s, want %q", got, o[1], want)
		}
		delete(documented, o[1])
	}
	if len(list) < 10 || len(documented) > 0 {
		t.Errorf("the engine has %d options, docs/options.md also %v", len(list), documented)
	}
}
