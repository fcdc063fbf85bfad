package uci

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"vertigo/eval"
	"vertigo/internal/system/cli"
)

const helpHead = `Vertigo %s is a chess engine. It speaks UCI, the Universal Chess Interface, on standard input
and output: load it into a chess program or a tournament manager, or type commands. Commands can
also be arguments:

    vertigo bench
    vertigo go depth 12
    vertigo "position startpos moves e2e4" "setoption name MultiPV value 3" "go depth 12"

If an argument has spaces, each is a command of its own; otherwise all are one command.
A search without limits runs until it is interrupted. -cpuprofile FILE writes a CPU profile.

    vertigo games.pgn

analyses the games of a file, as "vertigo analyse games.pgn" does.
`

// help describes the command that args name or, without a name, everything.
func (s *Session) help(args *tokens) error {
	name := args.next()
	if err := args.end(); err != nil {
		return err
	}
	if name != "" {
		return s.helpWith(name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, helpHead, s.config.Version)
	if len(s.config.Programs) > 0 {
		b.WriteString("\nPrograms, as the first argument; \"vertigo help NAME\" describes one:\n")
	}
	for _, p := range s.config.Programs {
		writeEntry(&b, p.Name, p.Does)
	}
	b.WriteString("\nCommands:\n")
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

// helpWith describes one command or program.
func (s *Session) helpWith(name string) error {
	var b strings.Builder
	if c := s.commands.find(name); c != nil {
		writeEntry(&b, c.String(), c.help)
	}
	for _, p := range s.config.Programs {
		if p.Name == name {
			writeEntry(&b, p.Name, p.Does)
		}
	}
	if b.Len() == 0 {
		names := append(s.commands.names(), s.programNames()...)
		return UsageError(fmt.Sprintf("help: unknown command %.60q%s", name, cli.Suggest(name, "", names)))
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
	s.out.line("Vertigo %s (%s)", s.config.Version, howBuilt())
	return nil
}

// howBuilt describes the build, as far as it decides the speed: the compiler, the platform, the level of the architecture if
// there are levels, and the vector instructions of this machine.
func howBuilt() string {
	text := fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
				text += " " + s.Value
			}
		}
	}
	return text + ", evaluating with " + eval.InstructionSet()
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
