package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/system/aside"
	"vertigo/internal/system/filelock"
)

// Journal is a results file that grows while an analysis runs. An analysis that begins and finds one continues it:
// what is in it is not searched again. First it is read, through Next, then added to.
type Journal struct {
	name    string
	file    *os.File
	out     io.Writer // the file, or what a test puts before it
	earlier *Reader   // nil once everything in it has been read
	records int       // in the file
	text    []byte    // reused
	synced  time.Time
	closed  bool
}

// syncEvery is how much work a failure of the whole computer may cost. If only the process dies, nothing is lost.
const syncEvery = 5 * time.Second

// OpenJournal opens the journal of the output with the given name for an analysis that now has the header h, or begins it.
// Anew throws away what is in it.
func OpenJournal(output string, h *Header, anew bool, wrap func(io.Writer) io.Writer) (*Journal, error) {
	name := output + ".journal"
	f, err := openLocked(name, aside.Mode(output)|0o200) // to be added to
	if err != nil {
		return nil, err
	}
	j := &Journal{name: name, file: f, out: wrap(f), synced: time.Now()}
	if err = j.begin(h, anew); err == nil {
		return j, nil
	}
	err = fmt.Errorf("%s: %w", name, err)
	if !j.closed {
		err = errors.Join(err, f.Close())
	}
	return nil, err
}

// openLocked opens a file that nobody else has open for an analysis, and makes sure that it still has that name: the
// process that had it before may have removed it at its end. A new file gets the mode.
func openLocked(name string, mode fs.FileMode) (*os.File, error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, mode)
		if err != nil {
			return nil, err
		}
		// Some file systems know no locks; there the user has to take care.
		if err := filelock.Lock(f); errors.Is(err, filelock.ErrHeld) {
			return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
		}
		opened, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if named, err := os.Stat(name); err == nil && os.SameFile(opened, named) {
			return f, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// Name returns the name of the file.
func (j *Journal) Name() string { return j.name }

// Records returns how many records the file is known to have.
func (j *Journal) Records() int { return j.records }

// Continues reports whether an earlier run has left records that Next has not returned yet.
func (j *Journal) Continues() bool { return j.earlier != nil }

func (j *Journal) begin(h *Header, anew bool) error {
	if !anew {
		earlier, err := NewReader(j.file)
		if err == nil {
			if list := earlier.Header.Differences(h); len(list) > 0 {
				return fmt.Errorf("%w; --restart starts again", differentSettings(list))
			}
			j.earlier = earlier
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
	if err := j.write(AppendLine(nil, h)); err != nil {
		return errors.Join(err, j.Remove())
	}
	return nil
}

// Next returns the record of an earlier run, nil if there is none left. From then on the journal can be added to.
func (j *Journal) Next() (*Record, error) {
	if j.earlier == nil {
		return nil, nil
	}
	r, err := j.earlier.Next()
	if err == nil {
		j.records++
		return r, nil
	}
	if err != io.EOF && err != ErrTorn {
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
func (j *Journal) Add(finished *answer.Job) error {
	j.text = appendRecord(j.text[:0], finished)
	if err := j.write(j.text); err != nil {
		return err
	}
	j.records++
	if time.Since(j.synced) < syncEvery {
		return nil
	}
	j.synced = time.Now()
	return j.file.Sync()
}

// Finish writes the end.
func (j *Journal) Finish(e Ending) error {
	if err := j.write(appendEnding(nil, e)); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *Journal) write(text []byte) error {
	_, err := j.out.Write(text)
	return err
}

// differentSettings refuses to go on with what an analysis with other settings has found.
func differentSettings(list []string) error {
	return fmt.Errorf("it belongs to an analysis with other settings: %s", strings.Join(list, "; "))
}

// Remove removes the file. Nobody else can have opened it for an analysis in between, where the system has locks.
func (j *Journal) Remove() error {
	err := os.Remove(j.name)
	j.closed = true
	if closed := j.file.Close(); closed != nil || err == nil {
		return closed
	}
	return os.Remove(j.name) // some systems want it closed
}

// Rename gives the file its final name, and the mode of the file that had it before.
func (j *Journal) Rename(name string) error {
	if err := aside.KeepMode(j.file, name); err != nil {
		return err
	}
	err := os.Rename(j.name, name)
	j.closed = true
	if closed := j.file.Close(); closed != nil || err == nil {
		return closed
	}
	return os.Rename(j.name, name) // some systems want it closed
}

// Close closes the file of an analysis that failed, if it is still open. One without a record is removed, as there is
// nothing to continue.
func (j *Journal) Close() error {
	switch {
	case j.closed:
		return nil
	case j.records == 0 && j.earlier == nil:
		return j.Remove()
	}
	return j.file.Close()
}
