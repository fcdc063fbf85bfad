// Package must ends a test at an error that it does not expect.
package must

import "testing"

// Do ends the test if there is an error.
func Do(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
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
