package game

import (
	"testing"

	"vertigo/internal/testing/must"
)

// TestScopeName writes and reads the names of scopes, and refuses others.
func TestScopeName(t *testing.T) {
	for _, scope := range []Scope{Whole, ForLoss, LeftOut} {
		var again Scope
		must.Do(t, again.UnmarshalText(must.Get(scope.MarshalText())(t)))
		must.Equal(t, again, scope)
	}
	must.Fail(t, new(Scope).UnmarshalText([]byte("before")), `"before" is not one of`)
}
