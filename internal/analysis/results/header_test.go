package results

import (
	"reflect"
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
)

// TestDifferences changes every member of a header and of its limits, one at a time: each difference is
// reported, with the old value and the new one.
func TestDifferences(t *testing.T) {
	change := func(what reflect.StructField, v reflect.Value) {
		switch v.Kind() {
		case reflect.Int, reflect.Int64:
			v.SetInt(77)
		case reflect.Uint64:
			v.SetUint(77)
		case reflect.String:
			v.SetString("77")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Slice:
			v.Set(reflect.ValueOf([]source.Fingerprint{{Name: "77"}}))
		default:
			t.Fatalf("%s: a member of a kind that this test does not know", what.Name)
		}
	}
	check := func(name string, before, now *Header) {
		t.Helper()
		list := before.Differences(now)
		reported := strings.Join(list, "; ")
		if len(list) == 0 || name != "Inputs" && !strings.Contains(reported, "77") && !strings.Contains(reported, "true") {
			t.Errorf("another %s is reported as %q", name, reported)
		}
	}
	header := func() *Header {
		return &Header{Format: FormatVersion, Engine: "1", Build: "2", Network: "3", Reading: "auto", Shard: "1/1"}
	}
	if list := header().Differences(header()); len(list) > 0 {
		t.Errorf("two that are alike differ in %q", list)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Header]()) {
		if field.Name == "Format" || field.Name == "Limits" { // a reader refuses other formats
			continue
		}
		now := header()
		change(field, reflect.ValueOf(now).Elem().FieldByIndex(field.Index))
		check(field.Name, header(), now)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[game.Limits]()) {
		now := header()
		change(field, reflect.ValueOf(&now.Limits).Elem().FieldByIndex(field.Index))
		check(field.Name, header(), now)
	}
	older := header()
	older.Build = ""
	if list := older.Differences(header()); len(list) > 0 {
		t.Errorf("a file that does not know its build differs in %q", list)
	}
}
