package analyse

import (
	"errors"
	"fmt"

	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/worker"
)

// runToStream writes the results to standard output, each as soon as it is its turn.
func (a *analysis) runToStream() error {
	a.out = a.config.Out
	if a.options.as != "results" {
		a.renderer = output.New(a.options.outputSettings(a.config))
		return a.run()
	}
	h, err := a.header()
	if err != nil {
		return err
	}
	a.renderer = &results.Renderer{Header: h}
	return a.run()
}

// write writes the results of each job as soon as it is its turn.
func (a *analysis) write(order <-chan *task) error {
	if a.renderer != nil {
		a.text = a.renderer.Begin(a.text)
	}
	for j := range order {
		j.pending.Wait()
		if err := errors.Join(j.failed, worker.CheckTablebases(a.tables)); err != nil { // before results that lack a table are kept
			return err
		}
		if err := a.put(j); err != nil {
			return err
		}
		a.progress.Finish(j.End-a.part.From, j.restored)
	}
	return nil
}

// put writes the results of one job.
func (a *analysis) put(j *task) error {
	a.seen++
	if err := a.storeGame(j); err != nil {
		return err
	}
	if a.journal != nil && !j.restored {
		if err := a.journal.Add(&j.Job); err != nil {
			return err
		}
	}
	if j.Err != nil {
		a.bad++
		a.progress.Hide()
		fmt.Fprintf(a.config.Err, "%s: %v\n", j.Where, j.Err)
	}
	if a.renderer == nil {
		return nil
	}
	if j.Err == nil {
		a.text = a.renderer.Render(a.text, &j.Job)
	} else if r, ok := a.renderer.(output.FailureRenderer); ok {
		a.text = r.Failure(a.text, &j.Job)
	}
	return a.flush()
}

// flush writes what the renderer has made.
func (a *analysis) flush() error {
	if len(a.text) == 0 {
		return nil
	}
	if a.out == a.config.Out {
		a.progress.Hide() // both may be the terminal
	}
	_, err := a.out.Write(a.text)
	a.text = a.text[:0]
	return err
}

// finish writes what comes behind the last job.
func (a *analysis) finish() error {
	e := results.Ending{Jobs: a.jobs, Bad: a.bad, Span: a.span}
	if a.journal != nil {
		if err := a.journal.Finish(e); err != nil {
			return err
		}
	}
	if a.renderer == nil {
		return nil
	}
	if r, ok := a.renderer.(*results.Renderer); ok {
		r.Ending = e
	}
	a.text = a.renderer.End(a.text)
	return a.flush()
}
