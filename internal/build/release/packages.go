package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"
	"time"
)

// nfpm makes the Debian packages. It is a program to run, not a module of Vertigo's, as it needs more modules than Vertigo
// itself.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2"

//go:embed recipes
var templates embed.FS

// debian adds the target's package for Debian, Ubuntu and their relatives.
func (b *builder) debian(t target, files []file) error {
	folder := filepath.Join(b.work, "deb-"+t.arch)
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if f.name == "vertigo.1" {
			f.name, f.data = "vertigo.1.gz", compress(f.data)
		}
		name := filepath.Join(folder, f.name)
		if err := errors.Join(os.WriteFile(name, f.data, 0o600), os.Chmod(name, f.mode())); err != nil { // whatever the umask is
			return err
		}
	}
	settings, err := b.fill("nfpm.yaml", map[string]string{"Arch": t.arch, "Time": entryTime().Format(time.RFC3339)})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "nfpm.yaml"), settings, 0o644); err != nil {
		return err
	}
	name := fmt.Sprintf("vertigo_%s_%s.deb", b.version, t.arch)
	command := exec.Command("go", "run", nfpm, "package", "-f", "nfpm.yaml", "-p", "deb", "-t", name)
	command.Dir = folder
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, output)
	}
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	return b.add(name, data)
}

// compress returns data as gzip, without a name and a time.
func compress(data []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid, and a buffer takes everything
	_, _ = w.Write(data)
	_ = w.Close()
	return packed.Bytes()
}

// recipes writes the files with which package managers install the archives: a formula of Homebrew, a manifest of Scoop, and the
// PKGBUILD and .SRCINFO of the AUR.
func (b *builder) recipes() error {
	if err := os.MkdirAll(filepath.Join(b.out, "recipes"), 0o755); err != nil {
		return err
	}
	for _, name := range []string{"vertigo.rb", "vertigo.json", "PKGBUILD", "SRCINFO"} {
		text, err := b.fill(name, nil)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(b.out, "recipes", name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// fill fills in the template of that name. It fails if the template asks for an archive that was not built.
func (b *builder) fill(name string, more map[string]string) ([]byte, error) {
	sum := func(target string) (string, error) {
		for _, t := range targets() {
			if sum, ok := b.sums[t.archive(b.version)]; ok && t.String() == target {
				return sum, nil
			}
		}
		return "", fmt.Errorf("%s: there is no archive for %s", name, target)
	}
	page, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"sum": sum}).ParseFS(templates,
		"recipes/"+name)
	if err != nil {
		return nil, err
	}
	home, _, _ := strings.Cut(b.url, "/releases/")
	values := map[string]string{"Version": b.version, "URL": b.url, "Home": home}
	maps.Copy(values, more)
	var text bytes.Buffer
	err = page.Execute(&text, values)
	return text.Bytes(), err
}
