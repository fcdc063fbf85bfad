// Package webpage is the frame of the pages that Vertigo writes: one file that contains everything it needs. A content
// security policy names the styles and scripts of the page by their hashes and allows nothing else, so the browser
// asks the network for nothing and runs nothing that an input might have smuggled in.
package webpage

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"strings"
)

// base is the look that the pages share, light and dark.
//
//go:embed base.css
var base string

// Page is what a page is made of besides its body.
type Page struct {
	Title   string   // plain text
	Styles  []string // sheets behind the common one
	Scripts []string // run in this order when the body has been read
}

// Begin returns the page up to the beginning of its body.
func (p Page) Begin() string {
	style := base + strings.Join(p.Styles, "\n")
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hash(style) + "; script-src " + hash(p.script())
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="` + policy + `">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>` + html.EscapeString(p.Title) + `</title>
<style>` + style + `</style>
</head>
<body>
`
}

// End returns what follows the body.
func (p Page) End() string {
	return "<script>" + p.script() + "</script>\n</body>\n</html>\n"
}

func (p Page) script() string { return strings.Join(p.Scripts, "\n") }

// hash returns the source expression for an inline style or script.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
