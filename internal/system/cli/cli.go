// Package cli is what the commands of the program and the tools have in common: the grammar of flags and inputs, help, messages,
// exit codes, and progress.
package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Flag is a flag of a command.
type Flag struct {
	Name     string
	Short    string                   // one letter that stands for the name, empty for none
	Also     string                   // another spelling of the name, empty for none
	Argument string                   // name of the value in the help; empty for a flag without a value
	Initial  string                   // the default, empty for none
	Brief    string                   // a few words for the short help; flags without them are not in it
	Help     string                   // sentences for the long help
	Set      func(value string) error // takes the value, or returns an error that says what is wrong with it
}

// is reports whether the flag has that name.
func (f *Flag) is(name string) bool {
	return f.Name == name || name != "" && (f.Short == name || f.Also == name)
}

// Section is a group of flags under one heading of the help.
type Section struct {
	Title string
	Flags []Flag
}

// Parse reads arguments. Flags and words may come in any order. A flag has one hyphen or two, its value follows it or an equals
// sign, and a number may follow a letter directly, as in -d14. After a lone "--" there are only words. Given holds the names of
// the flags that occur.
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
		i, name, value, joined := find(known, arg)
		switch {
		case i < 0:
			return nil, nil, fmt.Errorf("there is no flag %s%s", arg, suggest(name, known))
		case known[i].Argument == "" && joined:
			return nil, nil, fmt.Errorf("--%s takes no value", known[i].Name)
		case known[i].Argument != "" && !joined:
			if len(args) == 0 {
				return nil, nil, fmt.Errorf("--%s: the value is missing", known[i].Name)
			}
			value, args = args[0], args[1:]
		}
		if err := known[i].Set(value); err != nil {
			return nil, nil, fmt.Errorf("--%s: %w", known[i].Name, err)
		}
		given = append(given, known[i].Name)
	}
	return words, given, nil
}

// find returns the place of the flag that an argument names, -1 if there is none, and what the argument has: the name and a joined
// value.
func find(known []Flag, arg string) (i int, name, value string, joined bool) {
	name, value, joined = strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	if letter, number, ok := cutLetter(arg, known); ok {
		name, value, joined = letter, number, true
	}
	return slices.IndexFunc(known, func(f Flag) bool { return f.is(name) }), name, value, joined
}

// cutLetter cuts an argument such as -d14 into the letter of a flag and its number.
func cutLetter(arg string, known []Flag) (letter, number string, ok bool) {
	if len(arg) < 3 || arg[1] == '-' || arg[2] < '0' || arg[2] > '9' {
		return "", "", false
	}
	letter = arg[1:2]
	ok = slices.ContainsFunc(known, func(f Flag) bool { return f.Short == letter && f.Argument != "" })
	return letter, arg[2:], ok
}

// suggest returns the end of a message about an unknown flag: the flag that was probably meant.
func suggest(name string, known []Flag) string {
	var names []string
	for _, f := range known {
		names = append(names, f.Name)
	}
	return Suggest(name, "--", names)
}

// Suggest returns the end of a message about an unknown word, which asks for the nearest known one; "" if none is near. The
// hyphens of a flag stand before that word.
func Suggest(word, hyphens string, known []string) string {
	if nearest := Nearest(word, known); nearest != "" {
		return "; did you mean " + hyphens + nearest + "?"
	}
	return ""
}

// Number reads a whole number from least to most. The letters k, M and G stand for three, six and nine zeros, and an exponent
// for as many as it says: 250k, 1.5M, 1e6.
func Number(text string, least, most int64) (int64, error) {
	n, ok := parseNumber(text)
	if !ok || n < least || n > most {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", text, least, most)
	}
	return n, nil
}

// parseNumber reads a whole number, which may end in a letter or an exponent for its zeros.
func parseNumber(text string) (n int64, ok bool) {
	if i := strings.IndexAny(text, "kKMGeE"); i >= 0 {
		zeros, known := map[string]int{"k": 3, "K": 3, "M": 6, "G": 9}[text[i:]]
		if exponent, err := strconv.ParseUint(text[i+1:], 10, 4); !known && (err != nil || text[i] != 'e' && text[i] != 'E') {
			return 0, false
		} else if !known {
			zeros = int(exponent)
		}
		whole, fraction, _ := strings.Cut(text[:i], ".")
		if whole == "" || len(fraction) > zeros || strings.ContainsAny(fraction, "+-") {
			return 0, false
		}
		text = whole + fraction + strings.Repeat("0", zeros-len(fraction))
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
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
			return fmt.Errorf("%q is not one of %s%s", text, strings.Join(allowed, ", "), Suggest(text, "", allowed))
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

// OutFile returns a Set that puts the name of a file to write into target, "" for -, which is standard output.
func OutFile(target *string) func(string) error {
	set := NotEmpty(target, "name")
	return func(text string) error {
		if text == "-" {
			*target = ""
			return nil
		}
		return set(text)
	}
}

// NotEmpty returns a Set that puts any value but the empty one into target. The error calls the value what, such as "name".
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
