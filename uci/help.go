package uci

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"vertigo/eval"
)

// help describes the commands and the options.
func (s *Session) help() error {
	var b strings.Builder
	fmt.Fprintf(&b, "Vertigo %s is a chess engine. It speaks UCI, the Universal Chess Interface.\n\nCommands:\n", s.config.Version)
	for _, c := range s.commands {
		writeEntry(&b, c.String(), c.help)
	}
	b.WriteString("\nOptions, to be set with setoption name N value V:\n")
	for _, o := range s.options {
		writeEntry(&b, o.name, fmt.Sprintf("%s (%s)", o.help, o.declaration))
	}
	s.out.line("%s", strings.TrimRight(b.String(), "\n"))
	return nil
}

// writeEntry writes a term and its explanation beside it, or below it if the term is long.
func writeEntry(b *strings.Builder, term, explanation string) {
	const width = 18
	indent := "\n" + strings.Repeat(" ", width+4)
	fmt.Fprintf(b, "  %-*s", width, term)
	if len(term) > width {
		b.WriteString(indent)
	} else {
		b.WriteString("  ")
	}
	b.WriteString(strings.ReplaceAll(explanation, "\n", indent) + "\n")
}

func (s *Session) version() error {
	s.out.line("%s", Version(s.config.Version))
	return nil
}

// Version describes a version and its build, as far as it decides the speed: the compiler, the platform, the level of the
// architecture if there are levels, and the vector instructions of this machine.
func Version(version string) string {
	text := fmt.Sprintf("Vertigo %s (%s %s/%s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
				text += " " + s.Value
			}
		}
	}
	return text + ", evaluating with " + eval.InstructionSet() + ")"
}

// identify answers uci.
func (s *Session) identify() error {
	var b strings.Builder
	fmt.Fprintf(&b, "id name Vertigo %s\nid author the Vertigo authors\n", s.config.Version)
	for _, o := range s.options {
		fmt.Fprintf(&b, "option name %s %s\n", o.name, o.declaration)
	}
	s.out.line("%suciok", b.String())
	return nil
}
