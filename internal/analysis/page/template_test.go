package page_test

import (
	"html/template"
	"strings"
	"testing"
	"vertigo/internal/analysis/page"
)

// TestTemplate checks that parts are filled with data that may hold anything, and that what is there already stays.
func TestTemplate(t *testing.T) {
	body := page.NewTemplate("whole", `<p>{{.}}</p>{{define "part"}}<b title="{{loud .}}"></b>{{end}}`, template.FuncMap{"loud": strings.ToUpper})
	if got, want := string(body.Append([]byte("<h1>"), "whole", "a<b")), "<h1><p>a&lt;b</p>"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := string(body.Append(nil, "part", `a"`)), `<b title="A&#34;"></b>`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("a part that is not there was written")
		}
	}()
	body.Append(nil, "missing", nil)
}
