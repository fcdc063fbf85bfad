//go:build tune

package uci

import (
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/search"
)

// In the tune build every tunable number is an option, whose value the search sees.
func TestTunablesAreOptions(t *testing.T) {
	tunables := search.Tunables()
	if len(tunables) == 0 {
		t.Fatal("the tune build has no tunables")
	}
	byName := map[string]option{}
	for _, o := range optionTable() {
		byName[o.name] = o
	}
	for _, n := range tunables {
		o, ok := byName[n.Name]
		if !ok {
			t.Errorf("%s is not an option", n.Name)
			continue
		}
		if n.Default < n.Min || n.Default > n.Max || *n.Value != n.Default {
			t.Errorf("%s: default %d, value %d, range %d..%d", n.Name, n.Default, *n.Value, n.Min, n.Max)
		}
		must.Fail(t, o.set(nil, "nonsense"), "", n.Name)
	}
	first := tunables[0]
	defer func() { *first.Value = first.Default }()
	o := byName[first.Name]
	if err := o.set(nil, "5"); err != nil || *first.Value != 5 {
		t.Errorf("%s = 5: value %d, error %v", first.Name, *first.Value, err)
	}
}
