package uci

import (
	"fmt"
	"strings"

	"vertigo/internal/system/commandline"
)

// command is one entry of the table of commands: how the command is written, and what it does. Everything that knows the
// commands by name reads the table: the session, the help, and Lines.
type command struct {
	name  string
	usage string // arguments that may follow the name
	help  string // one line or more

	// run carries the command out with the rest of its line. Its error is shown to the user and leaves the session as it was.
	run func(s *Session, args *tokens) error

	own          bool                   // not of UCI: it counts only as the first word of its line
	atOnce       bool                   // it is executed even while a job runs
	endsAnalysis bool                   // it ends a search without end that it finds running
	prepares     bool                   // it only prepares later commands, so it is skipped after quit
	owns         func(word string) bool // whether a command's name belongs to this one where both are arguments; nil: none does
	flags        []string               // text in place of the name among the arguments
}

// String returns how the command is written.
func (c *command) String() string { return strings.TrimSpace(c.name + " " + c.usage) }

// commands returns all commands in the order in which help lists them.
func commands() []command {
	return []command{
		{name: "uci", help: "identify the engine and list its options", run: tolerant((*Session).identify)},
		{name: "isready", help: "answer readyok, also during a search", run: tolerant((*Session).isReady), atOnce: true},
		{name: "ucinewgame", help: "forget what earlier searches have learned", run: tolerant((*Session).newGame),
			prepares: true, endsAnalysis: true},
		{name: "setoption", usage: "name N [value V]", help: "change an option", run: (*Session).setOption,
			prepares: true, owns: everything},
		{name: "position", usage: "startpos | fen F [moves M…]", help: "set the position", run: (*Session).position, owns: everything,
			endsAnalysis: true},
		{name: "go", usage: "[limits…] [searchmoves M…]",
			help: "search to any of the limits depth N, nodes N, movetime MS, mate N,\n" +
				"wtime MS, btime MS, winc MS, binc MS, movestogo N, infinite, ponder",
			run: (*Session).goSearch, owns: isGoWord, endsAnalysis: true},
		{name: "stop", help: "end the search", run: tolerant((*Session).stop), atOnce: true},
		{name: "ponderhit", help: "the expected move was played", run: tolerant((*Session).ponderHit), atOnce: true},
		{name: "debug", usage: "on | off", help: "accepted, has no effect", run: tolerant((*Session).nothing)},
		{name: "register", usage: "…", help: "accepted, has no effect", run: tolerant((*Session).nothing), owns: everything},
		{name: "quit", help: "end the program", run: tolerant((*Session).quit), atOnce: true},
		{name: "d", help: "draw the position", run: strict((*Session).display), own: true},
		{name: "eval", help: "explain the static evaluation of the position", run: strict((*Session).explain), own: true},
		{name: "flip", help: "swap the colours of the position", run: strict((*Session).flip), own: true},
		{name: "perft", usage: "N", help: "count the lines of N plies; the same as go perft N", run: (*Session).perft, own: true},
		{name: "bench", usage: "[depth [threads [hash]]]", help: "search a fixed set of positions and count the nodes",
			run: (*Session).bench, own: true},
		{name: "genfens", usage: "N seed S book None|FILE [dfrc]", help: "print N random, roughly equal openings, for OpenBench",
			run: (*Session).genfens, own: true, owns: everything},
		{name: "verify", help: "read all tablebase files and report damaged ones", run: strict((*Session).verify), own: true},
		{name: "version", help: "print the version, how it was built, and the vector instructions in use",
			run: strict((*Session).version), own: true, flags: []string{"-v", "-version", "--version"}},
		{name: "compiler", help: "the same as version", run: strict((*Session).version), own: true},
		{name: "help", usage: "[NAME]", help: "show this text, or its part about a command", run: (*Session).help, own: true,
			owns: everything, flags: []string{"-h", "-help", "--help"}},
	}
}

// tolerant makes a command without arguments that passes over words, as UCI asks.
func tolerant(do func(s *Session) error) func(*Session, *tokens) error {
	return func(s *Session, _ *tokens) error { return do(s) }
}

// strict makes a command without arguments that refuses words.
func strict(do func(s *Session) error) func(*Session, *tokens) error {
	return func(s *Session, args *tokens) error {
		if err := args.end(); err != nil {
			return err
		}
		return do(s)
	}
}

// vocabulary is the commands by name.
type vocabulary map[string]*command

func newVocabulary() vocabulary {
	v := vocabulary{}
	for _, c := range commands() {
		v[c.name] = &c
	}
	return v
}

// line is one line of input and, while it waits, the lines that concern it.
type line struct {
	text    string   // without the blanks around it
	command *command // nil if there is none
	args    tokens   // of the command

	stopped   bool
	ponderHit bool
}

// parse finds the command of a line. As UCI asks, words before a known one are skipped.
func (v vocabulary) parse(text string) line {
	l := line{text: strings.TrimFunc(text, isBlank)}
	t := tokens{l.text}
	first := true
	for word := t.next(); word != ""; word = t.next() {
		if c := v[word]; c != nil && (first || !c.own) {
			l.command, l.args = c, t
			break
		}
		first = false
	}
	return l
}

// ponders reports whether the line asks for a search on the opponent's time.
func (l *line) ponders() bool {
	args := l.args
	return l.command != nil && l.command.name == "go" && parseGo(&args).ponder
}

// endsAnalysis reports whether the line ends a search without end that it finds running.
func (l line) endsAnalysis() bool { return l.command != nil && l.command.endsAnalysis }

// unknown reports a line without a command.
func (s *Session) unknown(text string) error {
	if text == "" {
		return nil
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if s.oneShot {
		for _, p := range s.config.Programs {
			names = append(names, p.Name)
		}
	}
	hint := "help lists all commands"
	t := tokens{text}
	if nearest := commandline.Nearest(t.next(), names); nearest != "" {
		hint = "did you mean " + nearest + "?"
	}
	return UsageError(fmt.Sprintf("unknown command %q; %s", text, hint))
}

// notUnderstood reports the words of a command that were skipped. Arguments of the program are refused instead.
func (s *Session) notUnderstood(name string, words []string, consequence string) error {
	err := misunderstanding(name, words)
	if s.oneShot {
		return err
	}
	s.out.note(err.Error() + consequence)
	return nil
}

// misunderstanding returns an error that names the words of a command that were not understood.
func misunderstanding(name string, words []string) error {
	const most = 8 // enough for a person to read
	if len(words) > most {
		words = append(words[:most:most], "…")
	}
	return UsageError(fmt.Sprintf("%s: not understood: %s", name, strings.Join(words, ", ")))
}

// quoted returns a word that was not understood and, if one is near, the word that was probably meant.
func quoted(word string, known []string) string {
	if nearest := commandline.Nearest(word, known); nearest != "" {
		return fmt.Sprintf("%q (did you mean %s?)", word, nearest)
	}
	return fmt.Sprintf("%q", word)
}

// nothing is what a command does that has no effect.
func (s *Session) nothing() error { return nil }

func (s *Session) newGame() error {
	s.prepare()
	s.engine.NewGame()
	return nil
}

// isReady also answers during a search, which then needs no preparation.
func (s *Session) isReady() error {
	if s.job == nil {
		s.prepare()
	}
	s.out.line("readyok")
	return nil
}
