package uci

import "strings"

// Lines joins the arguments of a command line into lines for Execute, by the grammar that parses them: an argument with
// blanks is a line of its own; others are joined, and one that is the name of a command begins a new line, unless it belongs
// to the command before it.
func Lines(args []string) (lines []string) {
	commands := map[string]syntax{}
	for _, s := range grammar() {
		for _, word := range append(s.flags, s.word) {
			commands[word] = s
		}
	}
	var open *syntax // the command of the line that may go on; nil if there is none or it is unknown
	for _, arg := range args {
		arg = strings.TrimSpace(arg)
		if strings.ContainsFunc(arg, isBlank) {
			lines, open = append(lines, arg), nil
			continue
		}
		c, begins := commands[arg]
		if open != nil && (!begins || open.owns != nil && open.owns(arg)) {
			lines[len(lines)-1] += " " + arg
			continue
		}
		lines, open = append(lines, c.nameOr(arg)), &c
	}
	return lines
}

// nameOr returns the name of the command, or the word if it is that of no command.
func (s *syntax) nameOr(word string) string {
	if s.word == "" {
		return word
	}
	return s.word
}

// everything is a syntax.owns for a command that takes any words.
func everything(string) bool { return true }
