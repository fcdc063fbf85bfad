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
	"slices"
	"strings"
	"testing"

	"vertigo/internal/testing/ci"
)

func TestTargetsCoverEveryPlatformOnce(t *testing.T) {
	var names []string
	for _, each := range targets() {
		names = append(names, each.String())
	}
	if !slices.Contains(names, "android-arm64") {
		t.Errorf("no build for Android in %v", names)
	}
	for _, system := range []string{"linux", "windows", "macos"} {
		for _, processor := range []string{"amd64", "arm64"} {
			if !slices.Contains(names, system+"-"+processor) {
				t.Errorf("no build for %s-%s in %v", system, processor, names)
			}
		}
	}
	if slices.Sort(names); len(slices.Compact(names)) != len(targets()) {
		t.Errorf("a target is listed twice: %v", names)
	}
}

func TestChoose(t *testing.T) {
	chosen, err := choose("windows-arm64,macos-amd64")
	if err != nil {
		t.Fatal(err)
	}
	if want := []target{{"windows", "arm64"}, {"darwin", "amd64"}}; !slices.Equal(chosen, want) {
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

func TestSourceVersion(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{"package main\n\nvar version = \"1.2.3\"\n", "1.2.3"},
		{"package main\n\nconst (\n\tother = \"x\"\n\tversion = `4.5`\n)\n", "4.5"},
		{"package main\n\nfunc main() { version := \"local\"; _ = version }\n", ""},
		{"package main\n\nvar version = 7\n", ""},
	} {
		folder := t.TempDir()
		writeFile(t, filepath.Join(folder, "main.go"), test.source)
		got, err := sourceVersion(folder)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%q gives %q, %v; want %q", test.source, got, err, test.want)
		}
	}
}

func TestHowtoNamesBinaryAndProcessor(t *testing.T) {
	for _, each := range targets() {
		text, err := howtoText(each, "1.2.3")
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
	writeFile(t, filepath.Join(folder, "main.go"), "package main\n")
	if text, err := licenceText(folder); err == nil {
		t.Errorf("a folder without a licence gives %q", text)
	}
	writeFile(t, filepath.Join(folder, "LICENSE.txt"), "first\r\nsecond\n")
	writeFile(t, filepath.Join(folder, "NOTICE"), "third\n")
	text, err := licenceText(folder)
	if err != nil {
		t.Fatal(err)
	}
	if want := "first\nsecond\n\nthird"; text != want {
		t.Errorf("got %q, want %q", text, want)
	}
}

func TestVersionMustFitIntoFileNames(t *testing.T) {
	for _, version := range []string{"../1", "1 2", "-1", "1/2"} {
		if err := run([]string{"-version", version, "-out", t.TempDir()}, io.Discard); err == nil {
			t.Errorf("version %q is accepted", version)
		}
	}
}

// source returns the root of a program that has all that a release asks for. It prints its version and arguments.
func source(t *testing.T) (root string) {
	root = t.TempDir()
	writeFile(t, filepath.Join(root, "go.mod"), "module vertigo\n\ngo 1.26\n")
	writeFile(t, filepath.Join(root, "LICENSE"), "a licence\n")
	writeFile(t, filepath.Join(root, "cmd", "vertigo", "main.go"),
		"package main\n\nimport (\n\"fmt\"\n\"os\"\n)\n\nvar version = \"3.2.1\"\n\nfunc main() { fmt.Print(version, os.Args[1:]) }\n")
	return root
}

// TestReleaseIsReproducible releases a small program twice, from two folders, and compares every byte.
func TestReleaseIsReproducible(t *testing.T) {
	ci.Only(t)
	outputs := make([]map[string][]byte, 2)
	for i := range outputs {
		out := t.TempDir()
		if err := run([]string{"-root", source(t), "-out", out, "-only", "windows-arm64,linux-arm64"}, io.Discard); err != nil {
			t.Fatal(err)
		}
		outputs[i] = readFolder(t, out)
	}
	if len(outputs[0]) != 3 {
		t.Errorf("%d files, want two archives and their checksums", len(outputs[0]))
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
	wants := []string{"LICENSE.txt: a licence", "vertigo.1: 3.2.1[man]", "completion.bash: 3.2.1[completion bash]", "completion.zsh: 3.2.1[completion zsh]",
		"completion.fish: 3.2.1[completion fish]", "HOWTO.txt: Vertigo 3.2.1", "THIRD-PARTY-LICENSES.txt: Vertigo contains", "vertigo"}
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

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestDebianPackage installs the package into a folder, runs what it has installed, and removes it.
func TestDebianPackage(t *testing.T) {
	ci.Only(t)
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
		if output, err := exec.Command("dpkg", append([]string{"--root=" + root, "--force-script-chrootless"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("dpkg %v: %v\n%s", args, err, output)
		}
	}
	for _, folder := range []string{"info", "updates", "triggers"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(root, "var/lib/dpkg/status"), "")
	dpkg("--install", filepath.Join(out, name))
	installed := map[string]string{
		"usr/share/bash-completion/completions/vertigo":    "3.2.1[completion bash]",
		"usr/share/zsh/vendor-completions/_vertigo":        "3.2.1[completion zsh]",
		"usr/share/fish/vendor_completions.d/vertigo.fish": "3.2.1[completion fish]",
		"usr/share/doc/vertigo/copyright":                  "a licence\n",
		"usr/share/doc/vertigo/THIRD-PARTY-LICENSES.txt":   "Vertigo contains",
		"usr/share/man/man1/vertigo.1.gz":                  "\x1f\x8b",
		"usr/bin/vertigo":                                  "\x7fELF",
	}
	for path, start := range installed {
		if data, err := os.ReadFile(filepath.Join(root, path)); err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s begins with %.40q (%v), want %q", path, data, err, start)
		}
	}
	if said, err := exec.Command(filepath.Join(root, "usr/bin/vertigo"), "help").Output(); err != nil || string(said) != "3.2.1[help]" {
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
			if sum := b.sums[chosen[0].archive("3.2.1")]; !found || !strings.Contains(strings.Join(strings.SplitN(rest, "\n", 3)[:2], ""), sum) {
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
