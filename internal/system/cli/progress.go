package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vertigo/internal/system/files"
)

// Progress shows the progress of an analysis: on a terminal with a bar, elsewhere with a line now and then. A nil *Progress
// shows nothing.
type Progress struct {
	Shorter string // how to make a long run shorter, for people at a terminal; "" for nothing

	name  string // of the command
	out   io.Writer
	bar   bool
	now   func() time.Time
	begin time.Time
	size  int64 // bytes of all inputs, 0 if that is not known

	done  atomic.Int64 // positions, in this run
	first atomic.Pointer[first]
	again atomic.Int64 // pending second searches, in positions of equal time
	redo  atomic.Int64 // second searches done, in the same unit

	mu      sync.Mutex
	planned int64 // positions of what has been read

	plannedAgain int64 // expected second searches of what has been read, in the same unit

	read    int64 // bytes of what has been read
	skipped int64 // bytes of what an earlier run has done

	shown bool      // the bar is in the last line of the terminal
	next  time.Time // of the next line in a log
}

// first is the moment at which the first work was done, and how much. The speed is measured from then on: before it, workers were
// busy with work of which nothing counted yet.
type first struct {
	at   time.Time
	work float64
}

// When progress is shown.
const (
	barEvery  = 250 * time.Millisecond
	barAfter  = time.Second // shorter runs show nothing
	logAfter  = 10 * time.Second
	logEvery  = time.Minute
	barLength = 16 // characters

	longRun = time.Minute // a run that takes longer comes with advice
)

// NewProgress returns the progress of a command, written to out, over inputs of size bytes in all, 0 if unknown.
func NewProgress(name string, out io.Writer, size int64) *Progress {
	p := &Progress{name: name, out: out, now: time.Now, size: size}
	if terminal := files.Terminal(out); terminal != nil && canErase(terminal) {
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

// Run shows the progress until stop is called, which removes the bar.
func (p *Progress) Run() (stop func()) {
	if p == nil {
		return func() {}
	}
	end := Every(barEvery, p.tick)
	return func() {
		end()
		p.Hide()
	}
}

// Every calls show after each interval until stop is called, which returns when show runs no more. An interval of 0 is none.
func Every(interval time.Duration, show func()) (stop func()) {
	if interval <= 0 {
		return func() {}
	}
	ended := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
				show()
			}
		}
	})
	return func() {
		close(ended)
		group.Wait()
	}
}

// Plan notes that a job has been read: its size in bytes, its positions to search, and its expected second searches, in positions
// of equal time. The number of positions of all inputs is estimated from that.
func (p *Progress) Plan(bytes int64, positions, again int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.read, p.planned, p.plannedAgain = p.read+bytes, p.planned+int64(positions), p.plannedAgain+int64(again)
}

// Skip notes that an earlier run has done a job, with its size in bytes.
func (p *Progress) Skip(bytes int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.skipped += bytes
}

// Count adds positions that are done.
func (p *Progress) Count(positions int) {
	if p == nil {
		return
	}
	p.done.Add(int64(positions))
	if positions > 0 && p.first.Load() == nil {
		p.first.CompareAndSwap(nil, &first{p.now(), float64(positions)})
	}
}

// Again adds second searches to do, in positions of equal time.
func (p *Progress) Again(positions int) {
	if p != nil {
		p.again.Add(int64(positions))
	}
}

// CountAgain adds second searches done.
func (p *Progress) CountAgain(positions int) {
	if p != nil {
		p.redo.Add(int64(positions))
	}
}

// Hide removes the bar, so that other text can be written to the terminal. The next tick draws it again.
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

// tick shows the progress if it is time to.
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
	width := Width(p.out)
	if p.size > 0 {
		full := int(barLength * p.share())
		bar := "[" + strings.Repeat("#", full) + strings.Repeat(".", barLength-full) + "] "
		if len(bar)+len(text) < width {
			text = bar + text
		}
	}
	text = text[:min(len(text), width-1)] // a line that wraps could not be removed
	fmt.Fprintf(p.out, "\r%s\x1b[K", text)
	p.shown = true
}

// total returns how many positions this run has to search: exactly if all is read, else by extrapolation from what is read, 0
// if it says nothing.
func (p *Progress) total() (positions int64, exact bool) {
	mine := p.size - p.skipped
	if p.read == 0 || p.read >= mine {
		return p.planned, p.read > 0
	}
	return int64(float64(p.planned) * float64(mine) / float64(p.read)), false
}

// Work returns the work that this run has done, and all of its work, in positions. It expects the rest to need as many repeated
// searches as the part that is done or, at first, as planned.
func (p *Progress) Work() (done, all float64) {
	const trust = 20 // positions that say as much as the plan
	total, _ := p.total()
	positions, again := float64(p.done.Load()), float64(p.again.Load())
	left := max(float64(total)-positions, 0)
	share := (again + trust*float64(p.plannedAgain)/float64(max(p.planned, 1))) / (positions + trust)
	return positions + float64(p.redo.Load()), positions + again + left*(1+share)
}

// share returns how much of the work is done, 0 to 1.
func (p *Progress) share() float64 {
	done, all := p.Work()
	earlier := float64(p.skipped) / float64(max(p.size, 1))
	return min(1, earlier+(1-earlier)*done/max(all, 1))
}

// text describes the progress: the share done, the positions of this run, in all and per second, and the time left.
func (p *Progress) text(now time.Time) string {
	elapsed, done := now.Sub(p.begin), p.done.Load()
	rate := fmt.Sprintf("%.1f/s", float64(done)/max(elapsed.Seconds(), 1e-3))
	if p.size == 0 {
		return Count(int(done), "position") + ", " + rate
	}
	total, exact := p.total()
	about := ""
	if !exact {
		about = "about "
	}
	text := fmt.Sprintf("%3.0f%%  %d of %s%d positions, %s", 100*p.share(), done, about, max(total, done), rate)
	worked, all := p.Work()
	if total == 0 || worked <= 0 {
		return text
	}
	left := timeLeft(elapsed, worked, all)
	if from := p.first.Load(); from != nil && worked >= 2*from.work && now.After(from.at) {
		left = time.Duration(float64(now.Sub(from.at)) * max(all-worked, 0) / (worked - from.work))
	}
	text += ", " + roundTime(left) + " left"
	if p.bar && p.Shorter != "" && left >= longRun {
		text += "; " + p.Shorter
	}
	return text
}

// Left says how much time is left if the rest of all work goes on at the same speed: ", 1 min 20 s left". It is empty if nothing
// was done.
func Left(elapsed time.Duration, done, all float64) string {
	if done <= 0 {
		return ""
	}
	return ", " + roundTime(timeLeft(elapsed, done, all)) + " left"
}

func timeLeft(elapsed time.Duration, done, all float64) time.Duration {
	return time.Duration(float64(elapsed) * max(all-done, 0) / done)
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
