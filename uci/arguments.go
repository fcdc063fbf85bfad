package uci

import (
	"cmp"
	"slices"
	"strings"
)

// UsageError is the error of Execute for arguments that hold no command, or words that their command does not take.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Execute executes the commands that arguments of the program hold, one after the other, and waits for every search to end by
// itself. It stops at the first that is not a command or is misused (UsageError), or that cannot be executed.
func (s *Session) Execute(args []string) error {
	s.strict = true
	finished := make(chan struct{})
	defer close(finished)
	go s.out.showLife(finished)
	for _, text := range s.commands.lines(args) {
		err := s.execute(s.receive(text))
		if err == nil {
			err = s.resize() // at once, so that its failure ends the run
		}
		if s.job != nil {
			select {
			case err = <-s.ended:
			case <-s.out.failed: // the output has no reader any more
				s.job.stop()
				<-s.ended
			}
			s.jobEnded()
		}
		if err := cmp.Or(s.out.failure(), err); err != nil {
			return err
		}
	}
	return nil
}

// lines joins the arguments of the program into lines, by the grammar that parses them: an argument with
// blanks is a line of its own; others are joined, and one that is the name of a command begins a new line, unless it belongs
// to the command before it. A flag that asks for help after a command asks for help with that command, which is not executed.
func (t commandTable) lines(args []string) (lines []string) {
	find := func(arg string) *command {
		if i := slices.IndexFunc(t, func(c command) bool { return c.name == arg || slices.Contains(c.flags, arg) }); i >= 0 {
			return &t[i]
		}
		return nil
	}
	for i, arg := range args {
		if first, c := find(args[0]), find(arg); i > 0 && first != nil && c != nil && c.name == "help" && arg != c.name {
			return []string{"help " + first.name}
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
		c := find(arg)
		if mayGoOn && (c == nil || open != nil && open.takesWord != nil && open.takesWord(arg)) {
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

// takesAll is the command.takesWord of a command that takes any words.
func takesAll(string) bool { return true }
