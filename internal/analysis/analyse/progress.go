package analyse

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// progress tells how far an analysis is: on a terminal with a bar that is drawn again and again, elsewhere with a
// line now and then. A nil *progress tells nothing.
type progress struct {
	out   io.Writer
	bar   bool
	now   func() time.Time
	begin time.Time
	size  int64 // bytes of all inputs, 0 if that is not known

	searched atomic.Int64 // positions in this run

	mu    sync.Mutex
	jobs  int       // finished, those of earlier runs included
	done  int64     // bytes of the inputs that are finished
	since int64     // those that an earlier run had finished
	shown bool      // the bar stands in the last line of the terminal
	next  time.Time // of the next line in a log
}

// When progress is told.
const (
	barEvery  = 250 * time.Millisecond
	barAfter  = time.Second // nothing for what is as quick as that
	logAfter  = 10 * time.Second
	logEvery  = time.Minute
	barLength = 24 // characters
)

// newProgress returns nil if nothing is to be told.
func newProgress(c Config, o *options) *progress {
	if o.quiet {
		return nil
	}
	p := &progress{out: c.Err, bar: isTerminal(c.Err), now: time.Now, size: inputSize(o.inputs)}
	p.start()
	return p
}

func (p *progress) start() {
	p.begin = p.now()
	p.next = p.begin.Add(logAfter)
	if p.bar {
		p.next = p.begin.Add(barAfter)
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// inputSize returns the bytes of all inputs, 0 if one of them comes from a pipe.
func inputSize(args []string) (size int64) {
	for _, arg := range args {
		if isPositionArgument(arg) {
			size += int64(len(arg))
			continue
		}
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.Mode().IsRegular() {
			return 0
		}
		size += info.Size()
	}
	return size
}

// run tells the progress until stop is called, which takes the bar away.
func (p *progress) run() (stop func()) {
	if p == nil {
		return func() {}
	}
	ended := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		ticker := time.NewTicker(barEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
				p.tick()
			}
		}
	})
	return func() {
		close(ended)
		group.Wait()
		p.hide()
	}
}

// count adds a searched position.
func (p *progress) count() {
	if p != nil {
		p.searched.Add(1)
	}
}

// finish tells that a job is finished, by an earlier run or by this one.
func (p *progress) finish(j *job) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.jobs, p.done = p.jobs+1, j.end
	if j.restored {
		p.since = j.end
	}
}

// hide takes the bar away, so that something else can be written to the terminal. The next tick draws it again.
func (p *progress) hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// tick tells the progress if it is time to.
func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Before(p.next) {
		return
	}
	text := p.text(now)
	if !p.bar {
		p.next = now.Add(logEvery)
		fmt.Fprintf(p.out, "vertigo analyse: %s\n", text)
		return
	}
	if p.size > 0 {
		full := int(barLength * p.fraction())
		text = "[" + strings.Repeat("#", full) + strings.Repeat(".", barLength-full) + "] " + text
	}
	fmt.Fprintf(p.out, "\r%s\x1b[K", text)
	p.shown = true
}

// fraction returns how much of the input is finished, 0 to 1.
func (p *progress) fraction() float64 {
	if p.size == 0 {
		return 0
	}
	return min(1, float64(p.done)/float64(p.size))
}

// text describes the progress: the share of the input that is finished, positions and positions per second in this
// run, and the time that is left if the rest takes as long as this run's part.
func (p *progress) text(now time.Time) string {
	elapsed, searched := now.Sub(p.begin), p.searched.Load()
	text := fmt.Sprintf("%d positions, %.1f/s", searched, float64(searched)/max(elapsed.Seconds(), 1e-3))
	if p.size == 0 {
		return text
	}
	text = fmt.Sprintf("%3.0f%%  %s", 100*p.fraction(), text)
	if mine := p.done - p.since; mine > 0 {
		left := time.Duration(float64(elapsed) * float64(p.size-p.done) / float64(mine))
		text += ", " + roundTime(left) + " left"
	}
	return text
}

// roundTime returns a duration in its two largest units.
func roundTime(d time.Duration) string {
	s := int64(max(d, 0).Round(time.Second) / time.Second)
	switch {
	case s >= 24*3600:
		return fmt.Sprintf("%d d %d h", s/(24*3600), s/3600%24)
	case s >= 3600:
		return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
	case s >= 60:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	return fmt.Sprintf("%d s", s)
}
