package results

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/analysis/game"
)

// Each line of a results file ends with a checksum, the last member of its object, of everything in the file before it, including
// the earlier lines. So a line that is changed, lost, doubled or moved is noticed at once. The checksum of a line of a store is
// of that line alone.
const (
	sumPrefix = `,"sum":"`
	sumSuffix = "\"}\n"
	sumSize   = len(sumPrefix) + 16 + len(sumSuffix)
)

// maxRecord bounds the lines of results files, in bytes.
const maxRecord = 64 << 20

// errLong says that a line is longer than a reader reads.
var errLong = fmt.Errorf("the line is longer than %d MiB", maxRecord>>20)

// readLine reads a line with its line feed, or the rest of the input with io.EOF. Of one that is longer than limit bytes, it
// returns what it has read, with errLong.
func readLine(in *bufio.Reader, limit int) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > limit {
			return append(line, part...), errLong
		}
		if n := len(line) + len(part); n > cap(line) { // doubled, as the lines that append leaves on the way take much memory
			line = append(make([]byte, 0, min(max(n, 2*cap(line)), limit)), line...)
		}
		if line = append(line, part...); err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// skipLine skips the rest of a line, and returns its length in bytes.
func skipLine(in *bufio.Reader) (n int64, err error) {
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		var part []byte
		part, err = in.ReadSlice('\n')
		n += int64(len(part))
	}
	return n, err
}

// lines is the state of a results file after some line, as far as the next line depends on it.
type lines struct {
	sum     xxhash.Digest // of all bytes
	records int
	answers int
}

func newLines() lines {
	var l lines
	l.sum.Reset()
	return l
}

// append appends a line with v, which must be an object with a member.
func (l *lines) append(b []byte, v any) []byte {
	begin := len(b)
	b = game.AppendLine(b, v)
	b = b[:len(b)-len("}\n")]
	_, _ = l.sum.Write(b[begin:]) // it has no errors
	begin = len(b)
	b = fmt.Appendf(b, "%s%016x%s", sumPrefix, l.sum.Sum64(), sumSuffix)
	_, _ = l.sum.Write(b[begin:])
	return b
}

// appendRecord appends the line of a finished job, with or without times.
func (l *lines) appendRecord(b []byte, j *game.Judgement, times bool) []byte {
	r := Record{Origin: j.Origin, LeftOut: j.LeftOut(), Passed: j.Passed}
	if !r.LeftOut {
		for i, a := range j.List {
			if !times {
				a = a.WithoutTimes()
			}
			r.Results = append(r.Results, Result{j.Selection[i], a})
		}
	}
	l.count(&r)
	return l.append(b, r)
}

// count counts a record.
func (l *lines) count(r *Record) {
	l.records++
	for i := range r.Results {
		if r.Results[i].Scope != game.LeftOut {
			l.answers++
		}
	}
}

// appendFooter appends the last line.
func (l *lines) appendFooter(b []byte, e Footer) []byte {
	e.Records, e.Answers = l.records, l.answers
	return l.append(b, map[string]Footer{"end": e})
}

// errSum says that a line has another checksum than it should have.
var errSum = errors.New("wrong checksum: the line was changed, or another one was lost, added or moved")

// add checks the checksum of a line, which it then adds.
func (l *lines) add(line []byte) error {
	at := len(line) - sumSize
	if at < 0 {
		return errSum
	}
	sum := l.sum
	_, _ = sum.Write(line[:at])
	if want := fmt.Appendf(nil, "%s%016x%s", sumPrefix, sum.Sum64(), sumSuffix); !bytes.Equal(line[at:], want) {
		return errSum
	}
	_, _ = sum.Write(line[at:])
	l.sum = sum
	return nil
}
