package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/elf"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

const changelog = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- News.\n\n## [3.2.1] - 2026-01-01\n\nThe first.\n"

// source returns the root of a program that has the scripts and all that they ask for. The program prints its version and arguments.
func source(t *testing.T) (root string) {
	t.Helper()
	for _, name := range []string{"bash", "git", "tar", "diff", "sort"} {
		if _, err := exec.LookPath(name); err != nil || runtime.GOOS != "linux" {
			t.Skipf("needs %s on Linux", name)
		}
	}
	root = t.TempDir()
	scripts := filepath.Join("..", "..", ".ci")
	must.Do(t, os.CopyFS(filepath.Join(root, ".ci"), os.DirFS(scripts)))
	for name, text := range map[string]string{
		"go.mod": "module vertigo\n\ngo 1.26\n", "LICENSE": "a licence\n", "CHANGELOG.md": changelog,
		"cmd/vertigo/main.go": "package main\n\nimport (\n\"fmt\"\n\"os\"\n)\n\nvar version = \"3.2.1\"\nvar release string\n\n" +
			"func main() { fmt.Print(version, release, os.Args[1:]) }\n",
	} {
		testfiles.Put(t, filepath.Join(root, filepath.FromSlash(name)), text)
	}
	return root
}

// TestRelease makes a release in a repository of its own, in which other programs stand for go, .ci/run and .ci/archives. The version
// is committed and tagged once. Changes that are not committed, impossible versions and a README of another version stop it.
func TestRelease(t *testing.T) {
	root := source(t)
	bin := t.TempDir()
	testfiles.Put(t, filepath.Join(root, ".ci", "run"), "#!/bin/sh\necho checked\n")
	testfiles.Put(t, filepath.Join(root, ".ci", "archives"),
		"#!/bin/sh\nmkdir -p \"$1\" && cp \"${0%/*}/../cmd/vertigo/main.go\" \"$1/archive\"\n")
	testfiles.Put(t, filepath.Join(root, "README.md"), "(bench 5)\n")
	testfiles.Put(t, filepath.Join(root, ".gitignore"), "/dist/\n")
	testfiles.Put(t, filepath.Join(bin, "go"), `#!/bin/sh
case "$*" in
*bench) echo "5 nodes 1 nps" ;;
*) exit 1 ;;
esac
`)
	for _, name := range []string{filepath.Join(root, ".ci", "release"), filepath.Join(root, ".ci", "run"),
		filepath.Join(bin, "go")} {
		must.Do(t, os.Chmod(name, 0o755))
	}
	run := func(name string, args ...string) (output string, failed error) {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = root
		command.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GIT_CONFIG_GLOBAL="+os.DevNull,
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
		text, err := command.CombinedOutput()
		return string(text), err
	}
	git := func(args ...string) string {
		t.Helper()
		output, err := run("git", args...)
		must.Do(t, err, args, output)
		return output
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "First")
	refused := func(because string, args ...string) {
		t.Helper()
		if output, err := run(".ci/release", args...); err == nil || !strings.Contains(output, because) {
			t.Errorf("want %q, got %v:\n%s", because, err, output)
		}
	}
	testfiles.Put(t, filepath.Join(root, "README.md"), "(bench 6)\n")
	refused("not committed", "3.3.0")
	git("commit", "-q", "-a", "-m", "Another bench")
	refused("states the strength of another version", "3.3.0")
	git("checkout", "-q", "HEAD~", "README.md")
	git("commit", "-q", "-m", "The same bench", "README.md")
	output, err := run(".ci/release", "3.3.0") // It begins again after the failure before.
	if err != nil || !strings.Contains(output, "checked\n") || !strings.Contains(output, "git push origin HEAD v3.3.0") {
		t.Fatalf("%v:\n%s", err, output)
	}
	if got := git("log", "--format=%s %D", "-1"); !strings.HasPrefix(got, "Release 3.3.0 ") ||
		!strings.Contains(got, "tag: v3.3.0") {
		t.Errorf("the last commit is %s", got)
	}
	must.Equal(t, git("status", "--porcelain"), "", "not committed")
	if text, err := os.ReadFile(filepath.Join(root, "dist", "archive")); err != nil || !strings.Contains(string(text), "3.3.0") {
		t.Errorf("dist/archive is %q (%v)", text, err)
	}
	if log := testfiles.Text(t, filepath.Join(root, "CHANGELOG.md")); !strings.Contains(log, "## [Unreleased]\n\n## [3.3.0] - 2") {
		t.Errorf("CHANGELOG.md is\n%s", log)
	}
	refused("there is a tag v3.3.0", "3.3.0")
	git("tag", "-d", "v3.3.0") // as if it had failed
	if output, err := run(".ci/release", "3.3.0"); err != nil || git("tag") != "v3.3.0\n" || git("rev-list", "--count", "HEAD") != "4\n" {
		t.Errorf("the release begun again: %v\n%s", err, output)
	}
	refused("no unreleased changes", "3.10.0")
	for _, version := range []string{"3.2.9", "3.11", "../1", "v4.0.0"} {
		refused("cannot be the version after 3.3.0", version)
	}
	if output, err := run(".ci/release"); err != nil || strings.Contains(output, "checked") {
		t.Errorf("the release of the tag: %v\n%s", err, output)
	}
	git("tag", "-d", "v3.3.0")
	git("tag", "v3.4.0")
	refused("the tag is v3.4.0, and cmd/vertigo has another version")
}

// TestPublish runs what the workflow does with a release that is built. Other programs stand for Docker, GitHub's and git. A draft that
// an earlier run has left is completed, and only the newest version becomes the latest image.
func TestPublish(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the workflow runs on Linux")
	}
	workflow := testfiles.Text(t, filepath.Join(root, ".github", "workflows", "release.yml"))
	steps, bin := "", t.TempDir()
	for _, step := range regexp.MustCompile(`run: \|\n((?: {10}.*\n)+)`).FindAllStringSubmatch(workflow, -1) {
		steps += step[1]
	}
	for name, text := range map[string]string{
		"docker": "echo docker $*", "gh": "echo gh $*\n[ $2 != view ] || exit $VIEW", "git": "printf 'v1.9.0\\nv1.10.0\\nv1.2.1\\n'",
	} {
		must.Do(t, os.Chmod(testfiles.Put(t, filepath.Join(bin, name), "#!/bin/sh\n"+text+"\n"), 0o755))
	}
	for _, test := range []struct {
		tag, view       string // view is the exit status where a release is looked for
		created, latest bool
	}{{"v1.10.0", "1", true, true}, {"v1.10.0", "0", false, true}, {"v1.9.0", "1", true, false}} {
		c := exec.Command("bash", "-e", "-c", steps)
		c.Dir = t.TempDir()
		c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "VIEW="+test.view, "GITHUB_REF_NAME="+test.tag,
			"IMAGE=host/image")
		text, err := c.CombinedOutput()
		must.Do(t, err, string(text))
		must.Contain(t, string(text), "gh release upload "+test.tag+" --clobber dist/vertigo-* ", "gh release edit "+test.tag+" --draft=false\n",
			"--tag host/image:"+test.tag[1:]+" ")
		if created := strings.Contains(string(text), "gh release create "+test.tag+" --draft "); created != test.created ||
			strings.Contains(string(text), ":latest") != test.latest {
			t.Errorf("%+v:\n%s", test, text)
		}
	}
}

// entries reads an archive back into "mode name: content" lines.
func entries(t *testing.T, name string, data []byte) []string {
	t.Helper()
	var lines []string
	add := func(mode fs.FileMode, name string, r io.Reader) {
		content := must.Get(io.ReadAll(r))(t)
		lines = append(lines, fmt.Sprintf("%v %s: %s", mode, name, content))
	}
	if strings.HasSuffix(name, ".zip") {
		archive := must.Get(zip.NewReader(bytes.NewReader(data), int64(len(data))))(t)
		for _, f := range archive.File {
			r := must.Get(f.Open())(t)
			add(f.Mode(), f.Name, r)
		}
		return lines
	}
	uncompressed := must.Get(gzip.NewReader(bytes.NewReader(data)))(t)
	archive := tar.NewReader(uncompressed)
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return lines
		}
		must.Do(t, err)
		add(header.FileInfo().Mode(), header.Name, archive)
	}
}

// TestArchives builds the release of a small program twice, in two folders: all bytes are the same, the archives have what they should,
// and the sums and recipes name them.
func TestArchives(t *testing.T) {
	testfiles.OnlyInCI(t)
	if _, err := exec.LookPath("zip"); err != nil {
		t.Skip("needs zip")
	}
	var outputs [2]map[string][]byte
	for i := range outputs {
		root := source(t)
		command := exec.Command(filepath.Join(root, ".ci", "archives"), filepath.Join(root, "dist"))
		command.Env = append(os.Environ(), "URL=https://example.org/releases/3.2.1", "GOTOOLCHAIN=")
		if text, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		outputs[i] = readFolder(t, filepath.Join(root, "dist"))
	}
	first := outputs[0]
	if !maps.EqualFunc(first, outputs[1], bytes.Equal) {
		t.Errorf("two builds differ: %v and %v", slices.Sorted(maps.Keys(first)), slices.Sorted(maps.Keys(outputs[1])))
	}
	must.Equal(t, string(first["NOTES.md"]), "The first.\n", "the notes")
	sums := map[string]string{}
	for name, data := range first {
		if strings.HasPrefix(name, "vertigo") {
			sums[name] = fmt.Sprintf("%x", sha256.Sum256(data))
			if !strings.Contains(string(first["SHA256SUMS"]), sums[name]+"  "+name+"\n") {
				t.Errorf("SHA256SUMS has no %s", name)
			}
		}
		if !strings.HasSuffix(name, ".deb") && strings.HasPrefix(name, "vertigo") {
			checkEntries(t, name, entries(t, name, data))
		}
	}
	must.Equal(t, len(sums), 11, slices.Sorted(maps.Keys(sums)))
	checkStandsAlone(t, first["vertigo-3.2.1-linux-arm64.tar.gz"])
	checkRecipes(t, first, sums)
	checkDebian(t, first)
}

// checkEntries expects the engine, runnable, and its texts.
func checkEntries(t *testing.T, name string, got []string) {
	t.Helper()
	folder := strings.TrimSuffix(strings.TrimSuffix(name, ".zip"), ".tar.gz")
	binary := "vertigo: "
	if strings.HasSuffix(name, ".zip") {
		binary = "vertigo.exe: "
	}
	got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "d") })
	wants := []string{"HOWTO.txt: Vertigo 3.2.1 (" + strings.TrimPrefix(folder, "vertigo-3.2.1-") + ")", "LICENSE.txt: a licence",
		"THIRD-PARTY-LICENSES.txt: Vertigo contains", "vertigo.1: 3.2.1[]", binary}
	slices.SortFunc(wants, strings.Compare)
	slices.SortFunc(got, func(a, b string) int { return strings.Compare(a[len("-rw-r--r-- "):], b[len("-rw-r--r-- "):]) })
	if len(got) != len(wants) {
		t.Fatalf("%s holds %d files, want %d", name, len(got), len(wants))
	}
	for i, want := range wants {
		mode := "-rw-r--r-- "
		if want == binary {
			mode = "-rwxr-xr-x "
		}
		if !strings.HasPrefix(got[i], mode+folder+"/"+want) {
			t.Errorf("%s: file %d is %.80q, want %q", name, i, got[i], mode+folder+"/"+want)
		}
		if strings.Contains(want, "HOWTO") && (strings.Contains(got[i], "@") || strings.Contains(got[i], "unix:") ||
			strings.Contains(got[i], "DroidFish") != strings.Contains(name, "android") || strings.Contains(got[i], "desktop:") ||
			!strings.Contains(got[i], "file "+binary[:len(binary)-2]+" and")) {
			t.Errorf("%s: the how-to is\n%s", name, got[i])
		}
	}
}

// checkStandsAlone expects of the engine in an archive for Linux what Android asks of a program that its apps start: no
// dynamic linker and no libraries, and segments that can be mapped with memory pages of 16 KiB, as Android 15 has them, and of
// 64 KiB, as some servers have. It was built by the Go that the script names.
func checkStandsAlone(t *testing.T, archive []byte) {
	t.Helper()
	const page = 1 << 16
	lines := entries(t, "linux.tar.gz", archive)
	_, engine, _ := strings.Cut(lines[slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "-rwx") })], ": ")
	by := must.Get(buildinfo.Read(strings.NewReader(engine)))(t).GoVersion
	must.Contain(t, testfiles.Text(t, filepath.Join(root, ".ci", "archives")), ":-"+by+"}")
	binary := must.Get(elf.NewFile(strings.NewReader(engine)))(t)
	if libraries, err := binary.ImportedLibraries(); err != nil || len(libraries) != 0 {
		t.Errorf("the binary for Linux needs %v (%v)", libraries, err)
	}
	for _, segment := range binary.Progs {
		switch {
		case segment.Type == elf.PT_INTERP || segment.Type == elf.PT_DYNAMIC:
			t.Errorf("the binary for Linux has a segment %v: it is not static", segment.Type)
		case segment.Type == elf.PT_LOAD && (segment.Align < page || segment.Vaddr%page != segment.Off%page):
			t.Errorf("the binary for Linux has a segment at %#x, %#x in the file, aligned to %d bytes, want %d",
				segment.Vaddr, segment.Off, segment.Align, page)
		}
	}
}

// checkRecipes expects each address beside the sum of its archive.
func checkRecipes(t *testing.T, files map[string][]byte, sums map[string]string) {
	t.Helper()
	for name, targets := range map[string][]string{
		"vertigo.rb":   {"linux-amd64.tar.gz", "linux-arm64.tar.gz", "macos-amd64.tar.gz", "macos-arm64.tar.gz"},
		"vertigo.json": {"windows-amd64.zip", "windows-arm64.zip"},
		"SRCINFO":      {"linux-amd64.tar.gz", "linux-arm64.tar.gz"},
	} {
		text := string(files["recipes/"+name])
		for _, target := range targets {
			archive := "vertigo-3.2.1-" + target
			_, rest, found := strings.Cut(text, "https://example.org/releases/3.2.1/"+archive)
			if lines := strings.SplitN(rest, "\n", 3); !found || !strings.Contains(lines[0]+lines[1], sums[archive]) {
				t.Errorf("%s has no address of %s with its sum after it:\n%s", name, archive, text)
			}
		}
	}
	var manifest map[string]any
	must.Do(t, json.Unmarshal(files["recipes/vertigo.json"], &manifest))
	must.Contain(t, string(files["recipes/PKGBUILD"]), "pkgver=3.2.1\n", "sha256sums_x86_64=('"+sums["vertigo-3.2.1-linux-amd64.tar.gz"]+"')")
}

func readFolder(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	contents := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		contents[name], err = os.ReadFile(filepath.Join(folder, name))
		return err
	})
	must.Do(t, err)
	return contents
}

// checkDebian installs the package into a folder, runs what it has installed, and removes it, which takes root and dpkg.
func checkDebian(t *testing.T, files map[string][]byte) {
	t.Helper()
	arch, err := exec.Command("dpkg", "--print-architecture").Output()
	if err != nil || os.Getuid() != 0 {
		t.Log("no package was installed, which takes root and dpkg")
		return
	}
	data := files["vertigo_3.2.1_"+strings.TrimSpace(string(arch))+".deb"]
	root := t.TempDir()
	dpkg := func(args ...string) {
		t.Helper()
		if output, err := exec.Command("dpkg", append([]string{"--root=" + root, "--force-script-chrootless"},
			args...)...).CombinedOutput(); err != nil {
			t.Fatalf("dpkg %v: %v\n%s", args, err, output)
		}
	}
	for _, folder := range []string{"info", "updates", "triggers"} {
		must.Do(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg", folder), 0o755))
	}
	testfiles.Put(t, filepath.Join(root, "var/lib/dpkg/status"), "")
	file := filepath.Join(t.TempDir(), "vertigo.deb")
	testfiles.Put(t, file, string(data))
	dpkg("--install", file)
	installed := map[string]string{
		"usr/share/doc/vertigo/copyright":                  "a licence\n",
		"usr/share/doc/vertigo/THIRD-PARTY-LICENSES.txt":   "Vertigo contains",
		"usr/share/man/man1/vertigo.1.gz":                  "\x1f\x8b",
		"usr/bin/vertigo":                                  "\x7fELF",
		"usr/share/bash-completion/completions/vertigo":    "3.2.1[completion bash]",
		"usr/share/zsh/vendor-completions/_vertigo":        "3.2.1[completion zsh]",
		"usr/share/fish/vendor_completions.d/vertigo.fish": "3.2.1[completion fish]",
	}
	for path, start := range installed {
		if data, err := os.ReadFile(filepath.Join(root, path)); err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s begins with %.40q (%v), want %q", path, data, err, start)
		}
	}
	if said, err := exec.Command(filepath.Join(root, "usr/bin/vertigo"), "help").Output(); err != nil ||
		string(said) != "3.2.1yes[help]" {
		t.Errorf("the installed program says %q (%v)", said, err)
	}
	dpkg("--remove", "vertigo")
	for path := range installed {
		_, err := os.Stat(filepath.Join(root, path))
		must.Fail(t, err, "", path)
	}
}
