package analyse

import (
	"errors"
	"fmt"
	"reflect"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// errOtherInput refuses to continue where the input differs from the journal.
var errOtherInput = errors.New("this is not the input of the interrupted analysis; --restart starts again")

// header returns the header of the results of this analysis. Only files keep the build and the fingerprints of the inputs.
func (a *analysis) header(kept bool) (h *results.Header, err error) {
	o := a.options
	h = &results.Header{
		Format: results.FormatVersion, Engine: a.config.Version, Network: a.NetworkName, Limits: o.answerLimits(),
		Reading: o.format, Shard: o.shard.String(), Skip: o.skip, Inputs: make([]source.Fingerprint, len(o.inputs)),
	}
	if kept {
		if h.Inputs, err = source.Fingerprints(o.inputs); err == nil {
			h.Build, err = a.config.Build()
		}
	}
	return h, err
}

// runToFile searches into a journal beside the file, from which an interrupted analysis continues, and then writes the file from
// the journal.
func (a *analysis) runToFile(target files.Target) (err error) {
	h, err := a.header(true)
	if err != nil {
		return err
	}
	a.journal, err = results.OpenJournal(target, h, a.options.restart, a.disk)
	if err != nil {
		return err
	}
	a.journal.Damaged = a.damaged
	if err := a.journal.Unlocked(); err != nil {
		cli.Message(a.config.Err, "vertigo analyse: files cannot be locked there (%v); if this process is killed, rename %s to %s.journal to continue",
			err, a.journal.Name(), target.Name)
	}
	defer func() {
		closed := a.journal.Close()
		if err != nil && !errors.Is(err, errOtherInput) && a.journal.Records() > 0 {
			err = fmt.Errorf("%w\nthe results so far are in %s: run the same command again to continue", err, a.journal.Name())
		}
		err = errors.Join(err, closed)
	}()
	return a.runWithJournal(h, target)
}

// damaged says that a journal is damaged.
func (a *analysis) damaged(err error) {
	a.progress.Hide()
	cli.Message(a.config.Err, "vertigo analyse: %v; the rest is searched again", err)
}

// runWithJournal is runToFile once the journal, which has the header h, is open.
func (a *analysis) runWithJournal(h *results.Header, target files.Target) error {
	isResults := a.options.as == "results"
	if isResults {
		h.NoTimes = a.options.noTimes
		if complete, err := a.isComplete(h, target.Name); complete || err != nil {
			return err
		}
	}
	if a.journal.Continues() && !a.options.quiet {
		cli.Message(a.config.Err, "vertigo analyse: continuing with %s", a.journal.Name())
	}
	if err := a.run(); err != nil {
		return err
	}
	if a.nothing() != "" {
		return a.journal.Remove()
	}
	if isResults && !h.NoTimes { // the journal itself becomes the file
		err := a.journal.Commit()
		a.wrote = err == nil
		return err
	}
	reader, err := a.journal.Reader()
	if err != nil {
		return err
	}
	err = target.Write(func(f *files.File) error {
		return a.copy("analyse", h, []*results.Reader{reader}, a.disk(f), a.write)
	})
	if err != nil {
		return err
	}
	a.wrote = true
	return a.journal.Remove()
}

// isComplete reports whether the results file is complete already: it is left as it is, so that a task that a scheduler starts
// again has nothing to do.
func (a *analysis) isComplete(h *results.Header, name string) (bool, error) {
	if a.options.restart {
		return false, nil
	}
	end, err := results.Finished(name, h)
	if end == nil || err != nil {
		return false, err
	}
	a.seen, a.inputs.Unread = a.options.shard.Size(end.Jobs), end.Bad
	if !a.options.quiet {
		cli.Message(a.config.Err, "vertigo analyse: %s is complete already", a.options.out)
	}
	return true, a.journal.Remove()
}

// prepare parses a job and gives it the results that an earlier run has found.
func (a *analysis) prepare(j *task) error {
	var earlier *results.Record
	if a.journal != nil {
		var err error
		if earlier, err = a.journal.Next(); err != nil {
			return err
		}
	}
	if earlier == nil {
		a.parse(j)
		a.options.filter.choose(j.Job)
		if err := a.options.filter.Known.Err(); err != nil {
			return fmt.Errorf("opening book: %w", err)
		}
		for i, p := range j.Plies {
			if p.Answer.Scope == game.LeftOut { // no worker waits for it
				j.states[i] = settled
			}
		}
		return nil
	}
	if !reflect.DeepEqual(earlier.Origin, j.Origin) {
		return fmt.Errorf("%s: %w", j.Where, errOtherInput)
	}
	j.restored = true
	a.parse(j)
	return earlier.Restore(j.Job)
}

// checkNoMoreRecords makes sure that an earlier run has not seen more of the input than there is now.
func (a *analysis) checkNoMoreRecords() error {
	if a.journal == nil {
		return nil
	}
	earlier, err := a.journal.Next()
	if err == nil && earlier != nil {
		err = fmt.Errorf("the end: %w", errOtherInput)
	}
	return err
}

// parse parses a job and sets the root moves to search in its positions. It passes over games of which the filters leave nothing.
func (a *analysis) parse(j *task) {
	if a.options.filter.wants(j.Job) {
		j.Parse(a.options.searchMoves...)
	} else {
		j.PassOver()
	}
	j.states = make([]state, len(j.Plies))
}
