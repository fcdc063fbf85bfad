package uci

import (
	"cmp"
	"slices"
	"strings"
)

// Execute executes the commands that arguments of the program hold, one after the other, and waits for every search to end by
// itself. It stops at the first that is not a command or is misused (cli.UsageError), or that cannot be executed.
func (s *Session) Execute(args []string) error {
	s.strict = true
	for _, text := range commandLines(args) {
		err := s.execute(s.receive(text))
		if err == nil {
			err = s.resize() // Its failure ends the run.
		}
		if s.job != nil {
			select {
			case o := <-s.ended:
				err = s.jobEnded(o)
			case <-s.out.failed: // the output has no reader any more
				s.job.stop()
				err = s.jobEnded(<-s.ended)
			}
		}
		if err := cmp.Or(s.out.failure(), err); err != nil {
			return err
		}
	}
	return nil
}

// commandLines returns the commands that the arguments of the program hold: one for each argument if one of them has a space,
// otherwise one in all.
func commandLines(args []string) (lines []string) {
	for _, arg := range args {
		lines = append(lines, strings.TrimFunc(arg, isSpace))
	}
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.ContainsFunc(line, isSpace) }) {
		return []string{strings.Join(lines, " ")}
	}
	return lines
}
