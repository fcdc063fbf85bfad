// Command release builds Vertigo for every supported platform and packs each binary with its licences, manual page
// and a short how-to into an archive. It also makes Debian packages, and recipes for other package managers. The same source
// and the same Go version give the same bytes, on every machine, so that the checksums beside the archives can be
// verified by building again.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A target is one platform to build for, as Go names it. Level is the level of amd64; without one, the binary runs on every 64-bit
// processor of its kind.
type target struct {
	os, arch, level string
}

// targets lists every platform that a release covers.
func targets() []target {
	var all []target
	for _, system := range []string{"linux", "windows", "darwin"} {
		all = append(all, target{system, "amd64", ""}, target{system, "arm64", ""})
	}
	return append(all, target{"linux", "amd64", "v3"}, target{"windows", "amd64", "v3"}, target{"android", "arm64", ""})
}

// String names the target as archives do, with the system's everyday name: "linux-amd64-v3", "macos-arm64".
func (t target) String() string {
	system := t.os
	if system == "darwin" {
		system = "macos"
	}
	name := system + "-" + t.arch
	if t.level != "" {
		name += "-" + t.level
	}
	return name
}

// binary is the file name of the engine on the target.
func (t target) binary() string {
	if t.os == "windows" {
		return "vertigo.exe"
	}
	return "vertigo"
}

// env is the environment to run the go command in: the caller's, with everything fixed that would change the result.
func (t target) env() []string {
	return append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "GOAMD64="+cmp.Or(t.level, "v1"), "GOARM64=v8.0",
		"CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
}

// A builder makes the archives, packages and recipes of one version from the source tree at root into the folder out.
type builder struct {
	root, out, version string
	deb                bool   // make Debian packages too
	url                string // of the folder from which people will download the archives; empty for no recipes
	work               string // a folder for files in between
	log                io.Writer
	sums               map[string]string // SHA-256 of the files in out, by name
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run is the whole command: it reads the arguments, builds what they ask for and reports progress to log.
func run(args []string, log io.Writer) (err error) {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	next := flags.String("prepare", "", "give the source and CHANGELOG.md this version, and build nothing")
	b := builder{log: log, sums: map[string]string{}}
	flags.StringVar(&b.root, "root", ".", "folder of the source tree")
	flags.StringVar(&b.out, "out", "dist", "folder for the archives, their checksums and what CHANGELOG.md says of the version")
	only := flags.String("only", "", "comma-separated targets to build, such as linux-amd64 (default: all)")
	flags.BoolVar(&b.deb, "deb", false, "make packages for Debian too")
	flags.StringVar(&b.url, "url", "",
		"address of the folder that the archives will be downloaded from; with it, recipes for Homebrew, Scoop and the AUR are written")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *next != "" {
		return prepare(b.root, *next, time.Now().UTC().Format(time.DateOnly))
	}
	chosen, err := choose(*only)
	if err != nil {
		return err
	}
	if b.url != "" && *only != "" {
		return errors.New("recipes need all targets: -url and -only exclude each other")
	}
	b.url = strings.TrimSuffix(b.url, "/")
	if b.version, err = sourceVersion(b.root); err != nil {
		return err
	}
	return b.release(chosen)
}

// choose returns the targets that a comma-separated list names, all of them for an empty list.
func choose(list string) ([]target, error) {
	all := targets()
	if list == "" {
		return all, nil
	}
	var chosen []target
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(all, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown target %q, expected some of %v", name, all)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// release builds and packs the targets one after the other, then writes the recipes and SHA256SUMS.
func (b *builder) release(chosen []target) (err error) {
	log, err := os.ReadFile(filepath.Join(b.root, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	news := notes(string(log), b.version)
	if news == "" {
		return fmt.Errorf("CHANGELOG.md has no version %s", b.version)
	}
	if err := os.MkdirAll(b.out, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.out, "NOTES.md"), []byte(news+"\n"), 0o644); err != nil {
		return err
	}
	if b.work, err = os.MkdirTemp("", "vertigo-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.work)
	texts, err := b.texts()
	if err != nil {
		return err
	}
	for _, t := range chosen {
		if err := b.build(t, texts); err != nil {
			return fmt.Errorf("%v: %w", t, err)
		}
	}
	if b.url != "" {
		if err := b.recipes(); err != nil {
			return err
		}
	}
	var sums strings.Builder
	for _, name := range slices.Sorted(maps.Keys(b.sums)) {
		fmt.Fprintf(&sums, "%s  %s\n", b.sums[name], name)
	}
	return os.WriteFile(filepath.Join(b.out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// add writes a file of the release and notes its checksum.
func (b *builder) add(name string, data []byte) error {
	b.sums[name] = fmt.Sprintf("%x", sha256.Sum256(data))
	fmt.Fprintf(b.log, "%s  %d bytes\n", name, len(data))
	return os.WriteFile(filepath.Join(b.out, name), data, 0o644)
}

// texts returns the files that accompany the engine on every platform. The manual page is written by the program that is
// released.
func (b *builder) texts() (texts []file, err error) {
	licence, err := os.ReadFile(filepath.Join(b.root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	host := target{os: runtime.GOOS, arch: runtime.GOARCH}
	program := filepath.Join(b.work, "host-"+host.binary())
	if err := b.compile(host, program, "-tags=man"); err != nil {
		return nil, err
	}
	page, err := exec.Command(program, "man").Output()
	if err != nil {
		return nil, fmt.Errorf("man: %w", err)
	}
	return []file{{name: "LICENSE.txt", data: licence}, {name: "vertigo.1", data: page}}, nil
}

// build compiles one target and adds its archive and, if wanted, its Debian package.
func (b *builder) build(t target, texts []file) error {
	path := filepath.Join(b.work, t.String())
	if err := b.compile(t, path); err != nil {
		return err
	}
	engine, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	notices, err := b.thirdPartyNotices(t)
	if err != nil {
		return err
	}
	howto, err := b.howto(t)
	if err != nil {
		return err
	}
	files := append(slices.Clone(texts),
		file{name: "HOWTO.txt", data: howto},
		file{name: "THIRD-PARTY-LICENSES.txt", data: notices},
		file{name: t.binary(), data: engine, executable: true})
	if b.deb && t.os == "linux" && t.level == "" {
		if err := b.debian(t, files); err != nil {
			return err
		}
	}
	folder := "vertigo-" + b.version + "-" + t.String()
	for i := range files {
		files[i].name = folder + "/" + files[i].name
	}
	var packed bytes.Buffer
	if t.os == "windows" {
		err = writeZip(&packed, files)
	} else {
		err = writeTarGz(&packed, files)
	}
	if err != nil {
		return err
	}
	return b.add(t.archive(b.version), packed.Bytes())
}

// archive returns the name of the target's archive.
func (t target) archive(version string) string {
	extension := ".tar.gz"
	if t.os == "windows" {
		extension = ".zip"
	}
	return "vertigo-" + version + "-" + t.String() + extension
}

// compile builds the engine for the target into the file at path.
func (b *builder) compile(t target, path string, flags ...string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.release=yes -X main.version=" + b.version,
		"-o", path}, flags...)
	_, err = b.goCommand(t, append(args, "./cmd/vertigo")...)
	return err
}

// goCommand runs the go command in the source tree for the target and returns its standard output. The error has its messages.
func (b *builder) goCommand(t target, args ...string) (string, error) {
	command := exec.Command("go", args...)
	command.Dir = b.root
	command.Env = t.env()
	output, err := command.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return "", fmt.Errorf("go %s: %w\n%s", args[0], err, exit.Stderr)
		}
		return "", err
	}
	return string(output), nil
}
