package results

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/files"
)

// Store is a results file whose answers an analysis uses again, and to which it adds its own. While the analysis runs, these are
// in the journal of the file, which one process at a time has: the records of the jobs that are done, in any order, and the
// answers of the chunks of those that are not. Each process begins with its header there. At the end the file is written anew,
// with the records of the journal. Several goroutines may use a store.
type Store struct {
	target files.Target
	file   *os.File // nil if there is none yet
	size   int64    // bytes of the file up to and including its last record
	header Header   // of the file that will be written
	footer Footer   // likewise, of the records so far

	mutex   sync.Mutex
	journal growing
	own     *Header // of this process, nil once it is in the journal
	index   map[game.Key]place
	fresh   []int64 // where the journal has the records that the file lacks, in their order
	open    int     // chunks in the journal whose jobs have no record
}

// place is where the answers about a chunk are: the offset of a line, the number of the chunk in the job, and the kind of the
// line.
type place int64

const (
	fileRecord    place = iota
	journalRecord       // of a job
	journalChunk        // of a single chunk
	placeKinds    = 1 << 2

	mostChunks = 1 << 14 // in a job; games with more positions are searched again
)

func newPlace(offset int64, kind place) place { return place(offset)*mostChunks*placeKinds + kind }

func (p place) chunk(n int) place { return p + place(n)*placeKinds }
func (p place) kind() place       { return p % placeKinds }
func (p place) number() int       { return int(p / placeKinds % mostChunks) }
func (p place) offset() int64     { return int64(p / placeKinds / mostChunks) }

// journalLine is a line of the journal of a store. It has one of the three.
type journalLine struct {
	*Header
	*Record
	Chunk *chunkAnswers `json:"chunk,omitempty"`
}

// chunkAnswers are the answers about the positions of a chunk.
type chunkAnswers struct {
	Key     game.Key      `json:"key"`
	Answers []game.Answer `json:"answers"`
}

// OpenStore opens the store in a file for an analysis with the header h, or begins it. Damaged is called with the error if its
// journal is damaged: everything after that place is searched again. A damaged file is an error, and so is one of other settings.
func OpenStore(target files.Target, h *Header, wrap func(io.Writer) io.Writer, damaged func(error)) (*Store, error) {
	s := &Store{target: target, header: *h, index: map[game.Key]place{}}
	s.header.Shard, s.header.Skip, s.header.Inputs, s.header.NoTimes = Shard{Count: 1}.String(), 0, nil, false
	own := *h
	own.Store = true
	s.own = &own
	var err error
	if s.journal, err = continueFile(target, wrap); err != nil { // which keeps others from changing the file
		return nil, err
	}
	if err = s.journal.file.Unlocked(); err != nil {
		err = fmt.Errorf("%s: files cannot be locked there, which --store needs: %w", target.Name, err)
	} else if err = s.readFile(h); err == nil {
		err = s.readJournal(damaged)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Store) closeFile() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// checkSettings compares the settings of an analysis whose answers are there, beside what does not change answers.
func checkSettings(before Header, now *Header) error {
	theirs := *now
	theirs.Reading, theirs.Shard, theirs.Skip, theirs.Inputs = before.Reading, before.Shard, before.Skip, before.Inputs
	theirs.NoTimes = before.NoTimes && now.NoTimes
	if before.Build == "" {
		before.Build = "unknown"
	}
	if list := before.Differences(&theirs); len(list) > 0 {
		advice := "name another file"
		if len(list) == 1 && before.Limits.Filters == "" && now.Limits.Filters != "" {
			advice = `"vertigo merge" chooses moves of this file by filters without a search; or name another file`
		}
		return fmt.Errorf("%w; %s", differentSettings(list), advice)
	}
	return nil
}

// readFile reads the file of a store for an analysis with the header now, if there is one. An empty file is as good as none. The
// last line of a file that is not complete does not count.
func (s *Store) readFile(now *Header) (err error) {
	s.file, err = files.Open(s.target.Name)
	if errors.Is(err, fs.ErrNotExist) {
		s.file = nil
		return nil
	}
	if err != nil {
		return err
	}
	if info, err := s.file.Stat(); err == nil && info.Size() == 0 {
		return nil
	}
	r, err := newReader(s.target.Name, s.file)
	if err == nil {
		err = checkSettings(r.Header, now)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.target.Name, err)
	}
	for {
		at := r.valid
		record, err := r.record()
		if err == io.EOF || err == ErrTorn {
			break
		}
		if err == nil {
			err = s.note(record, s.restored(record), newPlace(at, fileRecord))
		}
		if err != nil {
			return r.locate(err)
		}
	}
	s.size, s.footer.Answers = r.valid, r.lines.answers
	s.header.Inputs, s.header.Reading, s.header.NoTimes = r.Header.Inputs, r.Header.Reading, r.Header.NoTimes
	return nil
}

// readJournal reads what earlier processes have left in the journal.
func (s *Store) readJournal(damaged func(error)) error {
	s.own.NoTimes = s.header.NoTimes
	fail := func(err error) error { return fmt.Errorf("%s: %w", s.journal.file.Name(), err) }
	in := bufio.NewReader(s.journal.file)
	for number := 1; ; number++ {
		text, err := readLine(in, maxRecord)
		if err == io.EOF {
			break // what is left is a torn line
		}
		if err != nil {
			return fail(err) // the lines may be there
		}
		var line journalLine
		sums := s.journal.lines
		if err = sums.add(text); err == nil {
			err = json.Unmarshal(text, &line)
		}
		switch {
		case err != nil && number == 1, err == nil && number == 1 && line.Header == nil:
			return fail(errors.New("this is not the journal of a results file: rename it, or name another file"))
		case err != nil:
			damaged(fmt.Errorf("%s:%d: %w", s.journal.file.Name(), number, err))
			return s.journal.cut(s.journal.size)
		case line.Header != nil:
			err = checkSettings(*line.Header, s.own)
		case line.Chunk != nil:
			s.noteChunk(line.Chunk.Key, s.journal.size)
		case line.Record != nil:
			err = s.noteRecord(line.Record)
		}
		if err != nil {
			return fail(err)
		}
		s.journal.lines = sums
		s.journal.size += int64(len(text))
	}
	return s.journal.cut(s.journal.size)
}

// noteRecord notes a record of the journal that is the next thing there, unless the file has it.
func (s *Store) noteRecord(r *Record) error {
	j := s.restored(r)
	if there, err := s.has(j, s.keys(j)); there || err != nil {
		return err
	}
	s.fresh = append(s.fresh, s.journal.size)
	for i := range r.Results {
		if r.Results[i].Scope != game.LeftOut {
			s.footer.Answers++
		}
	}
	return s.note(r, j, newPlace(s.journal.size, journalRecord))
}

// note notes where the record of a job is, and counts it.
func (s *Store) note(r *Record, j *game.Job, at place) error {
	s.footer.Jobs++
	if len(j.Faults()) > 0 {
		s.footer.Bad++
	}
	if j.Err != nil || r.LeftOut {
		return nil
	}
	if len(r.Results) != len(j.Plies) {
		return fmt.Errorf("%s: the number of results is %d, and that of positions %d", j.Where, len(r.Results), len(j.Plies))
	}
	s.noteJob(j, at)
	return nil
}

// restored returns the job of a record, with the scopes of its answers alone.
func (s *Store) restored(r *Record) *game.Job {
	j := game.NewJob(r.Origin, "", 0)
	r.parse(j, &s.header)
	for i, p := range j.Plies[:min(len(j.Plies), len(r.Results))] {
		p.Answer.Scope = r.Results[i].Scope
	}
	return j
}

// keys returns the keys of the chunks of a job.
func (s *Store) keys(j *game.Job) []game.Key { return j.Keys(j.Chunks(s.header.Limits.Chunk)) }

// noteJob notes where the record of a job is: under the keys of its chunks or, where another record has the first of them, under
// that of its text.
func (s *Store) noteJob(j *game.Job, at place) {
	keys := s.keys(j)
	for n, key := range keys[:min(len(keys), mostChunks)] {
		before, ok := s.index[key]
		if ok && before.kind() == journalChunk {
			s.open--
		}
		if !ok || before.kind() == journalChunk {
			s.index[key] = at.chunk(n)
		}
	}
	if len(keys) > 0 && s.index[keys[0]] != at {
		s.index[textKey(&j.Origin)] = at
	}
}

// noteChunk notes that the answers about a chunk are at an offset of the journal, and reports whether they are new.
func (s *Store) noteChunk(key game.Key, offset int64) bool {
	if _, ok := s.index[key]; ok {
		return false
	}
	s.index[key] = newPlace(offset, journalChunk)
	s.open++
	return true
}

// textKey returns the key of a job by its text.
func textKey(o *game.Origin) game.Key {
	sum := sha256.Sum256([]byte(o.Kind + "\n" + string(o.Text)))
	return game.Key(sum[:16])
}

// has reports whether there is a record of a job whose chunks have these keys.
func (s *Store) has(j *game.Job, keys []game.Key) (bool, error) {
	if len(keys) == 0 {
		return false, nil
	}
	at, ok := s.index[keys[0]]
	if !ok || at.kind() == journalChunk {
		return false, nil
	}
	if _, ok := s.index[textKey(&j.Origin)]; ok {
		return true, nil
	}
	line, err := s.read(at)
	return err == nil && sameText(line, j), err
}

// sameText reports whether a line is a record of a job with the same text.
func sameText(l *journalLine, j *game.Job) bool {
	return l.Record != nil && l.Kind == j.Kind && l.Text == j.Text
}

// read reads the line at a place. Its checksum was right when the store was opened, or when it was written.
func (s *Store) read(p place) (*journalLine, error) {
	var from io.ReaderAt = s.file
	if p.kind() != fileRecord {
		from = s.journal.file
	}
	line := &journalLine{}
	text, err := readLine(bufio.NewReader(io.NewSectionReader(from, p.offset(), math.MaxInt64-p.offset())), maxRecord)
	if err == nil {
		err = json.Unmarshal(text, line)
	}
	if err == nil && line.Record == nil && line.Chunk == nil {
		err = source.ErrChanged
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.target.Name, err)
	}
	return line, nil
}

// answers returns the answers about chunk n of a line's job, in chunks of a given size.
func (l *journalLine) answers(n, size int) (list []game.Answer) {
	if l.Chunk != nil {
		return l.Chunk.Answers
	}
	if l.Kind != "pgn" {
		size = 1
	}
	for _, a := range l.Results {
		if a.Scope != game.LeftOut {
			list = append(list, a)
		}
	}
	size = max(size, 1)
	return list[min(n*size, len(list)):min((n+1)*size, len(list))]
}

// Find gives a job the answers about those of its chunks that the store has. Known reports of each chunk whether it is one of
// them, and kept whether the store has a record of the job.
func (s *Store) Find(j *game.Job, chunks []game.Chunk, keys []game.Key) (known []bool, kept bool, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	known = make([]bool, len(chunks))
	var line *journalLine
	last := place(-1) // of line
	for n, c := range chunks {
		at, ok := s.index[keys[n]]
		if !ok {
			continue
		}
		if from := at.chunk(-at.number()); from != last {
			if line, err = s.read(at); err != nil {
				return nil, false, err
			}
			last = from
		}
		list := line.answers(at.number(), s.header.Limits.Chunk)
		if len(list) != len(c.Positions) {
			return nil, false, fmt.Errorf("%s: %w", s.target.Name, source.ErrChanged)
		}
		for m, i := range c.Positions {
			if err := list[m].SetPosition(j.Plies[i].Position); err != nil {
				return nil, false, fmt.Errorf("%s: a result that was found earlier: %w", s.target.Name, err)
			}
		}
		for m, i := range c.Positions {
			j.Plies[i].Answer = list[m]
		}
		known[n] = true
		kept = kept || n == 0 && sameText(line, j)
	}
	if !kept {
		_, kept = s.index[textKey(&j.Origin)]
	}
	return known, kept, nil
}

// write adds a line to the journal, after the header of this process.
func (s *Store) write(text []byte) error {
	if err := s.journal.write(text); err != nil {
		return err
	}
	return s.journal.sync()
}

// begin writes the header of this process before its first line.
func (s *Store) begin() error {
	if s.own == nil {
		return nil
	}
	err := s.write(s.journal.lines.append(nil, s.own))
	s.own = nil
	return err
}

// AddChunk adds the answers about a chunk of a job that is not done.
func (s *Store) AddChunk(key game.Key, answers []game.Answer) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := s.begin(); err != nil {
		return err
	}
	if !s.noteChunk(key, s.journal.size) {
		return nil
	}
	return s.write(s.journal.lines.append(nil, journalLine{Chunk: &chunkAnswers{key, answers}}))
}

// Add adds the record of a finished job, unless it is there or has no answers.
func (s *Store) Add(j *game.Job) error {
	if j.Err != nil || j.LeftOut() {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if there, err := s.has(j, s.keys(j)); there || err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return err
	}
	at, before := s.journal.size, s.journal.lines.answers
	s.journal.text = s.journal.lines.appendRecord(s.journal.text[:0], j, !s.header.NoTimes)
	if err := s.write(s.journal.text); err != nil {
		return err
	}
	s.footer.Jobs++
	s.footer.Answers += s.journal.lines.answers - before
	if len(j.Faults()) > 0 {
		s.footer.Bad++
	}
	s.fresh = append(s.fresh, at)
	s.noteJob(j, newPlace(at, journalRecord))
	return nil
}

// Commit writes the file with everything that was added. The journal stays if an earlier process has left answers there to jobs
// that are still not done.
func (s *Store) Commit(wrap func(io.Writer) io.Writer) error {
	if len(s.fresh) > 0 {
		err := s.target.Write(func(f *files.File) error {
			return errors.Join(s.rewrite(wrap(f)), s.closeFile()) // some systems replace no open file
		})
		s.file = nil
		if err != nil {
			return errors.Join(err, s.Close())
		}
	}
	if s.open == 0 {
		return errors.Join(s.closeFile(), s.journal.file.Discard())
	}
	return s.Close()
}

// Close closes the store. What was added stays in the journal, where the next process finds it.
func (s *Store) Close() error {
	end := s.journal.file.Close
	if info, err := s.journal.file.Stat(); err == nil && info.Size() == 0 {
		end = s.journal.file.Discard
	}
	return errors.Join(s.closeFile(), end())
}

// copiedRecord is a Record whose answers are only copied.
type copiedRecord struct {
	game.Origin
	Results json.RawMessage `json:"results,omitempty"`
	LeftOut bool            `json:"out,omitempty"`
	Passed  bool            `json:"passed,omitempty"`
}

// rewrite writes the records of the file and those of the journal that it lacks, as one results file.
func (s *Store) rewrite(out io.Writer) error {
	inputs, err := s.freshInputs()
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<16)
	l := newLines()
	if _, err := w.Write(l.append(nil, s.header)); err != nil {
		return err
	}
	text := []byte(nil)
	add := func(line []byte, input func(int) int) error {
		var r copiedRecord
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		r.Number, r.Input = l.records, input(r.Input)
		l.records++
		text = l.append(text[:0], r)
		_, err := w.Write(text)
		return err
	}
	if s.size > 0 {
		in := bufio.NewReader(io.NewSectionReader(s.file, 0, s.size))
		for number := 0; ; number++ {
			line, err := readLine(in, maxRecord)
			if err == io.EOF {
				break
			}
			if err == nil && number > 0 { // the header is written already
				err = add(line, func(i int) int { return i })
			}
			if err != nil {
				return err
			}
		}
	}
	if err := s.eachFresh(func(h *Header, line []byte) error {
		return add(line, func(i int) int { return inputs[h.Inputs[i].Name] })
	}); err != nil {
		return err
	}
	l.answers = s.footer.Answers
	if _, err := w.Write(l.appendFooter(nil, s.footer)); err != nil {
		return err
	}
	return w.Flush()
}

// freshInputs adds the inputs of the fresh records to the header, and returns the numbers of all by their names.
func (s *Store) freshInputs() (numbers map[string]int, err error) {
	numbers = map[string]int{}
	for i, input := range s.header.Inputs {
		numbers[input.Name] = i
	}
	s.header.Inputs = slices.Clone(s.header.Inputs)
	return numbers, s.eachFresh(func(h *Header, _ []byte) error {
		for _, input := range h.Inputs {
			i, ok := numbers[input.Name]
			if !ok {
				i = len(s.header.Inputs)
				numbers[input.Name], s.header.Inputs = i, append(s.header.Inputs, input)
			}
			s.header.Inputs[i] = input // it may have grown
		}
		return nil
	})
}

// eachFresh calls do with each fresh record of the journal, and the header of the process that has written it.
func (s *Store) eachFresh(do func(h *Header, line []byte) error) error {
	in, at, fresh := bufio.NewReader(io.NewSectionReader(s.journal.file, 0, s.journal.size)), int64(0), s.fresh
	var h *Header
	for len(fresh) > 0 {
		line, err := readLine(in, maxRecord)
		if err != nil {
			return err
		}
		switch {
		case at == fresh[0]:
			fresh = fresh[1:]
			err = do(h, line)
		case string(line[:min(len(line), len(beginning))]) == beginning:
			h = &Header{}
			err = json.Unmarshal(line, h)
		}
		if err != nil {
			return err
		}
		at += int64(len(line))
	}
	return nil
}
