package results

import (
	"fmt"
	"strings"
)

// Shard is one of several parts of the work. Of little input it has one of every Count jobs, as neighbours tend to be equally
// difficult; of much input the jobs in one of Count parts of the bytes, so that nothing else has to be read.
type Shard struct {
	Index int  // from 0
	Count int  // 1 if the work is not divided
	Bytes bool // it is a part of the bytes
}

// byBytes follows a shard that is a part of the bytes.
const byBytes = " by bytes"

// String returns the shard as results files have it: as --shard does, counting from 1, and then how the work is divided.
func (s Shard) String() string {
	text := fmt.Sprintf("%d/%d", s.Index+1, s.Count)
	if s.Bytes {
		text += byBytes
	}
	return text
}

// parseShard reads a shard as String writes it.
func parseShard(text string) (s Shard, err error) {
	rest, bytes := strings.CutSuffix(text, byBytes)
	s.Bytes = bytes
	if _, err := fmt.Sscanf(rest, "%d/%d", &s.Index, &s.Count); err != nil {
		return s, fmt.Errorf("%q is not a shard", text)
	}
	if s.Index--; s.Index < 0 || s.Index >= s.Count || s.String() != text {
		return s, fmt.Errorf("%q is not a shard", text)
	}
	return s, nil
}

// Has reports whether a job of the input that is read belongs to the shard.
func (s Shard) Has(number int) bool { return s.Bytes || number%s.Count == s.Index }

// number returns the number of the shard's job with that index, both from 0.
func (s Shard) number(index int) int {
	if s.Bytes {
		return index
	}
	return index*s.Count + s.Index
}

// Size returns how many of the jobs that were read belong to the shard.
func (s Shard) Size(jobs int) int {
	if s.Bytes {
		return jobs
	}
	return (jobs - s.Index + s.Count - 1) / s.Count
}
