package uci

import (
	"fmt"
	"strings"
)

const helpHead = `Vertigo %s is a chess engine. It speaks UCI, the Universal Chess Interface, on standard input
and output; load it into a chess GUI or a tournament manager, or type commands. Commands can also
be given as arguments:

    vertigo bench
    vertigo go depth 12
    vertigo "position startpos moves e2e4" "setoption name MultiPV value 3" "go depth 12"

An argument with blanks is one command; other arguments are put together, and each of d, eval,
flip, perft, bench, version, compiler and help begins a new command there. A search without limits
goes on until the program is interrupted. With -cpuprofile FILE a profile of all commands is written.

"vertigo analyse" searches the positions and games of files; "vertigo help analyse" describes it.
"vertigo merge" puts together what several processes have searched; "vertigo help merge" describes it.
"vertigo tree" draws the tree of a small search for the browser; "vertigo help tree" describes it.
`

func (helpCommand) execute(s *Session) error {
	var b strings.Builder
	fmt.Fprintf(&b, helpHead, s.config.Version)
	b.WriteString("\nCommands:\n")
	for _, c := range grammar() {
		writeEntry(&b, strings.TrimSpace(c.word+" "+c.usage), c.help)
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
