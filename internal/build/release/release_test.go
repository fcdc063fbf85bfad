package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
)

func TestChoose(t *testing.T) {
	chosen, err := choose("windows-arm64,macos-amd64,linux-amd64-v3")
	if err != nil {
		t.Fatal(err)
	}
	if want := []target{{"windows", "arm64", ""}, {"darwin", "amd64", ""}, {"linux", "amd64", "v3"}}; !slices.Equal(chosen, want) {
		t.Errorf("chose %v, want %v", chosen, want)
	}
	if _, err := choose("plan9-mips"); err == nil {
		t.Error("an unknown target is accepted")
	}
}

// entries reads an archive back into "mode name: content" lines.
func entries(t *testing.T, name string, data []byte) []string {
	t.Helper()
	var lines []string
	add := func(mode fs.FileMode, name string, r io.Reader) {
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%v %s: %s", mode, name, content))
	}
	if strings.HasSuffix(name, ".zip") {
		archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Mode(), f.Name, r)
		}
		return lines
	}
	uncompressed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(uncompressed)
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		add(header.FileInfo().Mode(), header.Name, archive)
	}
}

func TestArchivesReadBack(t *testing.T) {
	files := []file{
		{name: "folder/README", data: []byte("read me")},
		{name: "folder/engine", data: []byte("run me"), executable: true},
	}
	want := []string{"-rw-r--r-- folder/README: read me", "-rwxr-xr-x folder/engine: run me"}
	for name, write := range map[string]func(io.Writer, []file) error{"a.zip": writeZip, "a.tar.gz": writeTarGz} {
		var packed bytes.Buffer
		if err := write(&packed, files); err != nil {
			t.Fatal(err)
		}
		if got := entries(t, name, packed.Bytes()); !slices.Equal(got, want) {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
}

const changelog = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- News.\n\n## [3.2.1] - 2026-01-01\n\nThe first.\n"

// TestPrepare gives a source its next version, twice, and refuses versions that cannot be the next one.
func TestPrepare(t *testing.T) {
	root := source(t)
	for range 2 {
		if err := prepare(root, "3.10.0", "2026-02-03"); err != nil {
			t.Fatal(err)
		}
	}
	if version, err := sourceVersion(root); version != "3.10.0" || err != nil {
		t.Errorf("the source has version %q (%v)", version, err)
	}
	log, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if want := strings.Replace(changelog, "]\n", "]\n\n## [3.10.0] - 2026-02-03\n", 1); err != nil || string(log) != want {
		t.Errorf("CHANGELOG.md is\n%s", log)
	}
	if got := notes(string(log), "3.10.0"); got != "### Added\n\n- News." {
		t.Errorf("the notes are %q", got)
	}
	for version, want := range map[string]string{
		"3.9.9": "after 3.10.0", "3.11": "after 3.10.0", "../1": "after 3.10.0", "v4.0.0": "after 3.10.0",
		"4.0.0": "unreleased changes",
	} {
		if err := prepare(root, version, "2026-02-04"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("version %s: error %v, want one with %q", version, err, want)
		}
	}
	testfiles.Put(t, versionFile(root), "package main\n\nvar version = 7\n")
	if _, err := sourceVersion(root); err == nil {
		t.Error("a source without a version has one")
	}
}

// TestRelease runs the script on a repository of its own, in which a program in place of go only prepares the version and
// answers. It commits and tags the version once. What is not committed, and a README of another version, stop it.
func TestRelease(t *testing.T) {
	for _, name := range []string{"bash", "git", "tar", "diff"} {
		if _, err := exec.LookPath(name); err != nil || runtime.GOOS == "windows" {
			t.Skipf("needs %s", name)
		}
	}
	root := source(t)
	bin := t.TempDir()
	script := testfiles.Text(t, filepath.Join("..", "..", "..", ".ci", "release"))
	testfiles.Put(t, filepath.Join(root, ".ci", "release"), script)
	testfiles.Put(t, filepath.Join(root, ".ci", "run"), "#!/bin/sh\necho checked\n")
	testfiles.Put(t, filepath.Join(root, "README.md"), "(bench 5)\n")
	testfiles.Put(t, filepath.Join(root, ".gitignore"), "/dist/\n")
	testfiles.Put(t, filepath.Join(bin, "go"), `#!/bin/sh
case "$*" in
*bench) echo "5 nodes 1 nps" ;;
*-prepare*) sed -i.old "s/version = .*/version = \"$4\"/" cmd/vertigo/main.go && rm cmd/vertigo/main.go.old ;;
*-out*) mkdir -p "$6" && cp cmd/vertigo/main.go "$6/archive" ;;
*) exit 1 ;;
esac
`)
	for _, name := range []string{filepath.Join(root, ".ci", "release"), filepath.Join(root, ".ci", "run"),
		filepath.Join(bin, "go")} {
		if err := os.Chmod(name, 0o755); err != nil {
			t.Fatal(err)
		}
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
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, output)
		}
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
	output, err := run(".ci/release", "3.3.0") // which begins again after the failure before
	if err != nil || !strings.Contains(output, "checked\n") || !strings.Contains(output, "git push origin HEAD v3.3.0") {
		t.Fatalf("%v:\n%s", err, output)
	}
	if got := git("log", "--format=%s %D", "-1"); !strings.HasPrefix(got, "Release 3.3.0 ") ||
		!strings.Contains(got, "tag: v3.3.0") {
		t.Errorf("the last commit is %s", got)
	}
	if status := git("status", "--porcelain"); status != "" {
		t.Errorf("not committed:\n%s", status)
	}
	if text, err := os.ReadFile(filepath.Join(root, "dist", "archive")); err != nil || !strings.Contains(string(text), "3.3.0") {
		t.Errorf("dist/archive is %q (%v)", text, err)
	}
	refused("there is a tag v3.3.0", "3.3.0")
	if output, err := run(".ci/release"); err != nil || strings.Contains(output, "checked") {
		t.Errorf("the release of the tag: %v\n%s", err, output)
	}
	git("tag", "-d", "v3.3.0")
	git("tag", "v3.4.0")
	refused("the tag is v3.4.0, and cmd/vertigo has another version")
}

func TestHowtoNamesBinaryAndProcessor(t *testing.T) {
	for _, each := range targets() {
		text, err := (&builder{version: "1.2.3"}).howto(each)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Vertigo 1.2.3 (" + each.String() + ")", each.binary(), each.processor()} {
			if !strings.Contains(string(text), want) {
				t.Errorf("the how-to for %v does not say %q", each, want)
			}
		}
	}
}

func TestLicenceText(t *testing.T) {
	folder := t.TempDir()
	testfiles.Put(t, filepath.Join(folder, "main.go"), "package main\n")
	if text, err := licenceText(folder); err == nil {
		t.Errorf("a folder without a licence gives %q", text)
	}
	testfiles.Put(t, filepath.Join(folder, "LICENSE.txt"), "first\r\nsecond\n")
	testfiles.Put(t, filepath.Join(folder, "NOTICE"), "third\n")
	text, err := licenceText(folder)
	if err != nil {
		t.Fatal(err)
	}
	if want := "first\nsecond\n\nthird"; text != want {
		t.Errorf("got %q, want %q", text, want)
	}
}

// source returns the root of a program that has all that a release asks for. It prints its version and arguments.
func source(t *testing.T) (root string) {
	root = t.TempDir()
	testfiles.Put(t, filepath.Join(root, "go.mod"), "module vertigo\n\ngo 1.26\n")
	testfiles.Put(t, filepath.Join(root, "LICENSE"), "a licence\n")
	testfiles.Put(t, filepath.Join(root, "CHANGELOG.md"), changelog)
	testfiles.Put(t, filepath.Join(root, "cmd", "vertigo", "main.go"),
		"package main\n\nimport (\n\"fmt\"\n\"os\"\n)\n\nvar version = \"3.2.1\"\n\nfunc main() { fmt.Print(version, os.Args[1:]) }\n")
	return root
}

// TestReleaseIsReproducible releases a small program twice, from two folders, and compares every byte.
func TestReleaseIsReproducible(t *testing.T) {
	testfiles.OnlyInCI(t)
	outputs := make([]map[string][]byte, 2)
	for i := range outputs {
		out := t.TempDir()
		if err := run([]string{"-root", source(t), "-out", out, "-only", "windows-arm64,linux-arm64"}, io.Discard); err != nil {
			t.Fatal(err)
		}
		outputs[i] = readFolder(t, out)
	}
	if len(outputs[0]) != 4 || string(outputs[0]["NOTES.md"]) != "The first.\n" {
		t.Errorf("%d files, want two archives, their checksums and the notes", len(outputs[0]))
	}
	var sums string
	for _, name := range []string{"vertigo-3.2.1-linux-arm64.tar.gz", "vertigo-3.2.1-windows-arm64.zip"} {
		data := outputs[0][name]
		if len(data) == 0 || !bytes.Equal(data, outputs[1][name]) {
			t.Errorf("%s: %d bytes, then %d, or not the same", name, len(data), len(outputs[1][name]))
			continue
		}
		checkEntries(t, name, entries(t, name, data))
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name)
	}
	checkStandsAlone(t, outputs[0]["vertigo-3.2.1-linux-arm64.tar.gz"])
	if got := string(outputs[0]["SHA256SUMS"]); got != sums {
		t.Errorf("SHA256SUMS is %q, want %q", got, sums)
	}
}

// checkEntries expects the engine, runnable, and its texts.
func checkEntries(t *testing.T, name string, got []string) {
	t.Helper()
	folder := strings.TrimSuffix(strings.TrimSuffix(name, ".zip"), ".tar.gz")
	wants := []string{"LICENSE.txt: a licence", "vertigo.1: 3.2.1[man]", "HOWTO.txt: Vertigo 3.2.1",
		"THIRD-PARTY-LICENSES.txt: Vertigo contains", "vertigo"}
	if len(got) != len(wants) {
		t.Fatalf("%s holds %d files, want %d", name, len(got), len(wants))
	}
	for i, want := range wants {
		mode := "-rw-r--r-- "
		if want == "vertigo" {
			mode = "-rwxr-xr-x "
		}
		if !strings.HasPrefix(got[i], mode+folder+"/"+want) {
			t.Errorf("%s: file %d is %.80q, want %q", name, i, got[i], mode+folder+"/"+want)
		}
	}
}

// checkStandsAlone expects of the engine in an archive for Linux what Android asks of a program that its apps start: no
// dynamic linker and no libraries, and segments that can be mapped with memory pages of 16 KiB, as Android 15 has them, and of
// 64 KiB, as some servers have.
func checkStandsAlone(t *testing.T, archive []byte) {
	t.Helper()
	const page = 1 << 16
	lines := entries(t, "linux.tar.gz", archive)
	_, engine, _ := strings.Cut(lines[len(lines)-1], ": ")
	binary, err := elf.NewFile(strings.NewReader(engine))
	if err != nil {
		t.Fatal(err)
	}
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

func readFolder(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	contents := map[string][]byte{}
	listing, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range listing {
		if contents[entry.Name()], err = os.ReadFile(filepath.Join(folder, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return contents
}

// TestDebianPackage installs the package into a folder, runs what it has installed, and removes it.
func TestDebianPackage(t *testing.T) {
	testfiles.OnlyInCI(t)
	if _, err := exec.LookPath("dpkg"); err != nil || os.Getuid() != 0 {
		t.Skip("needs dpkg and its user, root")
	}
	arch, err := exec.Command("dpkg", "--print-architecture").Output()
	if err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("go", "run", nfpm, "--version").CombinedOutput(); err != nil {
		t.Skipf("needs nfpm: %v\n%s", err, output)
	}
	target := strings.TrimSpace(string(arch))
	out := t.TempDir()
	if err := run([]string{"-root", source(t), "-out", out, "-only", "linux-" + target, "-deb"}, io.Discard); err != nil {
		t.Fatal(err)
	}
	name := "vertigo_3.2.1_" + target + ".deb"
	if sums := readFolder(t, out)["SHA256SUMS"]; !strings.Contains(string(sums), "  "+name+"\n") {
		t.Errorf("no sum of %s in %q", name, sums)
	}
	root := t.TempDir()
	dpkg := func(args ...string) {
		t.Helper()
		if output, err := exec.Command("dpkg", append([]string{"--root=" + root, "--force-script-chrootless"},
			args...)...).CombinedOutput(); err != nil {
			t.Fatalf("dpkg %v: %v\n%s", args, err, output)
		}
	}
	for _, folder := range []string{"info", "updates", "triggers"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	testfiles.Put(t, filepath.Join(root, "var/lib/dpkg/status"), "")
	dpkg("--install", filepath.Join(out, name))
	installed := map[string]string{
		"usr/share/doc/vertigo/copyright":                "a licence\n",
		"usr/share/doc/vertigo/THIRD-PARTY-LICENSES.txt": "Vertigo contains",
		"usr/share/man/man1/vertigo.1.gz":                "\x1f\x8b",
		"usr/bin/vertigo":                                "\x7fELF",
	}
	for path, start := range installed {
		if data, err := os.ReadFile(filepath.Join(root, path)); err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s begins with %.40q (%v), want %q", path, data, err, start)
		}
	}
	if said, err := exec.Command(filepath.Join(root, "usr/bin/vertigo"), "help").Output(); err != nil ||
		string(said) != "3.2.1[help]" {
		t.Errorf("the installed program says %q (%v)", said, err)
	}
	dpkg("--remove", "vertigo")
	for path := range installed {
		if _, err := os.Stat(filepath.Join(root, path)); err == nil {
			t.Errorf("%s is still there after the package was removed", path)
		}
	}
}

func TestRecipes(t *testing.T) {
	out := t.TempDir()
	b := builder{out: out, version: "3.2.1", url: "https://example.org/3.2.1", log: io.Discard, sums: map[string]string{}}
	if err := b.recipes(); err == nil {
		t.Error("recipes were written without the archives that they name")
	}
	for i, each := range targets() {
		b.sums[each.archive(b.version)] = fmt.Sprintf("%064d", i)
	}
	if err := b.recipes(); err != nil {
		t.Fatal(err)
	}
	files := readFolder(t, filepath.Join(out, "recipes"))
	for name, wants := range map[string][]string{
		"vertigo.rb":   {"linux-amd64", "linux-arm64", "macos-amd64", "macos-arm64"},
		"vertigo.json": {"windows-amd64", "windows-arm64"},
		"SRCINFO":      {"linux-amd64", "linux-arm64"},
	} {
		for _, want := range wants {
			chosen, err := choose(want)
			if err != nil {
				t.Fatal(err)
			}
			_, rest, found := strings.Cut(string(files[name]), "https://example.org/3.2.1/"+chosen[0].archive("3.2.1"))
			if sum := b.sums[chosen[0].archive("3.2.1")]; !found || !strings.Contains(strings.Join(strings.SplitN(rest, "\n", 3)[:2], ""),
				sum) {
				t.Errorf("%s has no address for %s followed by its sum %s:\n%s", name, want, sum, files[name])
			}
		}
	}
	var manifest map[string]any
	if err := json.Unmarshal(files["vertigo.json"], &manifest); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"pkgver=3.2.1\n", "sha256sums_x86_64=('" + b.sums["vertigo-3.2.1-linux-amd64.tar.gz"] + "')"} {
		if !strings.Contains(string(files["PKGBUILD"]), want) {
			t.Errorf("PKGBUILD has no %q:\n%s", want, files["PKGBUILD"])
		}
	}
}
