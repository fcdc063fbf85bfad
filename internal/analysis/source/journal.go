package source

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"vertigo/internal/analysis/game"
	"vertigo/internal/system/files"
)

// Journal is a results file that grows while an analysis runs. An analysis that finds one continues it and does not search its
// records again. The journal is first read with Next, then added to.
type Journal struct {
	file    *files.File
	out     io.Writer // the file, or a writer of a test before it
	earlier *Results  // nil once everything in it has been read
	lines   lines     // in the file
	text    []byte    // reused

	// Damaged is called with the error if the file is damaged: everything after that place is searched again. It may be nil.
	Damaged func(err error)

	synced time.Time
}

// syncEvery bounds the work that a failure of the whole computer may cost. If only the process dies, nothing is lost.
const syncEvery = 5 * time.Second

// OpenJournal opens the journal of an output for an analysis with the header h, or creates it. Anew discards its contents.
func OpenJournal(output files.Target, h *Header, anew bool, wrap func(io.Writer) io.Writer) (*Journal, error) {
	f, err := output.Continue()
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f, out: wrap(f), synced: time.Now()}
	if err = j.begin(h, anew); err == nil {
		return j, nil
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", f.Name(), err), f.Close())
}

// Name returns the name of the file.
func (j *Journal) Name() string { return j.file.Name() }

// Unlocked returns why the file is not locked, nil if it is; see files.File.
func (j *Journal) Unlocked() error { return j.file.Unlocked() }

// Records returns how many records the file is known to have.
func (j *Journal) Records() int { return j.lines.records }

// Continues reports whether an earlier run has left records that Next has not returned yet.
func (j *Journal) Continues() bool { return j.earlier != nil }

func (j *Journal) begin(h *Header, anew bool) error {
	if !anew {
		earlier, err := newResults(j.Name(), j.file)
		if err == nil {
			if list := earlier.Header.Differences(h); len(list) > 0 {
				return fmt.Errorf("%w; --restart starts again", differentSettings(list))
			}
			j.earlier, j.lines = earlier, earlier.lines
			return nil
		}
		if err != ErrTorn {
			return fmt.Errorf("%w; --restart would overwrite it", err)
		}
	}
	if err := j.file.Truncate(0); err != nil {
		return err
	}
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	j.lines = newLines()
	if err := j.write(j.lines.append(nil, h)); err != nil {
		return errors.Join(err, j.Remove())
	}
	return nil
}

// Next returns the record of an earlier run, nil if there is none left. From then on the journal can be added to.
func (j *Journal) Next() (*Record, error) {
	if j.earlier == nil {
		return nil, nil
	}
	r, err := j.earlier.record()
	if err == nil {
		j.lines = j.earlier.lines
		return r, nil
	}
	var damaged errDamaged
	switch {
	case errors.As(err, &damaged):
		if j.Damaged != nil {
			j.Damaged(j.earlier.locate(err))
		}
	case err != io.EOF && err != ErrTorn:
		return nil, err
	}
	end := j.earlier.valid
	j.earlier = nil
	if err := j.file.Truncate(end); err != nil { // a torn line, or the end of an analysis that could not name its file
		return nil, err
	}
	_, err = j.file.Seek(end, io.SeekStart)
	return nil, err
}

// Add writes the record of a finished job.
func (j *Journal) Add(finished *game.Job) error {
	j.text = j.lines.appendRecord(j.text[:0], finished, true)
	if err := j.write(j.text); err != nil {
		j.lines.records-- // the record is not complete in the file
		return err
	}
	if time.Since(j.synced) < syncEvery {
		return nil
	}
	j.synced = time.Now()
	return j.file.Sync()
}

// Finish writes the end.
func (j *Journal) Finish(e Footer) error {
	if err := j.write(j.lines.appendFooter(nil, e)); err != nil {
		return err
	}
	return j.file.Sync()
}

// Reader returns a reader of the whole journal, to which nothing is added any more.
func (j *Journal) Reader() (*Results, error) {
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return newResults(j.Name(), j.file)
}

func (j *Journal) write(text []byte) error {
	_, err := j.out.Write(text)
	return err
}

// differentSettings refuses to continue an analysis with other settings.
func differentSettings(list []string) error {
	return fmt.Errorf("it belongs to an analysis with other settings: %s", strings.Join(list, "; "))
}

// Remove removes the file.
func (j *Journal) Remove() error { return j.file.Discard() }

// Commit gives the file the name of the output.
func (j *Journal) Commit() error { return j.file.Commit() }

// Close closes the file of an analysis that failed, if it is still open. One without a record is removed, as there is
// nothing to continue.
func (j *Journal) Close() error {
	if j.lines.records == 0 && j.earlier == nil && !j.file.IsClosed() {
		return j.Remove()
	}
	return j.file.Close()
}
