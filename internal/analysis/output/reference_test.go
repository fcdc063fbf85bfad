package output

import (
	"flag"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/testing/testfiles"
)

// members appends the names that the members of a type have in JSON, of all levels.
func members(names []string, t reflect.Type) []string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return members(names, t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
				names = append(names, name)
			}
			names = members(names, t.Field(i).Type)
		}
	}
	return names
}

// ownMembers returns the names that the members of a type have in JSON, without those of the members themselves.
func ownMembers(t reflect.Type) (names []string) {
	for _, field := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

var (
	update      = flag.Bool("update", false, "write the table of the columns of CSV into docs/formats.md")
	columnTable = regexp.MustCompile(`(?m)^\| Column \| Meaning \|\n(?:\|.*\n)+`)
)

// csvTable returns the table of the columns of CSV as docs/formats.md has it. Neighbours that JSON describes share a row.
func csvTable() string {
	table := "| Column | Meaning |\n|---|---|\n"
	var shared []string
	for _, c := range append(csvColumns, column{}) {
		if c.name != "" && c.meaning == "" {
			shared = append(shared, "`"+c.name+"`")
			continue
		}
		if len(shared) > 0 {
			table += "| " + strings.Join(shared, ", ") + " | as in JSON |\n"
			shared = nil
		}
		if c.name != "" {
			table += "| `" + c.name + "` | " + c.meaning + " |\n"
		}
	}
	return table
}

// TestReference checks that docs/formats.md describes every member of JSON and of results files and every column of CSV, each
// in its section.
func TestReference(t *testing.T) {
	const path = "../../../docs/formats.md"
	page := testfiles.Text(t, path)
	if want := csvTable(); *update {
		page = columnTable.ReplaceAllLiteralString(page, want)
		testfiles.Put(t, path, []byte(page))
	} else if !strings.Contains(page, want) {
		t.Error("the table of the columns of CSV is out of date: make docs writes it")
	}
	var shared []string // names that mean the same in JSON
	for _, c := range csvColumns {
		if c.meaning == "" {
			shared = append(shared, c.name)
		}
	}
	for heading, names := range map[string][]string{
		"JSON": members(members(members(shared, reflect.TypeFor[jsonPosition]()), reflect.TypeFor[jsonFailure]()), reflect.TypeFor[jsonGame]()),
		"Results": slices.Concat(ownMembers(reflect.TypeFor[results.Header]()), ownMembers(reflect.TypeFor[results.Record]()),
			ownMembers(reflect.TypeFor[results.Footer]()), ownMembers(reflect.TypeFor[game.Answer]()),
			ownMembers(reflect.TypeFor[game.Line]())),
	} {
		_, text, _ := strings.Cut(page, "\n## "+heading+"\n")
		text, _, _ = strings.Cut(text, "\n## ")
		if len(names) < 5 {
			t.Errorf("%s has only the names %q", heading, names)
		}
		for _, name := range names {
			if !strings.Contains(text, "`"+name+"`") {
				t.Errorf("docs/formats.md does not describe %s of %s", name, heading)
			}
		}
	}
}
