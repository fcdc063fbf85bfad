package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// howto is the short manual that goes into the target's archive.
func (b *builder) howto(t target) ([]byte, error) {
	return b.fill("howto.txt", map[string]string{"Target": t.String(), "Binary": t.binary(), "Processor": t.processor(),
		"System": t.os})
}

// processor says in words which machines can run the target's binary.
func (t target) processor() string {
	switch {
	case t.level == "v3":
		return "a 64-bit x86 processor with AVX2 and BMI2, as most have since 2015"
	case t.arch == "amd64":
		return "any 64-bit x86 processor"
	}
	return "any 64-bit ARM processor"
}

// thirdPartyNotices gathers the licences of everything that is linked into the target's binary: the Go runtime and
// library, and each module. Their licences ask that binaries carry them.
func (b *builder) thirdPartyNotices(t target) ([]byte, error) {
	goroot, err := b.goCommand(t, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules, err := b.goCommand(t, "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "./cmd/vertigo")
	if err != nil {
		return nil, err
	}
	lines := slices.DeleteFunc(strings.Split(modules, "\n"), func(line string) bool { return line == "" })
	slices.Sort(lines)
	lines = slices.Compact(lines)

	var notices bytes.Buffer
	notices.WriteString("Vertigo contains the following software of others.\n")
	for _, line := range append([]string{"The Go runtime and standard library\t" + strings.TrimSpace(goroot)}, lines...) {
		name, folder, _ := strings.Cut(line, "\t")
		text, err := licenceText(folder)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(&notices, "\n%s\n%s\n\n%s\n", name, strings.Repeat("=", len(name)), text)
	}
	return notices.Bytes(), nil
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)(\.(txt|md))?$`)

// licenceText returns the licence and notice files at the top of a folder, one after the other. A folder without any
// is an error, because a release must not leave one out silently.
func licenceText(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, entry := range entries {
		if entry.IsDir() || !licenceName.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	if len(texts) == 0 {
		return "", errors.New("no licence file in " + folder)
	}
	return strings.Join(texts, "\n\n"), nil
}
