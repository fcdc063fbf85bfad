package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Manual describes a command. The help and the manual page are made from it, and its flags are the grammar of the command.
type Manual struct {
	Name     string
	Also     string   // another spelling of the name, empty for none
	Does     string   // half a line
	Usage    []string // lines that show how the command is written, without the name of the program
	Text     string   // paragraphs; see Wrap
	Sections []Section
	Topics   []Topic
	Examples []string // without the name of the program, unless they use another one
}

// Topic is a part of a manual under a heading of its own.
type Topic struct {
	Title   string
	Text    string // paragraphs; see Wrap
	Entries []Entry
}

// Entry is a term with its explanation.
type Entry struct{ Term, Text string }

// The errors of Parse for -h and --help.
var (
	errShortHelp = errors.New("the short help is wanted")
	errLongHelp  = errors.New("the long help is wanted")
)

// Is reports whether the command has that name.
func (m *Manual) Is(name string) bool { return m.Name == name || name != "" && m.Also == name }

// HasFlag reports whether an argument is a flag of the command.
func (m *Manual) HasFlag(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && slices.ContainsFunc(m.Sections, func(s Section) bool {
		i, _, _, _ := find(s.Flags, arg)
		return i >= 0
	})
}

// Parse reads arguments of the command as the function of that name does. For -h and --help, it returns an error for Misused.
func (m *Manual) Parse(args []string) (words, given []string, err error) {
	want := func(help error) func(string) error { return func(string) error { return help } }
	help := Section{Flags: []Flag{{Name: "h", Set: want(errShortHelp)}, {Name: "help", Set: want(errLongHelp)}}}
	return Parse(append([]Section{help}, m.Sections...), args)
}

// Misused reports a mistake in the arguments and returns ExitUsage. If they ask for help, it writes the help to out and returns
// ExitOK.
func (m *Manual) Misused(out, errOut io.Writer, err error) int {
	switch {
	case errors.Is(err, errShortHelp):
		fmt.Fprint(out, m.Short(Width(out)))
		return ExitOK
	case errors.Is(err, errLongHelp):
		fmt.Fprint(out, m.Long(Width(out)))
		return ExitOK
	}
	Message(errOut, "vertigo %s: %v", m.Name, err)
	Message(errOut, `"vertigo %s -h" shows how it is used`, m.Name)
	return ExitUsage
}

// Short returns the help that fits on a screen: the purpose of the command, its usage, and its common flags.
func (m *Manual) Short(width int) string {
	var b strings.Builder
	b.WriteString(Wrap("vertigo "+m.Name+": "+m.Does, "", width) + "\n")
	for i, usage := range m.Usage {
		lead := "usage: "
		if i > 0 {
			lead = "       "
		}
		b.WriteString(hang("vertigo "+usage, lead, strings.Repeat(" ", 11), width))
	}
	b.WriteString("\n")
	var common []Entry
	for _, s := range m.Sections {
		for _, f := range s.Flags {
			if f.Brief != "" {
				common = append(common, Entry{f.term(), f.Brief})
			}
		}
	}
	common = append(common, Entry{"    --help", "Describe everything."})
	writeEntries(&b, common, width)
	if len(m.Examples) > 0 {
		b.WriteString("\nfor example: " + program(m.Examples[0]) + "\n")
	}
	return b.String()
}

// Long returns the whole help.
func (m *Manual) Long(width int) string {
	var b strings.Builder
	heading := func(title string) {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(strings.ToUpper(title) + "\n")
	}
	heading("Name")
	b.WriteString(Wrap("vertigo "+m.Name+" - "+m.Does, "  ", width))
	heading("Synopsis")
	for _, usage := range m.Usage {
		b.WriteString(hang("vertigo "+usage, "  ", "      ", width))
	}
	heading("Description")
	b.WriteString(Wrap(m.Text, "  ", width))
	for _, s := range m.Sections {
		heading(s.Title)
		var entries []Entry
		for _, f := range s.Flags {
			entries = append(entries, Entry{f.term(), f.text()})
		}
		writeEntries(&b, entries, width)
	}
	for _, t := range append(m.Topics[:len(m.Topics):len(m.Topics)], commonTopics()...) {
		heading(t.Title)
		b.WriteString(Wrap(t.Text, "  ", width))
		writeEntries(&b, t.Entries, width)
	}
	if len(m.Examples) > 0 {
		heading("Examples")
		for _, e := range m.Examples {
			b.WriteString("  " + program(e) + "\n")
		}
	}
	return b.String()
}

// commonTopics returns the topics of all manuals.
func commonTopics() []Topic {
	return []Topic{
		{Title: "Command line", Text: "Flags and other arguments may come in any order. A flag has one hyphen or two, and its value " +
			"follows a space or an equals sign. Numbers may end in k, M or G for thousands, millions and billions, or " +
			"in an exponent such as e6. -h shows a short help, --help this one."},
		{Title: "Exit status", Entries: Exits()},
	}
}

// program returns an example with the name of the program before it, unless it begins with another program's.
func program(example string) string {
	if other, ok := strings.CutPrefix(example, "$ "); ok {
		return other
	}
	return "vertigo " + example
}

// term returns how the flag is written, in a column of its own for the letter.
func (f *Flag) term() string {
	text := "    --"
	if f.Short != "" {
		text = "-" + f.Short + ", --"
	}
	return strings.TrimRight(text+f.Name+" "+f.Argument, " ")
}

// text returns the explanation of the flag, with its default.
func (f *Flag) text() string {
	text := f.Help
	if f.Also != "" {
		text += fmt.Sprintf(" --%s is the same.", f.Also)
	}
	if f.Initial != "" {
		text += fmt.Sprintf(" (default %s)", f.Initial)
	}
	return text
}

// writeEntries writes terms with their explanations beside them, or below if a term is long or there is no room.
func writeEntries(b *strings.Builder, entries []Entry, width int) {
	const most = 22 // columns for a term beside its explanation
	column := 0
	for _, e := range entries {
		if n := utf8.RuneCountInString(e.Term); n <= most {
			column = max(column, n)
		}
	}
	indent := strings.Repeat(" ", column+4)
	if width < 60 {
		indent = strings.Repeat(" ", 8)
	}
	for _, e := range entries {
		term := "  " + e.Term
		if utf8.RuneCountInString(term)+2 > len(indent) || width < 60 {
			b.WriteString(term + "\n" + Wrap(e.Text, indent, width))
			continue
		}
		b.WriteString(term + strings.TrimPrefix(Wrap(e.Text, indent, width), strings.Repeat(" ", utf8.RuneCountInString(term))))
	}
}

// Wrap breaks text into lines of at most width columns, each after indent. Empty lines separate paragraphs, whose line breaks
// do not count; a line that begins with a space stays as it is. The result ends with a line break unless it is empty.
func Wrap(text, indent string, width int) string {
	if text = strings.Trim(text, "\n"); text == "" {
		return ""
	}
	var b strings.Builder
	paragraph := ""
	end := func() {
		if paragraph != "" {
			b.WriteString(hang(paragraph, indent, indent, width))
		}
		paragraph = ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case line == "":
			end()
			b.WriteString("\n")
		case strings.HasPrefix(line, " "):
			end()
			b.WriteString(indent + line + "\n")
		default:
			paragraph += line + "\n"
		}
	}
	end()
	return b.String()
}

// hang breaks a paragraph into lines; the first line has another indentation than the others.
func hang(paragraph, first, rest string, width int) string {
	var b strings.Builder
	line := first
	empty := true // of words
	for word := range strings.FieldsSeq(paragraph) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			b.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	b.WriteString(line + "\n")
	return b.String()
}
