package uci

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"vertigo/eval"
	"vertigo/internal/engine/limited"
	"vertigo/internal/system/files"
	"vertigo/search"
)

// The declared defaults are the real ones: some programs never send an option that equals its default.
const (
	defaultHash     = 16 // MiB
	defaultThreads  = 1
	defaultMultiPV  = 1
	defaultOverhead = 10 // milliseconds
	defaultElo      = 1500
)

// settings are the options that the protocol itself acts on. The engine keeps its own.
type settings struct {
	multiPV  int           // lines to report
	overhead time.Duration // the delay of a move between the engine and the referee's clock
	nodeTime int           // nodes that count as a millisecond, 0 for real time
	ponder   bool          // the GUI lets the engine think on the opponent's time
	chess960 bool          // write castling as king takes rook
	showWDL  bool          // show the chances to win, draw and lose after each score

	analysing bool // no game is being played
	limited   bool // play no better than elo
	elo       int
}

// option is one entry of the option table: its declaration, and the effect of setting it.
type option struct {
	name        string
	declaration string // type, default and range in UCI's words
	help        string // one line
	set         func(s *Session, value string) error
}

// optionTable returns the options in the order in which they are declared. An option is one entry here. The effect
// of a spin or check receives the checked value; its error leaves the option as it was.
func optionTable() []option {
	table := []option{
		spin("Hash", "size of the transposition table in MiB", defaultHash, 1, search.MaxHash,
			func(s *Session, n int) error { s.pendingHash = n; return nil }),
		{name: "Clear Hash", declaration: "type button", help: "forget what earlier searches have learned", set: (*Session).clearHash},
		spin("Threads", "number of threads that search", defaultThreads, 1, search.MaxThreads,
			(*Session).setThreads),
		spin("MultiPV", "number of best lines to report", defaultMultiPV, 1, 256,
			func(s *Session, n int) error { s.settings.multiPV = n; return nil }),
		check("Ponder", "the GUI may let the engine think on the opponent's time", false,
			func(s *Session, on bool) error { s.settings.ponder = on; return nil }),
		spin("Move Overhead", "milliseconds to keep in reserve for each move", defaultOverhead, 0, 5000,
			func(s *Session, n int) error { s.settings.overhead = milliseconds(n); return nil }),
		spin("nodestime", "nodes that count as a millisecond in place of the clock; 0: time is real", 0, 0, maxNodesTime,
			func(s *Session, n int) error { s.settings.nodeTime = n; return nil }),
		text("EvalFile", "file of the evaluation network; empty: the one in the binary", (*Session).loadNetwork),
		check("UCI_Chess960", "write castling as king takes rook", false,
			func(s *Session, on bool) error { s.settings.chess960 = on; return nil }),
		check("UCI_ShowWDL", "report the chances of a win, a draw and a loss with each score, in per mille", false,
			func(s *Session, on bool) error { s.settings.showWDL = on; return nil }),
		check("UCI_AnalyseMode", "for analysis: full strength, and no moves from the opening book", false,
			func(s *Session, on bool) error { s.settings.analysing = on; return nil }),
		check("UCI_LimitStrength", "play at the rating that UCI_Elo sets", false,
			func(s *Session, on bool) error { return s.limitStrength(on, s.settings.elo) }),
		spin("UCI_Elo", "rating to play at if UCI_LimitStrength is set", defaultElo, limited.MinElo, limited.MaxElo,
			func(s *Session, n int) error { return s.limitStrength(s.settings.limited, n) }),
	}
	table = append(table, tablebaseOptions()...)
	table = append(table, bookOptions()...)
	table = append(table,
		text("Debug Log File", "file to which everything received and sent is appended, with the time", (*Session).logTo))
	for _, t := range search.Tunables() { // only in the tune build
		table = append(table, spin(t.Name, "for tuning", t.Default, t.Min, t.Max,
			func(_ *Session, n int) error { *t.Value = n; return nil }))
	}
	return table
}

// defaultSettings returns the settings as the option table declares them.
func defaultSettings() settings {
	return settings{multiPV: defaultMultiPV, overhead: milliseconds(defaultOverhead), elo: defaultElo}
}

func spin(name, help string, value, low, high int, effect func(s *Session, n int) error) option {
	return option{
		name:        name,
		declaration: fmt.Sprintf("type spin default %d min %d max %d", value, low, high),
		help:        help,
		set: func(s *Session, value string) error {
			n, ok := parseInt(value)
			if !ok {
				return fmt.Errorf("%.60q is not a whole number", value)
			}
			if n < low || n > high {
				return fmt.Errorf("%.60s is not between %d and %d", value, low, high)
			}
			return effect(s, n)
		},
	}
}

func check(name, help string, value bool, effect func(s *Session, on bool) error) option {
	return option{
		name:        name,
		declaration: "type check default " + strconv.FormatBool(value),
		help:        help,
		set: func(s *Session, value string) error {
			switch strings.ToLower(value) {
			case "true":
				return effect(s, true)
			case "false":
				return effect(s, false)
			}
			return fmt.Errorf("%.60q is neither true nor false", value)
		},
	}
}

// text declares a string option. UCI writes the empty string as <empty>; both are passed on as "". Quotation marks around a path,
// as Windows copies it, are left out.
func text(name, help string, effect func(s *Session, value string) error) option {
	return option{
		name:        name,
		declaration: "type string default <empty>",
		help:        help,
		set: func(s *Session, value string) error {
			if value == "<empty>" {
				value = ""
			}
			return effect(s, unquoted(value))
		},
	}
}

// unquoted returns text without the quotation marks around it, if it has both.
func unquoted(text string) string {
	if inside, ok := strings.CutPrefix(text, `"`); ok {
		if inside, ok = strings.CutSuffix(inside, `"`); ok {
			return inside
		}
	}
	return text
}

func (s *Session) clearHash(string) error {
	s.prepareTable()
	s.engine.NewGame()
	if s.player != nil {
		s.player.Forget()
	}
	return nil
}

// setThreads sets the number of threads that search.
func (s *Session) setThreads(n int) error {
	if err := s.engine.SetThreads(n); err != nil {
		return err
	}
	if p := s.config.Processors; p > 0 && n > p {
		s.out.note(fmt.Sprintf("option Threads: %d is more than the number of processors available, %d", n, p))
	}
	return nil
}

// limitStrength lets a player of the rating elo play or, if off, the engine at full strength. Every session has games of its own.
func (s *Session) limitStrength(on bool, elo int) error {
	if on && s.player == nil {
		player, err := limited.New(rand.Uint64())
		if err != nil {
			return err
		}
		player.SetNetwork(s.network)
		s.player = player
	}
	if on {
		s.player.SetElo(elo)
	}
	s.settings.limited, s.settings.elo = on, elo
	return nil
}

// loadNetwork makes the engine evaluate with the network in the file, or with the one in the binary if path is empty. If
// the file does not hold one, the network stays.
func (s *Session) loadNetwork(path string) error {
	network, err := eval.Default()
	if path != "" {
		network, err = eval.Load(besideProgram(path))
	}
	if err != nil || network == s.network {
		return err
	}
	s.network = network
	s.engine.SetNetwork(network)
	if s.player != nil {
		s.player.SetNetwork(network)
	}
	s.out.note("network " + network.String())
	return nil
}

// besideProgram returns path or, if nothing is there but the program's folder has such a file, the path of that file.
func besideProgram(path string) string {
	program, err := files.Program()
	if _, missing := os.Stat(path); missing == nil || err != nil || filepath.IsAbs(path) {
		return path
	}
	beside := filepath.Join(filepath.Dir(program), path)
	if _, err := os.Stat(beside); err != nil {
		return path
	}
	return beside
}

// resize gives the table the size that was set last. That is deferred until the table is needed or the GUI sends isready,
// because all threads share the work of clearing it, and a GUI may set their number after the size.
func (s *Session) resize() error {
	if s.pendingHash == 0 {
		return nil
	}
	mib := s.pendingHash
	s.pendingHash = 0
	if err := s.engine.SetHash(mib); err != nil {
		return fmt.Errorf("option Hash: %w; old value kept", err)
	}
	return nil
}

// prepareTable gives the table its size, and reports why it cannot.
func (s *Session) prepareTable() { s.show(s.resize()) }

// optionArguments are the arguments of setoption.
type optionArguments struct {
	name  string // words separated by single spaces, as they were written
	value string // raw text without the spaces around it
}

func parseSetOption(t *tokens) optionArguments {
	if _, found := t.until("name"); !found {
		return optionArguments{}
	}
	name, _ := t.until("value")
	return optionArguments{strings.Join(name, " "), strings.TrimFunc(t.rest, isSpace)}
}

func (s *Session) setOption(args *tokens) error {
	a := parseSetOption(args)
	if a.name == "" {
		return errors.New("setoption: no option is named")
	}
	var names []string
	for _, o := range s.options {
		names = append(names, o.name)
		if !strings.EqualFold(o.name, a.name) {
			continue
		}
		if err := o.set(s, a.value); err != nil {
			return fmt.Errorf("option %s: %w; old value kept", o.name, err)
		}
		return nil
	}
	return fmt.Errorf("no option %s", quoted(a.name, names))
}
