package uci

import (
	"strings"

	"vertigo/board"
)

// command is one parsed line of input. execute runs when no job is running; its error is shown to the user and
// leaves the session as it was.
type command interface {
	execute(s *Session) error
}

// The commands. Those without arguments are empty structs.
type (
	uciCommand       struct{}
	debugCommand     struct{ on bool }
	isReadyCommand   struct{}
	setOptionCommand struct {
		name  string // words separated by single blanks, as they were written
		value string // raw text without the blanks around it
	}
	registerCommand struct{}
	newGameCommand  struct{}
	positionCommand struct {
		fen   string // "" if the line names no position at all
		moves []string
	}
	goCommand struct {
		searchMoves      []string
		ponder, infinite bool
		depth            number // plies
		nodes            number
		mate             number                   // moves
		moveTime         number                   // milliseconds
		time, inc        [board.ColorCount]number // milliseconds, by board.Color
		movesToGo        number
		perft            number // plies
	}
	stopCommand      struct{}
	ponderHitCommand struct{}
	quitCommand      struct{}
	displayCommand   struct{}
	evalCommand      struct{}
	flipCommand      struct{}
	benchCommand     struct{ depth, threads, hash number }
	verifyCommand    struct{}
	versionCommand   struct{}
	helpCommand      struct{}

	blankCommand   struct{}
	unknownCommand struct{ line string }
	misusedCommand struct { // a command of our own with an argument that it does not take
		word, usage string // the word, and how it is used
		argument    string
	}
)

// syntax describes how a command is written. Everything that knows the commands by name reads this table: the parser, the
// help, and what puts the arguments of a command line together.
type syntax struct {
	word  string
	usage string // what may follow the word
	help  string // one line or more
	kind  kind
	parse func(t *tokens) command
	owns  func(word string) bool // whether a word that is a command belongs to this one where both are arguments; nil: none does
	flags []string               // what stands for the word among the arguments
}

// String returns how the command is written.
func (s *syntax) String() string { return strings.TrimSpace(s.word + " " + s.usage) }

// kind says how strict a command is.
type kind uint8

const (
	standard kind = iota // of UCI: words before it and words that mean nothing are skipped
	own                  // not of UCI: it is the first word of its line, and takes no words but its own
)

// bare returns a parser for a command without arguments.
func bare(c command) func(*tokens) command { return func(*tokens) command { return c } }

// grammar returns all commands in the order in which help lists them.
func grammar() []syntax {
	return []syntax{
		{word: "uci", help: "identify the engine and list its options", parse: bare(uciCommand{})},
		{word: "isready", help: "answer readyok, also during a search", parse: bare(isReadyCommand{})},
		{word: "ucinewgame", help: "forget what earlier searches have learned", parse: bare(newGameCommand{})},
		{word: "setoption", usage: "name N [value V]", help: "change an option", parse: parseSetOption, owns: everything},
		{word: "position", usage: "startpos | fen F [moves M…]", help: "set the position", parse: parsePosition, owns: everything},
		{word: "go", usage: "[limits…] [searchmoves M…]",
			help: "search to any of the limits depth N, nodes N, movetime MS, mate N,\n" +
				"wtime MS, btime MS, winc MS, binc MS, movestogo N, infinite, ponder",
			parse: parseGo, owns: new(goCommand).isKeyword},
		{word: "stop", help: "end the search", parse: bare(stopCommand{})},
		{word: "ponderhit", help: "the move pondered on was played", parse: bare(ponderHitCommand{})},
		{word: "debug", usage: "on | off", help: "also report lines that are not understood", parse: parseDebug},
		{word: "register", usage: "…", help: "accepted, has no effect", parse: bare(registerCommand{}), owns: everything},
		{word: "quit", help: "end the program", parse: bare(quitCommand{})},
		{word: "d", help: "draw the position", kind: own, parse: bare(displayCommand{})},
		{word: "eval", help: "explain the static evaluation of the position", kind: own, parse: bare(evalCommand{})},
		{word: "flip", help: "swap the colours of the position", kind: own, parse: bare(flipCommand{})},
		{word: "perft", usage: "N", help: "count the lines of N plies; the same as go perft N", kind: own, parse: parsePerft},
		{word: "bench", usage: "[depth [threads [hash]]]", help: "search a fixed set of positions and count the nodes",
			kind: own, parse: parseBench},
		{word: "genfens", usage: "N seed S book None|FILE [dfrc]", help: "print N random, roughly equal openings, for OpenBench",
			kind: own, parse: parseGenfens, owns: everything},
		{word: "verify", help: "read all tablebase files and report the damaged ones", kind: own, parse: bare(verifyCommand{})},
		{word: "version", help: "print the version, how it was built, and the vector instructions in use", kind: own,
			parse: bare(versionCommand{}), flags: []string{"-v", "-version", "--version"}},
		{word: "compiler", help: "the same as version", kind: own, parse: bare(versionCommand{})},
		{word: "help", help: "this text", kind: own, parse: bare(helpCommand{}), flags: []string{"-h", "-help", "--help"}},
	}
}

// parser turns lines into commands. It has no state beyond the grammar.
type parser struct{ words map[string]syntax }

func newParser() parser {
	p := parser{words: map[string]syntax{}}
	for _, s := range grammar() {
		p.words[s.word] = s
	}
	return p
}

// parse returns the command that the line holds. As UCI asks, words before a known one are skipped.
func (p parser) parse(line string) command {
	t := tokens{line}
	word := t.next()
	if word == "" {
		return blankCommand{}
	}
	if s, ok := p.words[word]; ok {
		c := s.parse(&t)
		if rest := t.peek(); s.kind == own && rest != "" {
			return misusedCommand{s.word, s.String(), rest}
		}
		return c
	}
	for ; word != ""; word = t.next() {
		if s, ok := p.words[word]; ok && s.kind == standard {
			return s.parse(&t)
		}
	}
	return unknownCommand{strings.TrimFunc(line, isBlank)}
}

func parseDebug(t *tokens) command {
	for word := t.next(); word != ""; word = t.next() {
		if word == "on" || word == "off" {
			return debugCommand{word == "on"}
		}
	}
	return blankCommand{}
}

func parseSetOption(t *tokens) command {
	if _, found := t.until("name"); !found {
		return setOptionCommand{}
	}
	name, _ := t.until("value")
	return setOptionCommand{strings.Join(name, " "), strings.TrimFunc(t.rest, isBlank)}
}

func parsePosition(t *tokens) command {
	var c positionCommand
	for word := t.next(); word != ""; word = t.next() {
		switch word {
		case "startpos":
			c.fen = board.StartFEN
		case "fen":
			fen, found := t.until("moves")
			c.fen = strings.Join(fen, " ")
			if !found {
				return c
			}
			c.moves, _ = t.until("")
		case "moves":
			c.moves, _ = t.until("")
		}
	}
	return c
}

func parseGo(t *tokens) command {
	var c goCommand
	for word := t.next(); word != ""; word = t.next() {
		switch word {
		case "infinite":
			c.infinite = true
		case "ponder":
			c.ponder = true
		case "searchmoves":
			for next := t.peek(); next != "" && !c.isKeyword(next); next = t.peek() {
				c.searchMoves = append(c.searchMoves, t.next())
			}
		case "perft":
			c.perft = number{t.number().value, true} // never a search, even if the number is missing
		default:
			if n := c.number(word); n != nil {
				*n = t.number()
			}
		}
	}
	return c
}

// isKeyword reports whether word means something behind go, and so ends the list of moves behind searchmoves.
func (c *goCommand) isKeyword(word string) bool {
	return word == "infinite" || word == "ponder" || word == "searchmoves" || c.number(word) != nil
}

// number returns the field that the number behind word sets, nil if word takes none.
func (c *goCommand) number(word string) *number {
	switch word {
	case "depth":
		return &c.depth
	case "nodes":
		return &c.nodes
	case "mate":
		return &c.mate
	case "movetime":
		return &c.moveTime
	case "wtime":
		return &c.time[board.White]
	case "btime":
		return &c.time[board.Black]
	case "winc":
		return &c.inc[board.White]
	case "binc":
		return &c.inc[board.Black]
	case "movestogo":
		return &c.movesToGo
	case "perft":
		return &c.perft
	}
	return nil
}

func parsePerft(t *tokens) command {
	return goCommand{perft: number{t.number().value, true}}
}

func parseBench(t *tokens) command {
	return benchCommand{t.number(), t.number(), t.number()}
}
