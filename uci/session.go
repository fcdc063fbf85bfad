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
	"vertigo/internal/engine/limited"
	"vertigo/internal/system/cli"
	"vertigo/search"
)

// Config is the environment of a session.
type Config struct {
	Version string    // of the program, as it is shown to the user
	In      io.Reader // commands, one per line
	Out     io.Writer // answers; every write is one or more whole lines

	// Processors is the number of processors that this process may use. The session warns of more threads than that; 0 means no
	// warning.
	Processors int
}

// Session is one conversation, from the first line to the end of the input. It is not safe for concurrent use.
type Session struct {
	config     Config
	commands   commandTable
	options    []option
	out        *output
	now        func() time.Time
	openLog    func(path string) (io.WriteCloser, error)
	makeEngine func(hash, threads int) (*search.Engine, error) // beside that of the session
	engine     *search.Engine
	player     *limited.Player // of limited strength; nil until there is one
	settings   settings
	network    *eval.Network // what they evaluate with

	tablebases search.Tablebases // as the engine has them
	opening    opening

	game    *board.Game // replaced, never changed; nil if refused is not
	refused error       // why the last position was refused; nil if it was understood

	pendingHash int // MiB that the table is still to get; 0 if it has the size that was asked for

	job     *job         // nil while nothing is running
	ended   chan outcome // of the job
	waiting []request    // lines that arrived while job was running
	closing bool         // quit or the end of the input has been reached
	strict  bool         // the lines are arguments of the program: words that are not understood are refused
}

// job is work that runs beside the session.
type job struct {
	cancel    context.CancelFunc
	stopped   bool             // it ends soon
	endless   bool             // it ends only when it is stopped
	ponderHit chan<- time.Time // nil if the job does not ponder, or no longer
}

// outcome is the end of a job: the last line of its output, or why it could not be done.
type outcome struct {
	line string
	err  error
}

// New returns a session that stands at the starting position. The caller closes it.
func New(config Config) (*Session, error) {
	engine, err := search.NewEngine(defaultHash, defaultThreads)
	if err != nil {
		return nil, fmt.Errorf("starting the engine: %w", err)
	}
	return newSession(config, engine)
}

// newSession returns a session with the given engine.
func newSession(config Config, engine *search.Engine) (*Session, error) {
	network, err := eval.Default()
	if err != nil {
		return nil, err
	}
	return &Session{
		config:     config,
		commands:   commands(),
		options:    optionTable(),
		out:        newOutput(config.Out),
		now:        time.Now,
		openLog:    appendToFile,
		makeEngine: search.NewEngine,
		engine:     engine,
		settings:   defaultSettings(),
		network:    network,
		tablebases: search.Tablebases{MaxPieces: defaultProbeLimit, MinDepth: defaultProbeDepth, Rule50: true},
		game:       board.NewGame(board.StartPosition()),
		ended:      make(chan outcome),
	}, nil
}

// Close frees the engine and its tablebases. The session cannot be used afterwards.
func (s *Session) Close() {
	s.engine.Close()
	if s.player != nil {
		s.player.Close()
	}
	s.closeBook()
	s.out.setLog(nil)
	_ = s.tablebases.Tables.Close() // nothing can be done about memory that the system does not take back
}

// Run reads and executes commands until quit, or until the input has ended and all commands are done; endless searches are then
// stopped. The error is that of a failed write, or of reading.
func (s *Session) Run() error {
	lines := make(chan string)
	finished := make(chan struct{})
	defer close(finished)
	var readErr error // written before lines is closed
	go func() {
		defer close(lines)
		readErr = s.read(lines, finished)
	}()
	failed := s.out.failed
	var pulse <-chan time.Time // after the end of the input
	for !s.closing || s.job != nil {
		select {
		case text, ok := <-lines:
			if !ok {
				lines, s.closing, pulse = nil, true, time.Tick(silence)
				break
			}
			if r := s.receive(text); !s.closing { // not after quit
				s.take(r)
			}
		case o := <-s.ended:
			s.show(s.jobEnded(o))
			s.resume()
		case <-pulse:
			s.out.breakSilence()
		case <-failed: // the output has no reader any more
			failed = nil
			s.show(s.quit())
		}
		if s.closing && s.job != nil && s.job.isEndless() {
			s.job.stop()
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

// maxLine bounds the lines of the input in bytes: a position with the moves of the longest game has a tenth of it.
const maxLine = 1 << 20

// readLine reads a line with its line feed. It cuts a line that is longer than maxLine to maxLine+1 bytes, so that receive
// refuses it.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxLine+1-len(line))]...)
		if err != bufio.ErrBufferFull {
			return string(line), err
		}
	}
}

// read sends every line to lines, until the input ends or finished is closed.
func (s *Session) read(lines chan<- string, finished <-chan struct{}) error {
	in := bufio.NewReader(s.config.In)
	for {
		line, err := readLine(in)
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

// receive logs a line that has arrived and finds its command. It drops one that is too long. If that is a position, a position
// without arguments takes its place, so that it is refused as other bad positions are.
func (s *Session) receive(text string) request {
	if len(text) > maxLine {
		s.out.note(fmt.Sprintf("a line is longer than %d MiB: it is ignored", maxLine>>20))
		isPosition := strings.HasPrefix(strings.TrimLeftFunc(text, isSpace), "position")
		if text = ""; isPosition {
			text = "position"
		}
	}
	s.out.received(text)
	return s.commands.parse(text)
}

// show shows an error to the user.
func (s *Session) show(err error) {
	if err != nil {
		s.out.note(err.Error())
	}
}

// execute executes a line. If that starts a job, the job gets the stop or ponderhit that arrived for it earlier.
func (s *Session) execute(r request) error {
	running := s.job
	if err := r.run(s, &r.args); err != nil {
		if _, ok := err.(unknownArgument); ok {
			return cli.UsageError(fmt.Sprintf("%s: %v; usage: %v", r.name, err, r.command))
		}
		return err
	}
	if s.job == nil || s.job == running {
		return nil
	}
	if r.ponderHit {
		s.job.hit()
	}
	if r.stopped {
		s.job.stop()
	}
	return nil
}

// start runs a job on a goroutine of its own. No other may be running. The work must end soon after its context does. It returns
// the last line of its output or, if the job could not be done, an error, which is shown to the user.
func (s *Session) start(work func(ctx context.Context) (line string, err error)) {
	ctx, stop := context.WithCancel(context.Background())
	s.job = &job{cancel: stop}
	go func() {
		line, err := work(ctx)
		s.ended <- outcome{line, err}
	}()
}

// jobEnded makes room for the next job, then writes the last line: what the user sends in answer to it need not wait.
func (s *Session) jobEnded(o outcome) error {
	s.job.stop() // frees the context
	s.job = nil
	if o.err == nil {
		s.out.line("%s", o.line)
	}
	return o.err
}

// resume executes the waiting lines, up to the next job, and those of the rest that need not wait for its end.
func (s *Session) resume() {
	waiting := s.waiting
	s.waiting = nil
	for _, r := range waiting {
		s.take(r)
	}
}

// take executes a line, or keeps it until the job has ended, which it may call for.
func (s *Session) take(r request) {
	if s.job == nil || s.isAtOnce(&r) {
		s.show(s.execute(r))
		return
	}
	s.waiting = append(s.waiting, r)
	if r.endsAnalysis && s.job.isEndless() {
		s.job.stop()
	}
}

// isAtOnce reports whether a line is executed while a job runs. The lines for people are about the position, which those that wait
// may set. What follows the end of a job that was stopped is for the next search, and isready asks whether it is done.
func (s *Session) isAtOnce(r *request) bool {
	switch {
	case r.nonUCI && len(s.waiting) > 0:
		return false
	case r.nonUCI || r.name == "isready":
		return r.atOnce && !s.job.stopped
	}
	return r.atOnce
}

// stop ends the running job and all waiting ones.
func (s *Session) stop() error {
	for i := range s.waiting {
		s.waiting[i].stopped = true
	}
	if s.job != nil {
		s.job.stop()
	}
	return nil
}

// ponderHit passes ponderhit on to the last go ponder, running or waiting.
func (s *Session) ponderHit() error {
	for i := len(s.waiting) - 1; i >= 0; i-- {
		r := &s.waiting[i]
		if r.ponders() && !r.ponderHit {
			r.ponderHit = true
			return nil
		}
	}
	if s.job != nil {
		s.job.hit()
	}
	return nil
}

// hit passes the first ponderhit on to a job that ponders.
func (j *job) hit() {
	if j.ponderHit != nil {
		j.ponderHit <- time.Now()
		j.ponderHit = nil
	}
}

// stop makes the job end soon. It may be called more than once.
func (j *job) stop() {
	j.stopped = true
	j.cancel()
}

// isEndless reports whether the job ends only when it is stopped.
func (j *job) isEndless() bool { return j.endless || j.ponderHit != nil }

// quit stops the running job and lets Run return as soon as it has ended. Waiting lines are dropped, but isready is answered.
func (s *Session) quit() error {
	for _, r := range s.waiting {
		if r.name == "isready" {
			s.out.line("readyok")
		}
	}
	s.closing, s.waiting = true, nil
	return s.stop()
}
