package cli

import "strings"

// Suggest returns the end of a message about an unknown word, which asks for the nearest known one; "" if none is near. The
// hyphens of a flag stand before that word.
func Suggest(word, hyphens string, known []string) string {
	if nearest := Nearest(word, known); nearest != "" {
		return "; did you mean " + hyphens + nearest + "?"
	}
	return ""
}

// Nearest returns the known word that was probably meant by one that is not known, or "" if none is near. Upper and lower
// case make no difference. One edit in three letters is near: a letter more, less or different, or two neighbours exchanged
// (the Damerau-Levenshtein distance, restricted to one exchange per pair).
func Nearest(word string, known []string) string {
	nearest, least := "", 1<<16
	for _, k := range known {
		d := Distance(strings.ToLower(word), strings.ToLower(k))
		if d < least && 3*d <= max(len(word), len(k))+1 {
			nearest, least = k, d
		}
	}
	return nearest
}

// Distance returns the number of edits between two words. Words of very different length get the difference, which is never near.
func Distance(a, b string) int {
	if d := max(len(a)-len(b), len(b)-len(a)); 3*d > max(len(a), len(b))+1 {
		return d // long lines need no table
	}
	var before, last []int // the two rows above row
	for i := range len(a) + 1 {
		row := make([]int, len(b)+1)
		for j := range row {
			switch {
			case i == 0 || j == 0:
				row[j] = i + j
				continue
			case a[i-1] == b[j-1]:
				row[j] = last[j-1]
			default:
				row[j] = 1 + min(last[j-1], last[j], row[j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
