// Package progress tells how far an analysis is.
package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vertigo/internal/system/files"
)

// Progress tells how far an analysis is: on a terminal with a bar that is drawn again and again, elsewhere with a
// line now and then. A nil *Progress tells nothing.
type Progress struct {
	name  string // of the command
	unit  string // what is counted, in the plural
	out   io.Writer
	bar   bool
	now   func() time.Time
	begin time.Time
	size  int64 // bytes of all inputs, 0 if that is not known

	searched atomic.Int64 // in this run

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

// New returns the progress of a command, told to out, of inputs with so many bytes in all, 0 if that is not known. What is
// counted has the name unit, in the plural.
func New(name, unit string, out io.Writer, size int64) *Progress {
	p := &Progress{name: name, unit: unit, out: out, now: time.Now, size: size}
	if terminal := files.Terminal(out); terminal != nil {
		p.out, p.bar = terminal, true
	}
	p.start()
	return p
}

func (p *Progress) start() {
	p.begin = p.now()
	p.next = p.begin.Add(logAfter)
	if p.bar {
		p.next = p.begin.Add(barAfter)
	}
}

// Run tells the progress until stop is called, which takes the bar away.
func (p *Progress) Run() (stop func()) {
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
		p.Hide()
	}
}

// Count adds a searched position.
func (p *Progress) Count() {
	if p != nil {
		p.searched.Add(1)
	}
}

// Finish tells that a job is finished which ends at so many bytes of all inputs. Restored tells that an earlier run had
// finished it.
func (p *Progress) Finish(end int64, restored bool) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.jobs, p.done = p.jobs+1, end
	if restored {
		p.since = end
	}
}

// Hide takes the bar away, so that something else can be written to the terminal. The next tick draws it again.
func (p *Progress) Hide() {
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
func (p *Progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Before(p.next) {
		return
	}
	text := p.text(now)
	if !p.bar {
		p.next = now.Add(logEvery)
		fmt.Fprintf(p.out, "vertigo %s: %s\n", p.name, text)
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
func (p *Progress) fraction() float64 {
	if p.size == 0 {
		return 0
	}
	return min(1, float64(p.done)/float64(p.size))
}

// text describes the progress: the share of the input that is finished, the number of units searched in this run, in all and
// per second, and the time that is left if the rest takes as long as this run's part.
func (p *Progress) text(now time.Time) string {
	elapsed, searched := now.Sub(p.begin), p.searched.Load()
	text := fmt.Sprintf("%d %s, %.1f/s", searched, p.unit, float64(searched)/max(elapsed.Seconds(), 1e-3))
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
