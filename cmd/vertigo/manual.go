package main

import (
	"fmt"
	"io"

	"vertigo/internal/system/cli"
)

func pageManual() *cli.Manual {
	return &cli.Manual{
		Name: "man", Does: "write the manual page", Usage: []string{"man"},
		Text: `
Writes the manual page of all commands, which is also in the archives of releases, as vertigo.1. To read it:

    vertigo man > vertigo.1; man ./vertigo.1
`,
		Examples: []string{"man > ~/.local/share/man/man1/vertigo.1"},
	}
}

// writePage is "vertigo man".
func writePage(out, errOut io.Writer, own *cli.Manual, manuals []*cli.Manual, args []string) (code int) {
	words, _, err := own.Parse(args)
	if err == nil && len(words) > 0 {
		err = fmt.Errorf("unknown argument %q", words[0])
	}
	if err != nil {
		return own.Misused(out, errOut, err)
	}
	program := &cli.Manual{
		Does: "chess engine, and analysis of games and positions", Usage: []string{"", "UCI-COMMAND..."},
		Text: `
Without arguments, Vertigo speaks UCI, the Universal Chess Interface, on standard input and output: load it into a chess program. UCI
commands can also be arguments, and are executed one after the other; "vertigo help" lists them. With the name of a file, Vertigo
analyses its games. The other commands analyse games and positions.
`,
	}
	fmt.Fprint(out, cli.Page("vertigo", "Vertigo "+version, program, manuals))
	return cli.ExitOK
}
