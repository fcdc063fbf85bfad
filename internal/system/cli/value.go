package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// value is the value of a flag.
type value struct {
	kind  string   // stands for the value in the help
	words []string // all values there are, for completion; nil for numbers
	get   func() string
	set   func(text string) error
}

func (v *value) String() string        { return v.get() }
func (v *value) Set(text string) error { return v.set(text) }
func (v *value) Type() string          { return v.kind }

// Number returns the value of a flag that puts a whole number from least to most into target.
func Number[T int | uint64](target *T, least, most int64) pflag.Value {
	return &value{
		kind: "N", get: func() string { return fmt.Sprint(*target) },
		set: func(text string) error {
			n, err := ParseNumber(text, least, most)
			if err == nil {
				*target = T(n)
			}
			return err
		},
	}
}

// ExpectedScore returns the value of a flag that puts an expected score, or a difference of two, from least to most into target.
// Its unit is that of every output: 1 is a win, 0.5 a draw.
func ExpectedScore(target *float64, least, most float64) pflag.Value {
	return &value{
		kind: "X", get: func() string { return fmt.Sprint(*target) },
		set: func(text string) error {
			x, err := strconv.ParseFloat(text, 64)
			switch {
			case err == nil && least <= x && x <= most:
				*target = x
				return nil
			case err == nil && least <= x/100 && x/100 <= most:
				return fmt.Errorf("%q is not an expected score from %g to %g; for %g %%, use %g", text, least, most, x, x/100)
			}
			return fmt.Errorf("%q is not an expected score from %g to %g", text, least, most)
		},
	}
}

// AutoNumber is Number for a flag that may also be auto, which is 0 in target.
func AutoNumber(target *int, least, most int64) pflag.Value {
	v := Number(target, least, most).(*value)
	number, set := v.get, v.set
	v.words = []string{"auto"}
	v.get = func() string {
		if *target == 0 {
			return "auto"
		}
		return number()
	}
	v.set = func(text string) error {
		if text == "auto" {
			*target = 0
			return nil
		}
		if err := set(text); err != nil {
			return fmt.Errorf("%w, or auto", err)
		}
		return nil
	}
	return v
}

// Word returns the value of a flag that puts one of the allowed words into target.
func Word(target *string, kind string, allowed ...string) pflag.Value {
	return &value{
		kind: kind, words: allowed, get: func() string { return *target },
		set: func(text string) error {
			if !slices.Contains(allowed, text) {
				return fmt.Errorf("%q is not one of %s%s", text, strings.Join(allowed, ", "), Suggest(text, "", allowed))
			}
			*target = text
			return nil
		},
	}
}

// OutFile returns what puts the name of a file to write into target, "" for -, which is standard output.
func OutFile(target *string) func(string) error {
	set := NotEmpty(target, "name")
	return func(text string) error {
		if text == "-" {
			*target = ""
			return nil
		}
		return set(text)
	}
}

// NotEmpty returns what puts any value but the empty one into target. The error calls the value what, such as "name".
func NotEmpty(target *string, what string) func(string) error {
	return func(text string) error {
		if text == "" {
			return fmt.Errorf("the %s is empty", what)
		}
		*target = text
		return nil
	}
}

// ParseNumber reads a whole number from least to most. The letters k, M and G stand for three, six and nine zeros, and an
// exponent for as many as it says: 250k, 1.5M, 1e6.
func ParseNumber(text string, least, most int64) (int64, error) {
	n, ok := parseNumber(text)
	if !ok || n < least || n > most {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", text, least, most)
	}
	return n, nil
}

// parseNumber reads a whole number, which may end in a letter or an exponent for its zeros.
func parseNumber(text string) (n int64, ok bool) {
	if i := strings.IndexAny(text, "kKMGeE"); i >= 0 {
		zeros, known := map[string]int{"k": 3, "K": 3, "M": 6, "G": 9}[text[i:]]
		if exponent, err := strconv.ParseUint(text[i+1:], 10, 4); !known && (err != nil || text[i] != 'e' && text[i] != 'E') {
			return 0, false
		} else if !known {
			zeros = int(exponent)
		}
		whole, fraction, _ := strings.Cut(text[:i], ".")
		if whole == "" || len(fraction) > zeros || strings.ContainsAny(fraction, "+-") {
			return 0, false
		}
		text = whole + fraction + strings.Repeat("0", zeros-len(fraction))
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
