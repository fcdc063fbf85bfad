package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const events = `CGO_ENABLED=0 go test -json ./...
{"Action":"start","Package":"v/a"}
{"Action":"run","Package":"v/a","Test":"TestGood"}
{"Action":"output","Package":"v/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"v/a","Test":"TestGood","Output":"chatter\n"}
{"Action":"pass","Package":"v/a","Test":"TestGood"}
{"Action":"output","Package":"v/a","Test":"TestEngine/one","Output":"=== RUN   TestEngine/one\n"}
{"Action":"output","Package":"v/a","Test":"TestEngine/one","Output":"    a_test.go:7: no engine\n"}
{"Action":"output","Package":"v/a","Test":"TestEngine/one","Output":"    --- SKIP: TestEngine/one (0.00s)\n"}
{"Action":"skip","Package":"v/a","Test":"TestEngine/one"}
{"Action":"pass","Package":"v/a","Test":"TestEngine"}
{"Action":"output","Package":"v/a","Output":"PASS\n"}
{"Action":"output","Package":"v/a","Output":"ok  \tv/a\t0.1s\n"}
{"Action":"pass","Package":"v/a"}
{"Action":"output","Package":"v/b","Output":"?   \tv/b\t[no test files]\n"}
{"Action":"skip","Package":"v/b"}
`

const failing = `{"Action":"output","Package":"v/c","Test":"TestBad","Output":"    c_test.go:9: wrong\n"}
{"Action":"fail","Package":"v/c","Test":"TestBad"}
{"Action":"output","Package":"v/c","Output":"FAIL\tv/c\t0.1s\n"}
{"Action":"fail","Package":"v/c"}
{"ImportPath":"v/d","Action":"build-output","Output":"d.go:1:1: expected 'package'\n"}
{"Action":"fail","Package":"v/d","FailedBuild":"v/d"}
`

func TestRun(t *testing.T) {
	const listed = "# comment\n\nv/a TestEngine needs an engine\nv/elsewhere TestOther is not run here\n"
	for _, test := range []struct {
		name, list, events string
		want               string // in the error, "" for none
		prints             []string
	}{
		{"all on the list", listed, events, "",
			[]string{"go test -json", "ok  \tv/a\t0.1s\n", "[no test files]\n", "skipped: v/a TestEngine/one: a_test.go:7: no engine\n"}},
		{"not on the list", "", events, "v/a TestEngine/one was skipped and is not on the list: a_test.go:7: no engine", nil},
		{"subtest on the list", "v/a TestEngine/one needs an engine", events, "", nil},
		{"renamed", listed + "v/a TestOld r\n", events, "the list has v/a TestOld", nil},
		{"failed", listed, events + failing, "3 tests and packages failed",
			[]string{"c_test.go:9: wrong\n", "FAIL\tv/c\t0.1s\n", "d.go:1:1: expected"}},
		{"nothing", listed, "", "no tests were run", nil},
		{"no reason", "v/a TestEngine\n", events, "does not name", nil},
	} {
		list := filepath.Join(t.TempDir(), "list")
		if err := os.WriteFile(list, []byte(test.list), 0o666); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := run(list, strings.NewReader(test.events), &out)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
		for _, want := range test.prints {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: the output lacks %q:\n%s", test.name, want, out.String())
			}
		}
		if strings.Contains(out.String(), "chatter") {
			t.Errorf("%s: the output of a test that passed is printed", test.name)
		}
	}
}
