package output_test

import (
	"os"
	"strings"
	"testing"

	"vertigo/internal/analysis/output"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
)

func TestMain(m *testing.M) { os.Exit(pagetest.Run(m)) }

func TestPage(t *testing.T) {
	p := output.Frame{Title: `</title><script>alert("1 & 2")</script>`, Styles: []string{"p { color: red; }"}, Scripts: []string{"a();", "b();"}}
	page := p.Begin() + "<p>text</p>\n" + p.End()
	pagetest.Check(t, page)
	must.Contain(t, page, "<title>&lt;/title&gt;&lt;script&gt;", "<script>a();\nb();</script>", "p { color: red; }</style>")
}

// TestPolicy checks in a browser that the page's own script runs, and that no other does.
func TestPolicy(t *testing.T) {
	p := output.Frame{Title: "t", Scripts: []string{`document.body.append("own script");`}}
	if dom := pagetest.DOM(t, p.Begin()+p.End(), ""); !strings.Contains(dom, "own script</body>") && !strings.Contains(dom, "own script\n") {
		t.Errorf("the script did not run:\n%s", dom)
	}
	foreign := `<p id="p">nothing ran</p><div onclick="1"></div><script>document.getElementById("p").textContent = "foreign";</script>`
	dom := pagetest.Refused(t, p.Begin()+foreign+p.End(), "")
	if !strings.Contains(dom, "nothing ran") {
		t.Errorf("a foreign script ran:\n%s", dom)
	}
}
