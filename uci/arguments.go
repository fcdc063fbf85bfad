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

// lines returns the commands that the arguments of the program hold: one for each argument if one of them has a space, otherwise
// one in all. A flag that asks for help after a command asks for help with that command, which is not executed.
func (t commandTable) lines(args []string) []string {
	var lines []string
	for _, arg := range args {
		lines = append(lines, strings.TrimFunc(arg, isSpace))
	}
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.ContainsFunc(line, isSpace) }) {
		lines = []string{strings.Join(lines, " ")}
	}
	for i, line := range lines {
		words := strings.Fields(line)
		for n, word := range words {
			c := t.withFlag(word)
			switch {
			case c == nil:
			case n == 0:
				lines[i] = c.name + line[len(word):]
			case c.name == "help" && t.find(words[0]) != nil:
				return []string{"help " + words[0]}
			}
		}
	}
	return lines
}

// withFlag returns the command that a flag stands for, nil if none.
func (t commandTable) withFlag(flag string) *command {
	for i := range t {
		if slices.Contains(t[i].flags, flag) {
			return &t[i]
		}
	}
	return nil
}
