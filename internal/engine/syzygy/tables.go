package syzygy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"vertigo/board"
	"vertigo/internal/system/files"
)

// Tables is a set of tablebases. All methods but Close may be called from any number of goroutines at once. A nil
// *Tables is an empty set.
type Tables struct {
	files     []*file
	byKey     map[materialKey]*table // each under its material and with the colours exchanged; not changed after Open
	maxPieces int

	mutex    sync.Mutex
	problems []error // those that Problems has not returned yet
}

// table is the two files of one material.
type table struct {
	material
	files [2]*file // by kind; nil if there is no such file
}

// file is one file. It is opened when it is first needed.
type file struct {
	kind     kind
	path     string
	material *material
	opened   sync.Mutex
	content  atomic.Pointer[content] // nil until the file has been opened with success
	bad      atomic.Bool             // whether the file was found to be damaged
	fault    error                   // why it is bad; guarded by the mutex of Tables
	mapped   *files.Mapping          // set before content
}

// Open finds the tables in the directories that path lists, separated by ";" or, except on Windows, ":"; if several have
// the same file, the first good one is used. A table can be probed if it has a WDL file; MaxPieces counts these only.
//
// The errors, each of which names a directory or a file, say what was left out: directories that cannot be read, and
// files whose size or first bytes show that they are empty, truncated or of another format. Faults deeper inside a file
// are found when it is first used; see Problems.
func Open(path string) (*Tables, []error) { return openFolders(splitPath(path)) }

// OpenFolder finds the tables in one directory, as Open does, whatever characters its name has.
func OpenFolder(dir string) (*Tables, []error) { return openFolders([]string{dir}) }

func openFolders(dirs []string) (*Tables, []error) {
	t := &Tables{byKey: map[materialKey]*table{}}
	var errs []error
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, entry := range entries {
			if err := t.add(dir, entry.Name()); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return t, errs
}

// splitPath returns the directories that path lists, without the spaces and quotation marks around them. Some programs write ";"
// on every system.
func splitPath(path string) (dirs []string) {
	for _, part := range filepath.SplitList(path) {
		list := []string{part}
		if filepath.ListSeparator != ';' {
			list = strings.Split(part, ";")
		}
		for _, dir := range list {
			if dir = strings.Trim(dir, " \t\""); dir != "" {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// add takes in a file if its name is that of a table, its content looks like one, and it is the first of this name.
func (t *Tables) add(dir, name string) error {
	k := wdlFile
	if strings.HasSuffix(name, dtzFile.extension()) {
		k = dtzFile
	}
	base, found := strings.CutSuffix(name, k.extension())
	if !found {
		return nil
	}
	m, ok := parseMaterial(base)
	if !ok {
		return nil // a table of another variant of chess
	}
	entry := t.byKey[m.key]
	if entry != nil && (entry.key != m.key || entry.files[k] != nil) {
		return nil // tables do not come with the same pieces in the other order
	}
	path := filepath.Join(dir, name)
	if err := looksGood(k, path); err != nil {
		return err
	}
	if entry == nil {
		entry = &table{material: m}
		t.byKey[m.key.swapped()], t.byKey[m.key] = entry, entry
	}
	f := &file{kind: k, path: path, material: &entry.material}
	entry.files[k], t.files = f, append(t.files, f)
	if k == wdlFile {
		t.maxPieces = max(t.maxPieces, m.count)
	}
	return nil
}

// looksGood reads the first bytes of a file and compares them and its size with what a table has.
func looksGood(k kind, path string) error {
	f, err := files.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var head [4]byte
	n, err := io.ReadFull(f, head[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if err := checkSize(k, info.Size(), head[:n]); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// MaxPieces returns the largest number of pieces, kings included, of any table; 0 if there is none.
func (t *Tables) MaxPieces() int {
	if t == nil {
		return 0
	}
	return t.maxPieces
}

// Count returns how many WDL and DTZ files there are.
func (t *Tables) Count() (wdl, dtz int) {
	if t == nil {
		return 0, 0
	}
	for _, f := range t.files {
		if f.kind == dtzFile {
			dtz++
		}
	}
	return len(t.files) - dtz, dtz
}

// Problems returns what has been found wrong with files since Open or the last call of Problems, one error for each
// file that has been left out.
func (t *Tables) Problems() []error {
	if t == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	problems := t.problems
	t.problems = nil
	return problems
}

// leaveOut reports a file as bad and sees to it that it is not used any more. Its memory stays mapped until Close
// because others may be reading it.
func (t *Tables) leaveOut(f *file, err error) {
	if !strings.Contains(err.Error(), f.path) {
		err = fmt.Errorf("%s: %w", f.path, err)
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if f.fault != nil {
		return // reported before
	}
	f.fault = err
	t.problems = append(t.problems, err)
	f.bad.Store(true)
}

// open returns the content of f, nil if it is bad.
func (t *Tables) open(f *file) *content {
	if f.bad.Load() {
		return nil
	}
	if c := f.content.Load(); c != nil {
		return c
	}
	return t.openFirst(f)
}

// openFirst maps and checks the file unless another goroutine has just done so.
func (t *Tables) openFirst(f *file) *content {
	f.opened.Lock()
	defer f.opened.Unlock()
	if c := f.content.Load(); c != nil || f.bad.Load() {
		return c
	}
	mapped, err := files.Map(f.path)
	if err != nil {
		t.leaveOut(f, err)
		return nil
	}
	f.mapped = mapped
	var c *content
	if err := withoutFaults(func() (err error) {
		c, err = parse(f.kind, f.material, mapped.Bytes())
		return err
	}); err != nil {
		t.leaveOut(f, err)
		return nil
	}
	f.content.Store(c)
	return c
}

// verify compares the checksum at the end of a file with the one its content has.
func verify(data []byte, stop func() bool) error {
	end := len(data) - checksumSize
	sum, ok := checksum(data[:end], stop)
	if ok && !bytes.Equal(sum[:], data[end:]) {
		return errors.New("damaged: wrong checksum")
	}
	return nil
}

// Verify reads every file from beginning to end, compares the checksums and leaves out what is damaged. It returns an
// error, which names the file, for each one that is left out, whether this was found now or before. Problems does not
// return them again. Stop, which may be nil, is called now and then; if it returns true, the rest is not read.
func (t *Tables) Verify(stop func() bool) (all []error) {
	if t == nil {
		return nil
	}
	for _, f := range t.files {
		if stop != nil && stop() {
			break
		}
		if t.open(f) == nil {
			continue
		}
		if err := withoutFaults(func() error { return verify(f.mapped.Bytes(), stop) }); err != nil {
			t.leaveOut(f, err)
		}
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.problems = nil
	for _, f := range t.files {
		if f.fault != nil {
			all = append(all, f.fault)
		}
	}
	return all
}

// Close releases all memory. Nobody may be probing meanwhile. Afterwards the set is empty.
func (t *Tables) Close() error {
	if t == nil {
		return nil
	}
	var errs []error
	for _, f := range t.files {
		if f.mapped != nil {
			errs = append(errs, f.mapped.Close())
		}
	}
	t.files, t.byKey, t.maxPieces = nil, nil, 0
	return errors.Join(errs...)
}

// Covers reports whether p has a number of pieces that the tables provide for and no castling rights, so that a probe may
// succeed. It is cheap enough to be called at every node of a search.
func (t *Tables) Covers(p *board.Position) bool {
	return t != nil && p.Castling() == 0 && p.Occupied().Count() <= t.maxPieces
}
