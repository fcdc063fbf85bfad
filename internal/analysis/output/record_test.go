package output

import (
	"cmp"
	"encoding"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

var update = flag.Bool("update", false, "write the tables of members and columns into docs/formats.md, and docs/schema.json")

// csvTable returns the table of the columns of CSV as docs/formats.md has it. Neighbours with the same meaning share a row.
func csvTable() string {
	table := "| Column | Meaning |\n|---|---|\n"
	var names []string
	for i, c := range csvColumns {
		if names = append(names, "`"+c.name+"`"); i+1 == len(csvColumns) || csvColumns[i+1].meaning != c.meaning {
			table += "| " + strings.Join(names, ", ") + " | " + cmp.Or(c.meaning, "as in JSON") + " |\n"
			names = nil
		}
	}
	return table
}

// memberTables returns the tables of the members of records as docs/formats.md has them, in its order: the comments of the fields.
func memberTables(t *testing.T) (tables []string) {
	t.Helper()
	file := must.Get(parser.ParseFile(token.NewFileSet(), "record.go", nil, parser.ParseComments))(t)
	structs := map[string]*ast.StructType{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			structs[spec.Name.Name], _ = spec.Type.(*ast.StructType)
		}
		return true
	})
	for _, table := range []struct{ record, heading string }{
		{"kindOfRecord", "Member"}, {"gameRecord", "Member of a game"}, {"positionRecord", "Member of a position"},
		{"playerRecord", "Member of a player"}, {"lineRecord", "Member"},
	} {
		tables = append(tables, "| "+table.heading+" | Meaning |\n|---|---|\n"+strings.Join(memberRows(t, structs, table.record), ""))
	}
	return tables
}

// memberRows returns the rows for the fields of a record. Fields without a comment share the row of the one before.
func memberRows(t *testing.T, structs map[string]*ast.StructType, record string) (rows []string) {
	names, meaning := "", ""
	end := func() {
		if names != "" {
			rows = append(rows, "| "+names+" | "+meaning+" |\n")
		}
	}
	for _, field := range structs[record].Fields.List {
		text := strings.Join(strings.Fields(cmp.Or(field.Doc.Text(), field.Comment.Text())), " ")
		name := ""
		switch embedded := fmt.Sprint(field.Type); {
		case field.Tag != nil:
			tag, _ := strconv.Unquote(field.Tag.Value)
			name, _, _ = strings.Cut(reflect.StructTag(tag).Get("json"), ",")
			name = "`" + name + "`"
		case len(field.Names) > 0 || embedded == "kindOfRecord":
			continue
		case structs[embedded] != nil:
			end()
			names = ""
			rows = append(rows, memberRows(t, structs, embedded)...)
			continue
		default: // a score
			name = "`eval` or `mate`"
		}
		if text == "" && names != "" {
			names += ", " + name
			continue
		}
		end()
		if names, meaning = name, text; text == "" {
			t.Errorf("%s of %s has no comment", name, record)
		}
	}
	end()
	return rows
}

// defined are the types that docs/schema.json names, in its order, after those of single values.
var defined = []struct {
	name string
	of   reflect.Type
}{
	{"point", reflect.TypeFor[game.Point]()}, {"line", reflect.TypeFor[lineRecord]()}, {"threat", reflect.TypeFor[threatRecord]()},
	{"opening", reflect.TypeFor[openingRecord]()}, {"analysis", reflect.TypeFor[analysisRecord]()}, {"side", reflect.TypeFor[sideRecord]()},
	{"limits", reflect.TypeFor[game.Limits]()}, {"game", reflect.TypeFor[gameRecord]()}, {"position", reflect.TypeFor[positionRecord]()},
	{"player", reflect.TypeFor[playerRecord]()}, {"error", reflect.TypeFor[errorRecord]()},
}

// definitions returns those types as docs/schema.json has them.
func definitions() string {
	var parts []string
	for _, d := range defined {
		parts = append(parts, fmt.Sprintf("    %q: %s", d.name, objectSchema(d.of, d.name, "    ")))
	}
	return strings.Join(parts, ",\n") + "\n  }\n}\n"
}

// objectSchema returns the schema of a struct, the record of that kind.
func objectSchema(of reflect.Type, kind, indent string) string {
	var properties, required, names []string
	for _, field := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || !field.IsExported() {
			continue
		}
		value := valueSchema(field.Type, field.Tag, indent+"    ")
		switch {
		case name == "kind":
			value = fmt.Sprintf(`{"const": %q}`, kind)
		case name == "schema":
			value = fmt.Sprintf(`{"const": %d}`, schema)
		}
		properties, names = append(properties, fmt.Sprintf("%q: %s", name, value)), append(names, name)
		if options != "omitempty" {
			required = append(required, strconv.Quote(name))
		}
	}
	open, between, end := "{\n"+indent+"    ", ",\n"+indent+"    ", "\n"+indent+"  }"
	if len(properties) < 3 && !strings.Contains(strings.Join(properties, ""), "\n") {
		open, between, end = "{", ", ", "}"
	}
	text := "{\n" + indent + `  "type": "object",` + "\n" + indent + `  "properties": ` + open + strings.Join(properties, between) + end +
		",\n" + indent + `  "required": [` + strings.Join(required, ", ") + "],\n" + indent + `  "additionalProperties": false`
	if slices.Contains(names, "eval") {
		text += ",\n" + indent + `  "oneOf": [{"required": ["eval"]}, {"required": ["mate"]}]`
	}
	return text + "\n" + indent + "}"
}

// valueSchema returns the schema of a field of that type and with that tag.
func valueSchema(of reflect.Type, tag reflect.StructTag, indent string) string {
	words := strings.Split(strconv.Quote(tag.Get("enum")), " ")
	isDefined := slices.IndexFunc(defined, func(d struct {
		name string
		of   reflect.Type
	}) bool {
		return d.of == of
	})
	switch {
	case of.Kind() == reflect.Pointer:
		return valueSchema(of.Elem(), tag, indent)
	case of.Kind() == reflect.Slice && !of.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return `{"type": "array", "items": ` + valueSchema(of.Elem(), tag, indent) + "}"
	case tag.Get("ref") != "":
		return fmt.Sprintf(`{"$ref": "#/$defs/%s"}`, tag.Get("ref"))
	case isDefined >= 0:
		return fmt.Sprintf(`{"$ref": "#/$defs/%s"}`, defined[isDefined].name)
	case len(words) > 1:
		return `{"enum": [` + strings.Join(words, `", "`) + "]}"
	case tag.Get("enum") != "":
		return `{"const": ` + words[0] + "}"
	case of.Kind() == reflect.Struct:
		return objectSchema(of, "", indent)
	case of.Kind() == reflect.Map:
		return `{"type": "object", "additionalProperties": ` + valueSchema(of.Elem(), "", indent) + "}"
	}
	name := map[reflect.Kind]string{reflect.Bool: "boolean", reflect.Float64: "number", reflect.String: "string", reflect.Slice: "string"}
	return fmt.Sprintf(`{"type": %q}`, cmp.Or(name[of.Kind()], "integer"))
}

var (
	columnTable = regexp.MustCompile(`(?m)^\| Column \| Meaning \|\n(?:\|.*\n)+`)
	memberTable = regexp.MustCompile(`(?m)^\| Member(?: of a \w+)? \| Meaning \|\n(?:\|.*\n)+`)
	ourTypes    = regexp.MustCompile(`(?s) {4}"point": .*`)
)

// TestReference checks that docs/formats.md and docs/schema.json have every member of JSON and every column of CSV as the records
// have them, and that the members of results files are described.
func TestReference(t *testing.T) {
	const path, schemaPath = "../../../docs/formats.md", "../../../docs/schema.json"
	page := testfiles.Text(t, path)
	before, rest, _ := strings.Cut(page, "\n## JSON\n")
	section, after, _ := strings.Cut(rest, "\n## CSV\n")
	tables := memberTables(t)
	section = memberTable.ReplaceAllStringFunc(section, func(string) (table string) {
		table, tables = tables[0], tables[1:]
		return table
	})
	want := before + "\n## JSON\n" + section + "\n## CSV\n" + columnTable.ReplaceAllLiteralString(after, csvTable())
	types := testfiles.Text(t, schemaPath)
	wantTypes := ourTypes.ReplaceAllLiteralString(types, definitions())
	switch {
	case *update:
		testfiles.Put(t, path, []byte(want))
		testfiles.Put(t, schemaPath, []byte(wantTypes))
	case page != want || types != wantTypes:
		t.Error("docs/formats.md or docs/schema.json is out of date: make docs writes them")
	}
	if len(tables) > 0 || !columnTable.MatchString(after) || !ourTypes.MatchString(types) {
		t.Errorf("docs/formats.md or docs/schema.json lacks its place for %q", tables)
	}
	_, text, _ := strings.Cut(page, "\n## Results\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for _, d := range defined {
		for _, name := range members(nil, d.of) {
			if !strings.Contains(section, "`"+name+"`") {
				t.Errorf("docs/formats.md does not describe %s of JSON", name)
			}
		}
	}
	names := slices.Concat(ownMembers(reflect.TypeFor[results.Header]()), ownMembers(reflect.TypeFor[results.Record]()),
		ownMembers(reflect.TypeFor[results.Footer]()), ownMembers(reflect.TypeFor[results.Result]()), ownMembers(reflect.TypeFor[game.Line]()))
	if len(names) < 20 {
		t.Errorf("results files have only the names %q", names)
	}
	for _, name := range names {
		if !strings.Contains(text, "`"+name+"`") {
			t.Errorf("docs/formats.md does not describe %s of results files", name)
		}
	}
}

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

// TestColumns checks that every column of CSV leads to a part of its record, that one with the name of a member of JSON, whose
// meaning it shares, leads to that, and that an analysis without several lines and threats has no columns for them.
func TestColumns(t *testing.T) {
	for _, c := range []struct {
		limits  game.Limits
		without string
	}{{game.Limits{MultiPV: 1}, "margin threat threat_gain"}, {game.Limits{MultiPV: 2}, "threat threat_gain"}, {game.Limits{Threats: true}, "margin"}} {
		var missing []string
		for _, column := range csvColumns {
			if !slices.Contains(newCSVRenderer(Settings{Limits: c.limits}).headings, column.name) {
				missing = append(missing, column.name)
			}
		}
		must.Equal(t, strings.Join(missing, " "), c.without, c.limits)
	}
	for _, table := range []struct {
		columns []column
		of      reflect.Type
	}{{csvColumns, reflect.TypeFor[csvRecord]()}, {playerColumns, reflect.TypeFor[playerRecord]()}} {
		for _, c := range table.columns {
			path, _, _ := strings.Cut(c.part, " ")
			at, member := table.of, ""
			for name := range strings.SplitSeq(path, ".") {
				if at.Kind() == reflect.Pointer {
					at = at.Elem()
				}
				if at.Kind() != reflect.Struct {
					at = at.Elem()
					continue
				}
				field, ok := at.FieldByName(name)
				if !ok {
					t.Fatalf("the column %s leads to no %s of %s", c.name, name, at)
				}
				member, _, _ = strings.Cut(field.Tag.Get("json"), ",")
				at = field.Type
			}
			if c.meaning == "" && member != c.name {
				t.Errorf("the column %s leads to the member %s", c.name, member)
			}
		}
	}
}
