package cli

import (
	"fmt"
	"strings"
)

// roff escapes text for a manual page.
var roff = strings.NewReplacer(`\`, `\e`, `-`, `\-`)

// roffLine returns a line of text of a manual page, which must not look like a request.
func roffLine(text string) string {
	text = roff.Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text + "\n"
}

// Page returns the manual page of a program in the language of man: its own manual, then every command.
func Page(name, version string, own *Manual, manuals []*Manual) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", strings.ToUpper(name), roff.Replace(version))
	b.WriteString(".SH NAME\n" + roffLine(name+" - "+own.Does))
	b.WriteString(".SH SYNOPSIS\n.nf\n")
	for _, usage := range own.Usage {
		b.WriteString(roffLine(strings.TrimSpace(name + " " + usage)))
	}
	for _, m := range manuals {
		for _, usage := range m.Usage {
			b.WriteString(roffLine(name + " " + usage))
		}
	}
	b.WriteString(".fi\n.SH DESCRIPTION\n")
	roffText(&b, own.Text)
	for _, m := range manuals {
		fmt.Fprintf(&b, ".SH %s %s\n", strings.ToUpper(name), strings.ToUpper(m.Name))
		b.WriteString(roffLine(m.title()) + ".PP\n")
		roffText(&b, m.Text)
		for _, s := range m.Sections {
			fmt.Fprintf(&b, ".SS %s\n", roff.Replace(s.Title))
			var entries []Entry
			for _, f := range s.Flags {
				entries = append(entries, Entry{strings.TrimSpace(f.term()), f.text()})
			}
			roffEntries(&b, entries)
		}
		for _, t := range m.Topics {
			fmt.Fprintf(&b, ".SS %s\n", roff.Replace(t.Title))
			roffText(&b, t.Text)
			roffEntries(&b, t.Entries)
		}
		if len(m.Examples) > 0 {
			b.WriteString(".SS Examples\n.nf\n")
			for _, e := range m.Examples {
				b.WriteString(roffLine(program(e)))
			}
			b.WriteString(".fi\n")
		}
	}
	for _, t := range commonTopics() {
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(t.Title))
		roffText(&b, t.Text)
		roffEntries(&b, t.Entries)
	}
	return b.String()
}

// title returns the summary of the command as a sentence.
func (m *Manual) title() string { return strings.ToUpper(m.Does[:1]) + m.Does[1:] + "." }

// roffEntries writes terms and, below them, their explanations.
func roffEntries(b *strings.Builder, entries []Entry) {
	for _, e := range entries {
		b.WriteString(".TP\n.B " + roffLine(e.Term))
		roffText(b, strings.Join(strings.Fields(e.Text), " "))
	}
}

// roffText writes paragraphs as Wrap reads them.
func roffText(b *strings.Builder, text string) {
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		switch {
		case line == "":
			b.WriteString(".PP\n")
		case strings.HasPrefix(line, " "):
			b.WriteString(".nf\n" + roffLine(line) + ".fi\n")
		default:
			b.WriteString(roffLine(line))
		}
	}
}
