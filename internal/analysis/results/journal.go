package results

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
	growing
	earlier *Reader // nil once everything in it has been read

	// Damaged is called with the error if the file is damaged: everything after that place is searched again. It may be nil.
	Damaged func(err error)
}

// growing is a file to which lines are added while an analysis runs.
type growing struct {
	file   *files.File
	out    io.Writer // the file, or a writer of a test before it
	lines  lines     // in the file
	size   int64     // of the file in bytes
	failed error     // of a write: the file ends with a part of a line
	text   []byte    // reused
	synced time.Time
}

// syncEvery bounds the work that a failure of the whole computer may cost. If only the process dies, nothing is lost.
const syncEvery = 5 * time.Second

// continueFile opens the journal of an output, or begins it.
func continueFile(output files.Target, wrap func(io.Writer) io.Writer) (g growing, err error) {
	f, err := output.Continue()
	if err != nil {
		return g, err
	}
	return growing{file: f, out: wrap(f), lines: newLines(), synced: time.Now()}, nil
}

// cut removes what follows the first size bytes. From then on lines can be added.
func (g *growing) cut(size int64) error {
	if err := g.file.Truncate(size); err != nil {
		return err
	}
	g.size = size
	_, err := g.file.Seek(size, io.SeekStart)
	return err
}

func (g *growing) write(text []byte) error {
	if g.failed == nil {
		_, g.failed = g.out.Write(text)
		g.size += int64(len(text))
	}
	return g.failed
}

// sync makes the system store the file, unless it has just done so.
func (g *growing) sync() error {
	if time.Since(g.synced) < syncEvery {
		return nil
	}
	g.synced = time.Now()
	return g.file.Sync()
}

// OpenJournal opens the journal of an output for an analysis with the header h, or creates it. Anew discards its contents.
func OpenJournal(output files.Target, h *Header, anew bool, wrap func(io.Writer) io.Writer) (*Journal, error) {
	g, err := continueFile(output, wrap)
	if err != nil {
		return nil, err
	}
	j := &Journal{growing: g}
	if err = j.begin(h, anew); err == nil {
		return j, nil
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", g.file.Name(), err), g.file.Close())
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
		earlier, err := newReader(j.Name(), j.file)
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
	if err := j.cut(0); err != nil {
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
	return nil, j.cut(end) // a torn line, or the end of an analysis that could not name its file
}

// Add writes the record of a finished job.
func (j *Journal) Add(finished *game.Job) error {
	j.text = j.lines.appendRecord(j.text[:0], finished, true)
	if err := j.write(j.text); err != nil {
		j.lines.records-- // the record is not complete in the file
		return err
	}
	return j.sync()
}

// Finish writes the end.
func (j *Journal) Finish(e Footer) error {
	if err := j.write(j.lines.appendFooter(nil, e)); err != nil {
		return err
	}
	return j.file.Sync()
}

// Reader returns a reader of the whole journal, to which nothing is added any more.
func (j *Journal) Reader() (*Reader, error) {
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return newReader(j.Name(), j.file)
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
