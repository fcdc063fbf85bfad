package analyse

import (
	"errors"
	"fmt"
	"slices"

	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// header returns the header of the results of this analysis. Only files keep the build and the fingerprints of the inputs.
func (a *analysis) header(kept bool) (h *results.Header, err error) {
	o := a.options
	h = &results.Header{
		Format: results.FormatVersion, Engine: a.config.Version, Network: a.NetworkName, Limits: o.answerLimits(),
		Reading: o.format, Shard: o.shard.String(), Skip: o.skip, Inputs: make([]source.Fingerprint, len(o.inputs)),
	}
	if kept {
		if a.fingerprints == nil {
			a.fingerprints, err = await(a, func() ([]source.Fingerprint, error) { return source.Fingerprints(o.inputs) })
		}
		if h.Inputs = a.fingerprints; err == nil {
			h.Build, err = a.config.Build()
		}
	}
	return h, err
}

// await returns the result of a step that may take long and that no signal ends by itself, or an error as soon as a signal comes:
// the process then ends.
func await[T any](a *analysis, step func() (T, error)) (result T, err error) {
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		result, err := step()
		done <- outcome{result, err}
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-a.config.Context.Done():
		return result, a.interrupted()
	}
}

// runToFile writes the file when it is complete. Until then its journal keeps the answers, unless a store does, so that an
// analysis that was interrupted continues.
func (a *analysis) runToFile(target files.Target) error {
	h, err := a.header(true)
	if err != nil {
		return err
	}
	if a.options.as == "results" && !a.options.restart {
		if complete, err := a.isComplete(h, target.Name); complete || err != nil {
			return err
		}
	}
	isJournal := a.store == nil
	if isJournal {
		if err := a.openJournal(target, h); err != nil {
			return err
		}
	}
	a.wait = true
	err = target.Write(func(f *files.File) error {
		cli.Unprotected(a.config.Err, "analyse", f)
		a.begin("analyse", h, f)
		err := a.run()
		if err == nil && a.nothing() != "" {
			err = errNothing
		}
		return err
	})
	a.wrote = err == nil
	if errors.Is(err, errNothing) {
		err = nil
	}
	switch {
	case err != nil && a.store.Lines() > 0 && a.store.ReadOnly == nil:
		err = fmt.Errorf("%w\nthe answers so far are in %s: run the same command again to continue", err, a.store.Name())
	case err == nil && isJournal:
		err, a.store = a.store.Remove(), nil
	}
	return err
}

// isComplete reports whether the results file is complete already: it is left as it is, so that a task that a scheduler starts
// again has nothing to do.
func (a *analysis) isComplete(h *results.Header, name string) (bool, error) {
	before := *h
	before.NoTimes = a.options.noTimes
	end, err := await(a, func() (*results.Footer, error) { return results.Finished(name, &before) })
	if end == nil || err != nil {
		return false, err
	}
	if i := slices.IndexFunc(h.Inputs, func(f source.Fingerprint) bool { return source.ReadOnce(f.Name) }); i >= 0 {
		return false, fmt.Errorf("%s is complete, but nothing tells whether it is of the same %s; remove it to analyse again",
			a.options.out, source.Name(h.Inputs[i].Name))
	}
	a.inputs.Seen, a.inputs.Unread = a.options.shard.Size(end.Jobs), end.Bad
	if !a.options.quiet {
		cli.Message(a.config.Err, "vertigo analyse: %s is complete already", a.options.out)
	}
	return true, nil
}
