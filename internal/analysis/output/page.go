package output

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"strings"
)

// base is the style that the pages share, light and dark.
//
//go:embed base.css
var base string

// lettersScript lets a box in the page switch keys off that are letters.
//
//go:embed letters.js
var lettersScript string

// moveInputScript lets the reader move pieces on a board, and moveInputStyle is its style sheet.
//
//go:embed moveinput.js
var moveInputScript string

//go:embed moveinput.css
var moveInputStyle string

// Frame is a page without its body: one file that contains everything it needs. A content security policy names the styles and
// scripts of the page by their hashes and allows nothing else, so the browser asks the network for nothing and runs nothing that
// an input might have smuggled in.
type Frame struct {
	Title   string   // plain text
	Styles  []string // sheets after the common one
	Scripts []string // run in this order when the body has been read
}

// BoardFrame returns the frame of a page with boards on which the reader moves pieces.
func BoardFrame(title, style, script string) Frame {
	return Frame{
		title, []string{DiagramStyle, moveInputStyle, style}, []string{DiagramScript, lettersScript, moveInputScript, script},
	}
}

// Begin returns the page up to the beginning of its body.
func (p Frame) Begin() string {
	style := base + strings.Join(p.Styles, "\n")
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; " +
		"style-src " + hash(style) + "; script-src " + hash(p.script())
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

// End returns the page after its body.
func (p Frame) End() string {
	return "<script>" + p.script() + "</script>\n</body>\n</html>\n"
}

func (p Frame) script() string { return strings.Join(p.Scripts, "\n") }

// hash returns the source expression for an inline style or script.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// AppendHTML appends formatted HTML, in which arguments that are strings are text: their special characters are escaped. The
// program would be a sixth larger with package html/template, which keeps the linker from leaving out methods that nothing calls.
func AppendHTML(b []byte, format string, args ...any) []byte {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = html.EscapeString(text)
		}
	}
	return fmt.Appendf(b, format, args...)
}
