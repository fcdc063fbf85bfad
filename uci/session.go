package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/search"
)

// Config says what a session talks to.
type Config struct {
	Version string    // of the program, as it is shown to the user
	In      io.Reader // commands, one per line
	Out     io.Writer // answers; every write is one or more whole lines

	// NewEngine makes an engine with a table of hash MiB and the given number of threads. It is called for the
	// session itself and again for every bench, whose result must not depend on what went before.
	NewEngine func(hash, threads int) (Engine, error)

	// NewLimited makes the player that the option UCI_LimitStrength asks for.
	NewLimited func() (Limited, error)

	// Programs are what else the binary can be started as, for help to list.
	Programs []Program

	// Processors is how many this process may use. With more threads than that the session says so; 0 stands for as many
	// as there are threads.
	Processors int

	// OpenLog opens the log that the option Debug Log File asks for, to append to it. Nil stands for the file system.
	OpenLog func(path string) (io.WriteCloser, error)
}

// Program is another way to use the binary, which its first argument names.
type Program struct {
	Name string
	Does string // one line
}

// Session is one conversation, from the first line to the end of the input. It is not safe for concurrent use.
type Session struct {
	config   Config
	parser   parser
	options  []option
	out      *output
	now      func() time.Time
	engine   Engine
	limited  Limited // nil until it is wanted
	settings settings
	network  *eval.Network // what they evaluate with

	tablebases search.Tablebases // as the engine has them
	opening    opening

	game    *board.Game // replaced, never changed
	greeted bool        // uci was received
	debug   bool        // debug on was received

	pendingHash int // MiB that the table is still to get; 0 if it has the size that was asked for

	job     *job              // nil while nothing is running
	ended   chan func() error // the job has ended; this tells its result
	waiting []waiting         // commands that arrived while job was running
	closing bool              // quit or the end of the input has been reached
	hurried bool              // it was quit: whoever sends it wants the program to end at once
}

// job is work that runs beside the session.
type job struct {
	stop      context.CancelFunc // makes it end soon; may be called more than once
	ponderHit chan<- time.Time   // nil if the job does not ponder, or no longer
}

// waiting is a command that waits for the running job to end, together with what has arrived for it meanwhile.
type waiting struct {
	command   command
	stopped   bool
	ponderHit bool
}

// UsageError is the error of Execute for a line that holds no command, or arguments that its command does not take.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// New returns a session that stands at the starting position. The caller closes it.
func New(config Config) (*Session, error) {
	engine, err := config.NewEngine(defaultHash, defaultThreads)
	if err != nil {
		return nil, fmt.Errorf("starting the engine: %w", err)
	}
	network, err := eval.Default()
	if err != nil {
		return nil, err
	}
	return &Session{
		config:     config,
		parser:     newParser(),
		options:    optionTable(),
		out:        &output{w: config.Out},
		now:        time.Now,
		engine:     engine,
		settings:   defaultSettings(),
		network:    network,
		tablebases: defaultTablebases(),
		game:       board.NewGame(board.StartPosition()),
		ended:      make(chan func() error),
	}, nil
}

// Close frees the engine and its tablebases. The session cannot be used afterwards.
func (s *Session) Close() {
	for _, p := range s.players() {
		p.Close()
	}
	s.out.setLog(nil)
	_ = s.tablebases.Tables.Close() // nothing can be done about memory that the system does not take back
}

// players returns all that there are.
func (s *Session) players() []Player {
	if s.limited == nil {
		return []Player{s.engine}
	}
	return []Player{s.engine, s.limited}
}

// Run reads and executes commands until quit or the end of the input, and returns when the search that was then
// running has ended too. The error is that of a failed write, or of reading.
func (s *Session) Run() error {
	lines := make(chan string)
	finished := make(chan struct{})
	defer close(finished)
	var readErr error // written before lines is closed
	go func() {
		defer close(lines)
		readErr = s.read(lines, finished)
	}()
	for !s.closing || s.job != nil {
		select {
		case line, ok := <-lines:
			if !ok {
				lines = nil
				s.quit()
				continue
			}
			s.out.received(line)
			s.receive(s.parser.parse(line))
		case finish := <-s.ended:
			if err := s.jobEnded(finish); err != nil {
				s.out.note(err.Error())
			}
			s.resume()
		}
		if s.out.failure() != nil {
			s.quit() // nobody listens any more
		}
	}
	if err := s.out.failure(); err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	if lines == nil && readErr != nil {
		return fmt.Errorf("reading: %w", readErr)
	}
	return nil
}

// read sends every line to lines, until the input ends or finished is closed.
func (s *Session) read(lines chan<- string, finished <-chan struct{}) error {
	in := bufio.NewReader(s.config.In)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			select {
			case lines <- line:
			case <-finished:
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Execute executes the lines one after the other, waiting for every search to end by itself. It stops at the first
// line that is not a command or is misused (UsageError), or that cannot be executed.
func (s *Session) Execute(lines ...string) error {
	for _, line := range lines {
		s.out.received(line)
		c := s.parser.parse(line)
		if u, ok := c.(unknownCommand); ok {
			return UsageError(fmt.Sprintf("unknown command %q", u.line))
		}
		if err := c.execute(s); err != nil {
			return err
		}
		if err := s.resize(); err != nil { // at once, so that its failure ends the run
			return err
		}
		if s.job != nil {
			if err := s.jobEnded(<-s.ended); err != nil {
				return err
			}
		}
	}
	return s.out.failure()
}

// receive acts on a command that has just arrived. See the package's comment for the order of things.
func (s *Session) receive(c command) {
	switch c.(type) {
	case stopCommand:
		s.stop()
	case ponderHitCommand:
		s.ponderHit()
	case quitCommand:
		s.hurried = true
		s.quit()
	case isReadyCommand:
		s.perform(waiting{command: c})
	default:
		if s.closing {
			return
		}
		if s.job != nil {
			s.waiting = append(s.waiting, waiting{command: c})
			return
		}
		s.perform(waiting{command: c})
	}
}

// perform executes a command. If that starts a job, it passes on to the job what arrived for it earlier.
func (s *Session) perform(w waiting) {
	running := s.job
	if err := w.command.execute(s); err != nil {
		s.out.note(err.Error())
	}
	if s.job == nil || s.job == running {
		return
	}
	if w.ponderHit {
		s.hit(s.job)
	}
	if w.stopped || s.closing {
		s.job.stop()
	}
}

// start runs a job on a goroutine of its own. No other may be running. The work must end soon after its context does. It
// returns a function, which the session calls when the job is over and the next one may begin. That function prints the
// result; its error, if the job could not be done, is shown to the user.
func (s *Session) start(work func(ctx context.Context) (finish func() error)) {
	ctx, stop := context.WithCancel(context.Background())
	s.job = &job{stop: stop}
	go func() { s.ended <- work(ctx) }()
}

// jobEnded prints the result of the job that has just ended, or returns why there is none.
func (s *Session) jobEnded(finish func() error) error {
	s.job.stop() // frees the context
	s.job = nil
	return finish()
}

// resume executes what waits, up to the next job.
func (s *Session) resume() {
	for s.job == nil && len(s.waiting) > 0 {
		next := s.waiting[0]
		s.waiting = s.waiting[1:]
		if !s.hurried || matters(next.command) {
			s.perform(next)
		}
	}
}

// matters reports whether a command is worth its time after quit. One that only prepares the engine for what comes later is
// not.
func matters(c command) bool {
	switch c := c.(type) {
	case newGameCommand:
		return false
	case setOptionCommand: // those of UCI itself may change how a move is written
		return len(c.name) > 4 && strings.EqualFold(c.name[:4], "UCI_")
	}
	return true
}

// stop ends the running job and every one that has been asked for and waits.
func (s *Session) stop() {
	for i := range s.waiting {
		s.waiting[i].stopped = true
	}
	if s.job != nil {
		s.job.stop()
	}
}

// ponderHit tells the go ponder that was sent last, running or waiting, that its move was played.
func (s *Session) ponderHit() {
	for i := len(s.waiting) - 1; i >= 0; i-- {
		w := &s.waiting[i]
		if c, ok := w.command.(goCommand); ok && c.ponder && !w.ponderHit {
			w.ponderHit = true
			return
		}
	}
	if s.job != nil {
		s.hit(s.job)
	}
}

// hit passes the first ponderhit on to a job that ponders.
func (s *Session) hit(j *job) {
	if j.ponderHit != nil {
		j.ponderHit <- time.Now()
		j.ponderHit = nil
	}
}

// quit stops all jobs and lets Run return as soon as they have ended.
func (s *Session) quit() {
	s.closing = true
	s.stop()
}
