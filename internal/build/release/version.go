package main

import (
	"fmt"
	goversion "go/version"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	versionLine  = regexp.MustCompile(`(?m)^var version = "([0-9A-Za-z.+-]+)"$`)
	validVersion = regexp.MustCompile(`^\d+\.\d+\.\d+$`)
)

// versionFile is where the source says its version.
func versionFile(root string) string { return filepath.Join(root, "cmd", "vertigo", "main.go") }

// sourceVersion returns the version that the source below root says.
func sourceVersion(root string) (string, error) {
	text, err := os.ReadFile(versionFile(root))
	if err != nil {
		return "", err
	}
	line := versionLine.FindSubmatch(text)
	if line == nil {
		return "", fmt.Errorf("%s has no line %s", versionFile(root), `var version = "1.2.3"`)
	}
	return string(line[1]), nil
}

// prepare gives the source below root a version, and moves what CHANGELOG.md says of unreleased changes under it and the date.
// What is done already is left.
func prepare(root, version, date string) error {
	old, err := sourceVersion(root)
	if err != nil {
		return err
	}
	if !validVersion.MatchString(version) || goversion.Compare("go"+version, "go"+old) < 0 {
		return fmt.Errorf("%q cannot be the version after %s", version, old)
	}
	name := filepath.Join(root, "CHANGELOG.md")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	log := string(text)
	if notes(log, version) == "" {
		const unreleased = "## [Unreleased]\n"
		if notes(log, "Unreleased") == "" {
			return fmt.Errorf("%s has no unreleased changes", name)
		}
		log = strings.Replace(log, unreleased, unreleased+"\n## ["+version+"] - "+date+"\n", 1)
		if err := os.WriteFile(name, []byte(log), 0o644); err != nil {
			return err
		}
	}
	source, err := os.ReadFile(versionFile(root))
	if err != nil {
		return err
	}
	source = versionLine.ReplaceAll(source, []byte(`var version = "`+version+`"`))
	return os.WriteFile(versionFile(root), source, 0o644)
}

// notes returns what a changelog says of a version, "" for nothing.
func notes(log, version string) string {
	_, text, _ := strings.Cut(log, "\n## ["+version+"]")
	_, text, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, "\n## ")
	return strings.TrimSpace(text)
}
