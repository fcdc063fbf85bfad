// Package must ends a test at an error that it does not expect, and reports what it expects in vain.
package must

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Do ends the test if there is an error, and reports of what it is.
func Do(tb testing.TB, err error, of ...any) {
	tb.Helper()
	if err != nil {
		tb.Fatal(append(of, err)...)
	}
}

// Get returns what a call has returned, or ends the test at the error of the call:
//
//	data := must.Get(os.ReadFile(path))(t)
func Get[T any](value T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		Do(tb, err)
		return value
	}
}

// Fail reports an error that is missing, or whose text lacks the words, and of what it is.
func Fail(tb testing.TB, err error, words string, of ...any) {
	tb.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		tb.Errorf("%serror %v, want %q", fmt.Sprintln(of...), err, words)
	}
}

// Contain reports the words that a text lacks.
func Contain(tb testing.TB, text string, words ...string) {
	tb.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			tb.Errorf("no %q in\n%s", w, text)
		}
	}
}

// Equal reports a value that is not the one that is wanted, and of what it is. All empty slices are equal.
func Equal[T any](tb testing.TB, got, want T, of ...any) {
	tb.Helper()
	a, b := reflect.ValueOf(got), reflect.ValueOf(want)
	empty := a.Kind() == reflect.Slice && a.Len() == 0 && b.Len() == 0
	if !empty && !reflect.DeepEqual(got, want) {
		tb.Errorf("%sgot %+v, want %+v", fmt.Sprintln(of...), got, want)
	}
}
