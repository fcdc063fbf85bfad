//go:build man

package main

import (
	"bytes"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"vertigo/internal/system/cli"
)

// With the tag man, the program writes its manual page and does nothing else, so that the engine does without what makes it:
//
//	go run -tags man ./cmd/vertigo >vertigo.1
func init() {
	root := newRoot(cli.Program{})
	root.DisableAutoGenTag = true
	page := manualPage(root)
	for _, c := range root.Commands() {
		if c.GroupID == "uci" || c.Name() == "help" {
			continue
		}
		_, text, _ := strings.Cut(manualPage(c), ".SH SYNOPSIS\n") // The name stands before it.
		page += "\n.SH " + strings.ToUpper(c.CommandPath()) + "\n" + c.Short + "\n" +
			strings.ReplaceAll("\n.SH SYNOPSIS\n"+text, "\n.SH ", "\n.SS ")
	}
	os.Stdout.WriteString(page)
	os.Exit(0)
}

// manualPage returns the page of one command.
func manualPage(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	c.LocalFlags().VisitAll(showAsInHelp)
	var b bytes.Buffer
	header := doc.GenManHeader{Source: "Vertigo " + version, Manual: "User Commands", Date: new(time.Time)}
	if err := doc.GenMan(c, &header, &b); err != nil {
		panic(err)
	}
	page, _, _ := strings.Cut(b.String(), "\n.SH SEE ALSO")
	return strings.NewReplacer("Jan 0001", "", `\fP=`+"\n", `\fP`+"\n").Replace(page)
}

// showAsInHelp lets the page have a flag as the help has it: --depth=N and --quiet, not --depth=0 and --quiet[=false].
func showAsInHelp(f *pflag.Flag) {
	kind, usage := pflag.UnquoteUsage(f)
	switch f.DefValue {
	case "", "0", "false", "[]":
	default:
		usage += " (default " + f.DefValue + ")"
	}
	f.Value, f.Usage, f.DefValue, f.NoOptDefVal = untyped{f.Value}, usage, kind, ""
}

// untyped is a value that is never put in quotation marks, as those of the type string are.
type untyped struct{ pflag.Value }

func (untyped) Type() string { return "" }
