package main

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
		paths := must.Get(filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern))))(t)
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
	root := must.Get(filepath.Abs(filepath.Join("..", "..")))(t)
	count := 0
	for path, page := range documents(t) {
		lines := strings.Split(page, "\n")
		list := examples(lines)
		if count += len(list); len(list) == 0 {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
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
		})
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

// TestKubernetes checks that the Job names the image as it is built, and that a pod which was evicted is never taken for one
// with wrong arguments: the first rule that fits decides.
func TestKubernetes(t *testing.T) {
	job := testfiles.Text(t, filepath.Join(root, "docs", "scale", "kubernetes.yaml"))
	if evicted, wrong := strings.Index(job, "DisruptionTarget"), strings.Index(job, "FailJob"); evicted < 0 || evicted > wrong {
		t.Error("another rule stands before that of evicted pods")
	}
	for _, name := range []string{"README.md", "Containerfile"} {
		built := regexp.MustCompile(`podman build .* -t (\S+) \.`).FindStringSubmatch(testfiles.Text(t, filepath.Join(root, "docs", "scale", name)))
		if built == nil || !strings.Contains(job, " image: "+built[1]+":latest\n") {
			t.Errorf("%s builds %q, which the Job does not name", name, built)
		}
	}
}

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

// diffBlock is a change in CONTRIBUTING.md: the path of the file after "+++ ", and its lines.
var diffBlock = regexp.MustCompile("(?ms)^```diff\n\\+\\+\\+ (\\S+)\n(.*?)^```$")

// TestContributing makes the changes that CONTRIBUTING.md shows as examples, and runs its examples with the program that they make.
func TestContributing(t *testing.T) {
	testfiles.OnlyInCI(t)
	t.Parallel()
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
	overlay := must.Get(json.Marshal(map[string]any{"Replace": replace}))(t)
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
