//go:build man

package main

import (
	"bytes"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

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
	var b bytes.Buffer
	header := doc.GenManHeader{Source: "Vertigo " + version, Manual: "User Commands", Date: new(time.Time)}
	if err := doc.GenMan(c, &header, &b); err != nil {
		panic(err)
	}
	page, _, _ := strings.Cut(strings.Replace(b.String(), "Jan 0001", "", 1), "\n.SH SEE ALSO")
	return page
}
