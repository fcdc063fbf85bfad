package uci

import (
	"fmt"
	"strings"

	"vertigo/internal/system/cli"
)

// command is one entry of the table of commands: how the command is written, and what it does. Everything that knows the
// commands by name reads the table: the session, the help, and Lines.
type command struct {
	name  string
	usage string // arguments that may follow the name
	help  string // one line or more

	// run carries the command out with the rest of its line. Its error is shown to the user and leaves the session as it was.
	run func(s *Session, args *tokens) error

	nonUCI       bool // it counts only as the first word of its line
	atOnce       bool // it is executed even while a job runs, see isAtOnce
	endsAnalysis bool // it ends a search without end that it finds running
}

// String returns how the command is written.
func (c *command) String() string { return strings.TrimSpace(c.name + " " + c.usage) }

// Command describes a command of a session.
type Command struct{ Name, Usage, Help string }

// Commands returns the commands of a session, in the order in which help lists them.
func Commands() (list []Command) {
	for _, c := range commands() {
		list = append(list, Command{c.name, c.usage, c.help})
	}
	return list
}

// commandTable lists commands in the order in which help does.
type commandTable []command

// commands returns all commands.
func commands() commandTable {
	return commandTable{
		{name: "uci", help: "identify the engine and list its options", run: tolerant((*Session).identify)},
		{name: "isready", help: "answer readyok, also during a search", run: tolerant((*Session).isReady), atOnce: true},
		{name: "ucinewgame", help: "forget what earlier searches have learned", run: tolerant((*Session).newGame),
			endsAnalysis: true},
		{name: "setoption", usage: "name N [value V]", help: "change an option", run: (*Session).setOption},
		{name: "position", usage: "startpos | fen F [moves M…]", help: "set the position", run: (*Session).position,
			endsAnalysis: true},
		{name: "go", usage: "[limits…] [searchmoves M…]",
			help: "search until a limit is reached\n" +
				"limits: depth N, nodes N, movetime MS, mate N, wtime MS, btime MS,\n" +
				"winc MS, binc MS, movestogo N, infinite, ponder",
			run: (*Session).goSearch, endsAnalysis: true},
		{name: "stop", help: "end the search", run: tolerant((*Session).stop), atOnce: true},
		{name: "ponderhit", help: "the expected move was played", run: tolerant((*Session).ponderHit), atOnce: true},
		{name: "debug", usage: "on | off", help: "accepted, but has no effect", run: tolerant((*Session).ignore)},
		{name: "register", usage: "…", help: "accepted, but has no effect", run: tolerant((*Session).ignore)},
		{name: "quit", help: "end the program", run: tolerant((*Session).quit), atOnce: true},
		{name: "d", help: "draw the position", run: strict((*Session).display), nonUCI: true, atOnce: true},
		{name: "eval", help: "explain the static evaluation of the position", run: strict((*Session).explain), nonUCI: true,
			atOnce: true},
		{name: "perft", usage: "N", help: "count the lines of N plies; the same as go perft N",
			run: (*Session).perft, nonUCI: true},
		{name: "bench", usage: "[depth [threads [hash]]]", help: "search a fixed set of positions and count the nodes",
			run: (*Session).bench, nonUCI: true},
		{name: "version", help: "print the version, the build, and the vector instructions in use",
			run: strict((*Session).version), nonUCI: true},
		{name: "help", help: "show this text", run: strict((*Session).help), nonUCI: true},
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

// find returns the command with the given name, nil if there is none.
func (t commandTable) find(name string) *command {
	for i := range t {
		if t[i].name == name {
			return &t[i]
		}
	}
	return nil
}

// names returns the names of the commands.
func (t commandTable) names() (names []string) {
	for _, c := range t {
		names = append(names, c.name)
	}
	return names
}

// request is one line of input and, while it is queued, the lines that concern it.
type request struct {
	*command
	args tokens // of the command

	stopped   bool
	ponderHit bool
}

// parse finds the command of a line. As UCI asks, words before a known one are skipped. A line without a command gets one that
// says so.
func (t commandTable) parse(text string) request {
	line := tokens{strings.TrimFunc(text, isSpace)}
	args, first := line, true
	for word := args.next(); word != ""; word = args.next() {
		if c := t.find(word); c != nil && (first || !c.nonUCI) {
			return request{command: c, args: args}
		}
		first = false
	}
	return request{command: &command{run: (*Session).unknown}, args: line}
}

// ponders reports whether the line asks for a search on the opponent's time.
func (r *request) ponders() bool {
	args := r.args
	return r.name == "go" && parseGo(&args).ponder
}

// unknown reports a line without a command.
func (s *Session) unknown(line *tokens) error {
	text := line.rest
	if text == "" {
		return nil
	}
	hint := "help lists all commands"
	if nearest := cli.Nearest(line.next(), s.commands.names()); nearest != "" {
		hint = "did you mean " + nearest + "?"
	}
	return cli.UsageError(fmt.Sprintf("unknown command %.60q; %s", text, hint))
}

// notUnderstood reports the words of a command that were skipped. Arguments of the program are refused instead.
func (s *Session) notUnderstood(name string, words []string) error {
	err := misunderstanding(name, words)
	if s.strict {
		return err
	}
	s.out.note(err.Error())
	return nil
}

// mostNamed is how many words that were not understood are named: enough for a person to read.
const mostNamed = 8

// misunderstanding returns an error that names the words of a command that were not understood.
func misunderstanding(name string, words []string) error {
	if len(words) > mostNamed {
		words = append(words[:mostNamed:mostNamed], "…")
	}
	return cli.UsageError(fmt.Sprintf("%s: not understood: %s", name, strings.Join(words, ", ")))
}

// quoted returns a word that was not understood and, if one is near, the word that was probably meant.
func quoted(word string, known []string) string {
	if nearest := cli.Nearest(word, known); nearest != "" {
		return fmt.Sprintf("%.60q (did you mean %s?)", word, nearest)
	}
	return fmt.Sprintf("%.60q", word)
}

// ignore carries out a command that has no effect.
func (s *Session) ignore() error { return nil }

func (s *Session) newGame() error {
	s.prepareTable()
	s.engine.NewGame()
	if s.player != nil {
		s.player.NewGame()
	}
	return nil
}

// isReady also answers during a search, which then needs no preparation.
func (s *Session) isReady() error {
	if s.job == nil {
		s.prepareTable()
	}
	s.out.line("readyok")
	return nil
}
