// Package commandline is the grammar of the commands that take flags and inputs. The list of a command's flags is its
// grammar, its defaults and its help at once.
package commandline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Flag is one flag of a command.
type Flag struct {
	Name     string
	Argument string // what the value is called in the help; empty for a flag that takes none
	Initial  string // the default, empty for none
	Help     string
	Set      func(value string) error // takes the value; an error says what is wrong with it
}

// Section is a group of flags under one heading of the help.
type Section struct {
	Title string
	Flags []Flag
}

// Parse reads arguments. Flags and other words may come in any order; a flag has one hyphen or two, its value stands
// behind it or behind an equals sign; behind a lone "--" there are only words. Given are the names of the flags that are
// there.
func Parse(sections []Section, args []string) (words, given []string, err error) {
	var known []Flag
	for _, s := range sections {
		known = append(known, s.Flags...)
	}
	for _, f := range known {
		if f.Initial != "" {
			if err := f.Set(f.Initial); err != nil {
				return nil, nil, fmt.Errorf("--%s: %w", f.Name, err)
			}
		}
	}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			return append(words, args...), given, nil
		}
		if len(arg) < 2 || arg[0] != '-' { // a lone hyphen is standard input, or a field of a FEN
			words = append(words, arg)
			continue
		}
		name, value, joined := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		i := slices.IndexFunc(known, func(f Flag) bool { return f.Name == name })
		switch {
		case i < 0:
			return nil, nil, fmt.Errorf("there is no flag %s%s", arg, suggest(name, known))
		case known[i].Argument == "" && joined:
			return nil, nil, fmt.Errorf("--%s takes no value", name)
		case known[i].Argument != "" && !joined:
			if len(args) == 0 {
				return nil, nil, fmt.Errorf("--%s: the value is missing", name)
			}
			value, args = args[0], args[1:]
		}
		if err := known[i].Set(value); err != nil {
			return nil, nil, fmt.Errorf("--%s: %w", name, err)
		}
		given = append(given, name)
	}
	return words, given, nil
}

// suggest returns the rest of a message on an unknown flag: the one that was probably meant.
func suggest(name string, known []Flag) string {
	var names []string
	for _, f := range known {
		names = append(names, f.Name)
	}
	if nearest := Nearest(name, names); nearest != "" {
		return "; did you mean --" + nearest + "?"
	}
	return ""
}

// Manual returns the help of a command: what stands before the flags, the flags, and what stands behind them.
func Manual(head string, sections []Section, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for _, s := range sections {
		b.WriteString("\n" + strings.ToUpper(s.Title) + "\n")
		for _, f := range s.Flags {
			text := f.Help
			if f.Initial != "" {
				text += fmt.Sprintf(" (default %s)", f.Initial)
			}
			indented := strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", 23))
			fmt.Fprintf(&b, "  %-19s  %s\n", strings.TrimSpace("--"+f.Name+" "+f.Argument), indented)
		}
	}
	b.WriteString("\n" + tail)
	return b.String()
}

// Number reads a whole number from least to most.
func Number(text string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", text, least, most)
	}
	return n, nil
}

// Int returns a Set that puts a whole number from least to most into target.
func Int(target *int, least, most int) func(string) error {
	return func(text string) error {
		n, err := Number(text, int64(least), int64(most))
		if err == nil {
			*target = int(n)
		}
		return err
	}
}

// AutoInt returns a Set that puts a whole number from least to most into target, or 0 for the word auto.
func AutoInt(target *int, least, most int) func(string) error {
	return func(text string) error {
		if text == "auto" {
			*target = 0
			return nil
		}
		return Int(target, least, most)(text)
	}
}

// Word returns a Set that puts one of the allowed words into target.
func Word(target *string, allowed ...string) func(string) error {
	return func(text string) error {
		if !slices.Contains(allowed, text) {
			return fmt.Errorf("%q is not one of %s", text, strings.Join(allowed, ", "))
		}
		*target = text
		return nil
	}
}

// Text returns a Set that puts any value into target.
func Text(target *string) func(string) error {
	return func(text string) error {
		*target = text
		return nil
	}
}

// NotEmpty returns a Set that puts any value but the empty one into target. What it is to be, for example "name", is for the
// error.
func NotEmpty(target *string, what string) func(string) error {
	return func(text string) error {
		if text == "" {
			return fmt.Errorf("the %s is empty", what)
		}
		*target = text
		return nil
	}
}

// Bool returns a Set of a flag without a value, which sets target.
func Bool(target *bool) func(string) error {
	return func(string) error {
		*target = true
		return nil
	}
}
