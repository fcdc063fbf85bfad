package results

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"vertigo/internal/analysis/game"
	"vertigo/internal/system/files"
)

// Store is a file that keeps answers, so that nothing is searched twice: one that --store names, or the journal of one that --out
// names. It begins with the settings of the analysis. Every other line is the key of a chunk, the answers about its positions,
// and a checksum. Lines are only added, by one process at a time. Damaged lines are skipped, and a torn last one is cut off: what
// they had is searched again. Several goroutines may use a store.
type Store struct {
	ReadOnly    error // why nothing is added; nil if new answers are
	Unprotected error // why another process may add at the same time; nil if none can
	Damaged     int   // lines that were skipped
	First       int   // the number of the first of them, from 1

	name      string
	isJournal bool        // nobody asks for what this process adds
	created   bool        // by this process
	file      *os.File    // to read from
	appender  *files.File // the same to add to; nil if nothing is added

	mutex  sync.Mutex
	index  map[uint64]int64 // the offset of each line, by the first half of its key
	lines  int              // after the first
	size   int64            // in bytes
	head   []byte           // the first line, until it is written
	failed error            // of a write: the file ends with a part of a line
	synced time.Time
}

// storeFormat is the version of the form of stores. That of their answers is FormatVersion.
const storeFormat = 1

// storeHeader is the first line of a store.
type storeHeader struct {
	Store int `json:"vertigo_store"`
	Header
}

// storeLine is any other line.
type storeLine struct {
	Key     game.Key `json:"key"`
	Answers []Result `json:"answers"`
}

// The beginning of a store, and that of its lines, which the key follows.
const (
	storeBeginning = `{"vertigo_store":`
	lineBeginning  = `{"key":"`
)

// syncEvery bounds the work that a failure of the whole computer may cost. If only the process dies, nothing is lost.
const syncEvery = 5 * time.Second

// readOnly are the errors of files that can be read nevertheless.
var readOnly = []error{files.ErrHeld, files.ErrForeign, fs.ErrPermission, syscall.EROFS}

// OpenStore opens a store for an analysis with the header h, or begins it. One to which another process adds, that belongs to
// another user, or that nobody may write, is only read.
func OpenStore(target files.Target, h *Header) (*Store, error) {
	s := &Store{name: target.Name}
	_, missing := os.Lstat(s.name)
	s.created = errors.Is(missing, fs.ErrNotExist)
	var err error
	s.appender, err = target.Append()
	if err == nil {
		s.Unprotected = s.appender.Unprotected()
	}
	if slices.ContainsFunc(readOnly, func(e error) bool { return errors.Is(err, e) }) {
		var unreadable error
		if s.file, unreadable = files.Open(s.name); unreadable == nil {
			s.ReadOnly, err = err, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return s.begin(h, "name another file", func(before *Header) error {
		theirs := *h // besides what the keys know, and what changes no answer
		theirs.Reading, theirs.Shard, theirs.Skip, theirs.Inputs, theirs.NoTimes = before.Reading, before.Shard, before.Skip,
			before.Inputs, before.NoTimes
		theirs.Limits.Filters, theirs.Limits.SearchMoves = before.Limits.Filters, before.Limits.SearchMoves
		return before.checkSame(&theirs)
	})
}

// OpenJournal opens the journal of an output for an analysis with the header h, or begins it. Restart discards what it has.
func OpenJournal(output files.Target, h *Header, restart bool) (*Store, error) {
	file, err := output.Continue()
	if err != nil {
		return nil, err
	}
	if restart {
		err = file.Truncate(0)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	s := &Store{name: file.Name(), appender: file, isJournal: true}
	return s.begin(h, "--restart starts again", func(before *Header) error { return before.checkSame(h) })
}

// begin reads what the file has, and gets ready to add to it. Check compares the settings of the file with those of now; the
// remedy is what else can be done with a file that does not fit.
func (s *Store) begin(h *Header, remedy string, check func(*Header) error) (*Store, error) {
	if s.appender != nil {
		s.file = s.appender.File
	}
	l := newLines()
	s.index, s.head, s.synced = map[uint64]int64{}, l.append(nil, storeHeader{storeFormat, *h}), time.Now()
	err := s.read(check)
	if err == nil && s.appender != nil {
		err = s.cut()
	}
	if unfit := (errUnfit{}); errors.As(err, &unfit) {
		err = fmt.Errorf("%w; %s", err, remedy)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.name, err), s.file.Close())
	}
	return s, nil
}

// read reads the first line, and notes where the others are.
func (s *Store) read(check func(*Header) error) error {
	in := bufio.NewReaderSize(s.file, 1<<16)
	line, err := readLine(in, maxRecord)
	if err == io.EOF && strings.HasPrefix(storeBeginning, string(line[:min(len(line), len(storeBeginning))])) {
		return nil // empty, or torn
	}
	if err != nil && err != io.EOF {
		return err
	}
	head, err := parseStoreHeader(line)
	if err == nil {
		err = check(head)
	}
	if err != nil {
		return errUnfit{err}
	}
	s.head, s.size = nil, int64(len(line))
	for number := 2; ; number++ {
		line, err := readLine(in, maxRecord)
		length := int64(len(line))
		if err == errLong {
			var rest int64
			if rest, err = 0, nil; line[length-1] != '\n' {
				rest, err = skipLine(in)
			}
			line, length = nil, length+rest
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err // the lines may be there
		}
		s.note(line, number)
		s.size += length
	}
}

// errUnfit says that a file is not the store of an analysis.
type errUnfit struct{ error }

// parseStoreHeader reads the first line of a store.
func parseStoreHeader(line []byte) (*Header, error) {
	var h storeHeader
	l := newLines()
	switch err := json.Unmarshal(line, &h); {
	case err == nil && h.Store == 0 && h.Format > 0:
		return nil, errors.New("this is a results file or a store of Vertigo 1.3, whose answers this version does not read")
	case err != nil || h.Store == 0:
		return nil, errors.New("this is not a store of Vertigo")
	case h.Store != storeFormat || h.Format != FormatVersion:
		return nil, errors.New("this is a store of another version of Vertigo")
	}
	return &h.Header, l.add(line)
}

// note notes the line with that number, which the file has next.
func (s *Store) note(line []byte, number int) {
	var key game.Key
	l := newLines()
	from, to := len(lineBeginning), len(lineBeginning)+2*len(key)
	if l.add(line) != nil || len(line) < to || key.UnmarshalText(line[from:to]) != nil {
		if s.Damaged++; s.First == 0 {
			s.First = number
		}
		return
	}
	s.lines++
	if _, ok := s.index[half(key)]; !ok {
		s.index[half(key)] = s.size
	}
}

func half(k game.Key) uint64 { return binary.BigEndian.Uint64(k[:]) }

// cut removes what follows the last whole line.
func (s *Store) cut() error {
	info, err := s.file.Stat()
	if err == nil && info.Size() > s.size {
		err = s.file.Truncate(s.size)
	}
	if err == nil {
		_, err = s.file.Seek(s.size, io.SeekStart)
	}
	return err
}

// Name returns the name of the file.
func (s *Store) Name() string { return s.name }

// Lines returns how many chunks the file has answers about.
func (s *Store) Lines() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.lines
}

// Find fills in the answers about a chunk, and reports whether the store has them.
func (s *Store) Find(a *game.Answers, c game.Chunk, key game.Key) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	at, ok := s.index[half(key)]
	if !ok {
		return false
	}
	found, err := s.results(at, key)
	if err == nil && len(found) == len(c.Positions) {
		for n, i := range c.Positions {
			err = errors.Join(err, found[n].SetRoot(a.Positions[i].Root()))
		}
	}
	if err != nil || len(found) != len(c.Positions) { // the answers are searched and added again
		delete(s.index, half(key))
		return false
	}
	for n, i := range c.Positions {
		a.List[i] = found[n].Answer
	}
	return true
}

// results returns the answers of the line at an offset, nil if it has another key.
func (s *Store) results(at int64, key game.Key) ([]Result, error) {
	text, err := readLine(bufio.NewReader(io.NewSectionReader(s.file, at, math.MaxInt64-at)), maxRecord)
	l := newLines()
	var line storeLine
	if err == nil {
		err = l.add(text)
	}
	if err == nil {
		err = json.Unmarshal(text, &line)
	}
	if err != nil || line.Key != key {
		return nil, err
	}
	return line.Answers, nil
}

// Add adds the answers about a chunk, unless the store has them.
func (s *Store) Add(a *game.Answers, c game.Chunk, key game.Key) error {
	if s.appender == nil {
		return nil
	}
	l, line := newLines(), storeLine{Key: key}
	for _, i := range c.Positions {
		line.Answers = append(line.Answers, Result{a.Selection[i], a.List[i]})
	}
	text := l.append(nil, line)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, ok := s.index[half(key)]; ok || len(text) > maxRecord { // Nobody would read it.
		return nil
	}
	if s.failed == nil {
		at := s.size + int64(len(s.head))
		text = append(s.head, text...)
		if _, s.failed = s.appender.Write(text); s.failed == nil {
			if !s.isJournal {
				s.index[half(key)] = at
			}
			s.head, s.lines, s.size = nil, s.lines+1, s.size+int64(len(text))
		}
	}
	if s.failed == nil && time.Since(s.synced) > syncEvery {
		s.synced, s.failed = time.Now(), s.file.Sync()
	}
	return s.failed
}

// Close closes the file. One that is empty is removed, unless it was there before.
func (s *Store) Close() error {
	switch {
	case s.appender == nil:
		return s.file.Close()
	case s.size == 0 && (s.isJournal || s.created):
		return s.appender.Discard()
	}
	return errors.Join(s.appender.Sync(), s.appender.Close())
}

// Remove removes the file.
func (s *Store) Remove() error { return s.appender.Discard() }
