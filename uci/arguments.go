package uci

import "strings"

// Lines joins the arguments of a command line into lines for Execute, by the grammar that parses them: an argument with
// blanks is a line of its own; others are joined, and one that is the name of a command begins a new line, unless it belongs
// to the command before it. A flag that asks for help after a command asks for help with that command, which is not executed.
func Lines(args []string) (lines []string) {
	v := newVocabulary()
	for _, c := range v {
		for _, flag := range c.flags {
			v[flag] = c
		}
	}
	for i, arg := range args {
		if c := v[arg]; i > 0 && v[args[0]] != nil && c != nil && c.name == "help" && arg != c.name {
			return []string{"help " + v[args[0]].name}
		}
	}
	var open *command // of the line that may go on; nil if it may not, or if the command is unknown
	mayGoOn := false
	for _, arg := range args {
		arg = strings.TrimSpace(arg)
		if strings.ContainsFunc(arg, isBlank) {
			lines, mayGoOn = append(lines, arg), false
			continue
		}
		c := v[arg]
		if mayGoOn && (c == nil || open != nil && open.owns != nil && open.owns(arg)) {
			lines[len(lines)-1] += " " + arg
			continue
		}
		if c != nil {
			arg = c.name
		}
		lines, open, mayGoOn = append(lines, arg), c, true
	}
	return lines
}

// everything is the command.owns of a command that takes any words.
func everything(string) bool { return true }
