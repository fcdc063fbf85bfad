package analyse

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is docs/schema.json.
var schema = sync.OnceValue(func() *jsonschema.Schema {
	return jsonschema.NewCompiler().MustCompile(filepath.Join("..", "..", "..", "docs", "schema.json"))
})

// checkSchema holds every line of an output that is JSON of an analysis against docs/schema.json. Every test that runs a command does
// that.
func checkSchema(t *testing.T, out string) {
	t.Helper()
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, `{"kind":`) {
			continue
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err == nil {
			err = schema().Validate(v)
		}
		if err != nil {
			t.Errorf("not as docs/schema.json has it: %v in %.2000s", err, line)
		}
	}
}

// TestSchema writes all that JSON may have, and checks that the schema refuses what is missing, unknown or of another kind.
func TestSchema(t *testing.T) {
	games := "[White \"A\"] [WhiteElo \"1500\"]\n\n1. f3 {[%clk 0:01:00]} e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *\n"
	out, errOut, _ := command(t, games, "-", "--as", "json", "--nodes", "2000", "--hash", "1", "--multipv", "2", "--threats")
	positions, _, _ := command(t, "8/8/8/4k3/8/8/4P3/4K3 w - - bm e4;\nno position\n", "-", "--format", "epd", "--as", "json", "--nodes", "500", "--hash", "1")
	all := out + positions
	for _, part := range []string{`"kind":"game"`, `"kind":"position"`, `"kind":"player"`, `"kind":"error"`, `"threat":{`, `"margin":`, `"clock":6000`, `"over":`, `"solved":`} {
		if !strings.Contains(all, part) {
			t.Errorf("there is no %s, messages %q:\n%s", part, errOut, all)
		}
	}
	line, _, _ := strings.Cut(out[strings.Index(out, `{"kind":"position"`):], "\n")
	for _, change := range [][2]string{{`"schema":2`, `"schema":1`}, {`"fen":`, `"FEN":`}, {`"wdl":[`, `"wdl":[1,`}, {`"nodes":`, `"new":1,"nodes":`}, {`"ply":0`, `"ply":"0"`}} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(line, change[0], change[1], 1)))
		if err != nil || schema().Validate(v) == nil {
			t.Errorf("the schema accepts %s in place of %s, %v", change[1], change[0], err)
		}
	}
}
