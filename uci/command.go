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
)

// syntax describes how a command is written.
type syntax struct {
	word  string
	usage string // what may follow the word
	help  string // one line or more
	own   bool   // not part of UCI; recognised only as the first word of a line
	parse func(t *tokens) command
}

// bare returns a parser for a command without arguments.
func bare(c command) func(*tokens) command { return func(*tokens) command { return c } }

// grammar returns all commands in the order in which help lists them.
func grammar() []syntax {
	return []syntax{
		{"uci", "", "identify the engine and list its options", false, bare(uciCommand{})},
		{"isready", "", "answer readyok, also during a search", false, bare(isReadyCommand{})},
		{"ucinewgame", "", "forget what earlier searches have learned", false, bare(newGameCommand{})},
		{"setoption", "name N [value V]", "change an option", false, parseSetOption},
		{"position", "startpos | fen F [moves M…]", "set the position", false, parsePosition},
		{"go", "[limits…] [searchmoves M…]", "search to any of the limits depth N, nodes N, movetime MS, mate N,\n" +
			"wtime MS, btime MS, winc MS, binc MS, movestogo N, infinite, ponder", false, parseGo},
		{"stop", "", "end the search", false, bare(stopCommand{})},
		{"ponderhit", "", "the move pondered on was played", false, bare(ponderHitCommand{})},
		{"debug", "on | off", "also report lines that are not understood", false, parseDebug},
		{"register", "…", "accepted, has no effect", false, bare(registerCommand{})},
		{"quit", "", "end the program", false, bare(quitCommand{})},
		{"d", "", "draw the position", true, bare(displayCommand{})},
		{"eval", "", "explain the static evaluation of the position", true, bare(evalCommand{})},
		{"flip", "", "exchange the colours of the position", true, bare(flipCommand{})},
		{"perft", "N", "count the lines of N plies, as go perft N", true, parsePerft},
		{"bench", "[depth [threads [hash]]]", "search a fixed set of positions and count the nodes", true, parseBench},
		{"genfens", "N seed S book None|FILE [dfrc]", "print N random openings near equality, as OpenBench asks", true, parseGenfens},
		{"verify", "", "read all tablebase files and tell which are damaged", true, bare(verifyCommand{})},
		{"version", "", "print the version, how it was built, and the vector instructions in use", true, bare(versionCommand{})},
		{"compiler", "", "the same", true, bare(versionCommand{})},
		{"help", "", "this text", true, bare(helpCommand{})},
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
		return s.parse(&t)
	}
	for ; word != ""; word = t.next() {
		if s, ok := p.words[word]; ok && !s.own {
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
