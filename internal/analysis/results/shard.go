package results

import "fmt"

// Shard is one of several parts of the work: one of every Count jobs, as neighbours tend to be equally difficult.
type Shard struct {
	Index int // from 0
	Count int // 1 if the work is not divided
}

// String returns the shard as --shard does, counting from 1.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index+1, s.Count) }

// parseShard reads a shard as String writes it.
func parseShard(text string) (s Shard, err error) {
	if _, err := fmt.Sscanf(text, "%d/%d", &s.Index, &s.Count); err != nil {
		return s, fmt.Errorf("%q is not a shard", text)
	}
	if s.Index--; s.Index < 0 || s.Index >= s.Count || s.String() != text {
		return s, fmt.Errorf("%q is not a shard", text)
	}
	return s, nil
}

// Has reports whether a job of the input belongs to the shard.
func (s Shard) Has(number int) bool { return number%s.Count == s.Index }

// number returns the number of the shard's job with that index, both from 0.
func (s Shard) number(index int) int { return index*s.Count + s.Index }

// Size returns how many of the given jobs belong to the shard.
func (s Shard) Size(jobs int) int { return (jobs - s.Index + s.Count - 1) / s.Count }
