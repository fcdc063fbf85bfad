// Command release builds Vertigo for every supported platform and packs each binary with its licences and a short
// how-to into an archive. The same source and the same Go version give the same bytes, whoever builds and wherever,
// so that the checksums beside the archives can be verified by building again.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"vertigo/internal/system/commandline"
)

// A target is one platform to build for, as Go names it.
type target struct {
	os, arch string
}

// targets lists every platform that a release covers.
func targets() []target {
	var all []target
	for _, system := range []string{"linux", "windows", "darwin"} {
		all = append(all, target{system, "amd64"}, target{system, "arm64"})
	}
	return all
}

// String names the target as archives do, with the system's everyday name: "linux-amd64", "macos-arm64".
func (t target) String() string {
	system := t.os
	if system == "darwin" {
		system = "macos"
	}
	return system + "-" + t.arch
}

// binary is the file name of the engine on the target.
func (t target) binary() string {
	if t.os == "windows" {
		return "vertigo.exe"
	}
	return "vertigo"
}

// env is the environment to run the go command in: the caller's, with everything fixed that would change the result. The binary
// runs on every 64-bit processor of its kind: the vector kernels are chosen when it starts, and the rest of the engine is no
// faster when it is compiled for newer processors.
func (t target) env() []string {
	return append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "GOAMD64=v1", "GOARM64=v8.0",
		"CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
}

// A builder makes the archives of one version from the source tree at root into the folder out.
type builder struct {
	root, out, version string
	log                io.Writer
}

var validVersion = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+-]*$`)

func main() {
	commandline.Main("release", func(out io.Writer) error { return run(os.Args[1:], out) })
}

// run is the whole command: it reads the arguments, builds what they ask for and reports progress to log.
func run(args []string, log io.Writer) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	root := flags.String("root", ".", "folder of the source tree")
	out := flags.String("out", "dist", "folder for the archives and their checksums")
	version := flags.String("version", "", "version to release (default: what the source says)")
	only := flags.String("only", "", "comma-separated targets to build, such as linux-amd64 (default: all)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen, err := choose(*only)
	if err != nil {
		return err
	}
	if *version == "" {
		if *version, err = sourceVersion(filepath.Join(*root, "cmd", "vertigo")); err != nil {
			return err
		}
	}
	if !validVersion.MatchString(*version) {
		return fmt.Errorf("%q cannot be a version: letters, digits, '.', '+' and '-' only", *version)
	}
	b := builder{root: *root, out: *out, version: *version, log: log}
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

// release builds and packs the targets one after the other, then writes SHA256SUMS, sorted by file name.
func (b *builder) release(chosen []target) error {
	if err := os.MkdirAll(b.out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "vertigo-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	var sums []string
	for _, t := range chosen {
		name, data, err := b.archive(t, filepath.Join(work, t.String()))
		if err != nil {
			return fmt.Errorf("%v: %w", t, err)
		}
		if err := os.WriteFile(filepath.Join(b.out, name), data, 0o644); err != nil {
			return err
		}
		sums = append(sums, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name))
		fmt.Fprintf(b.log, "%s  %d bytes\n", name, len(data))
	}
	slices.SortFunc(sums, func(x, y string) int { return strings.Compare(x[2*sha256.Size:], y[2*sha256.Size:]) })
	return os.WriteFile(filepath.Join(b.out, "SHA256SUMS"), []byte(strings.Join(sums, "")), 0o644)
}

// archive compiles one target to the file at path and returns the finished archive with its file name.
func (b *builder) archive(t target, path string) (name string, data []byte, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return "", nil, err
	}
	if _, err := b.goCommand(t, "build", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -X main.release=yes -X main.version="+b.version, "-o", path, "./cmd/vertigo"); err != nil {
		return "", nil, err
	}
	engine, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	licence, err := os.ReadFile(filepath.Join(b.root, "LICENSE"))
	if err != nil {
		return "", nil, err
	}
	notices, err := b.thirdPartyNotices(t)
	if err != nil {
		return "", nil, err
	}
	howto, err := howtoText(t, b.version)
	if err != nil {
		return "", nil, err
	}
	page, err := b.manualPage()
	if err != nil {
		return "", nil, err
	}
	folder := "vertigo-" + b.version + "-" + t.String()
	files := []file{
		{name: folder + "/HOWTO.txt", data: howto},
		{name: folder + "/LICENSE.txt", data: licence},
		{name: folder + "/THIRD-PARTY-LICENSES.txt", data: notices},
		{name: folder + "/vertigo.1", data: page},
		{name: folder + "/" + t.binary(), data: engine, executable: true},
	}
	var packed bytes.Buffer
	if t.os == "windows" {
		name, err = folder+".zip", writeZip(&packed, files)
	} else {
		name, err = folder+".tar.gz", writeTarGz(&packed, files)
	}
	return name, packed.Bytes(), err
}

// manualPage returns the manual page, as the program that is released writes it.
func (b *builder) manualPage() ([]byte, error) {
	host := target{os: runtime.GOOS, arch: runtime.GOARCH}
	page, err := b.goCommand(host, "run", "-trimpath", "-buildvcs=false", "-ldflags", "-X main.version="+b.version, "./cmd/vertigo", "man")
	return []byte(page), err
}

// goCommand runs the go command in the source tree for the target and returns its standard output. The error holds
// what the command said.
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
