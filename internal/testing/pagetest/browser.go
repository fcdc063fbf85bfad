package pagetest

import (
	"fmt"
	"html"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
)

var policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// DOM opens the page in headless Chromium at the fragment ("" for none) and returns the document as it is then, and
// fails the test if the browser complains. The test is skipped where there is no Chromium, and in short mode.
func DOM(t *testing.T, page, fragment string) string {
	t.Helper()
	dom, complaints := open(t, page, fragment)
	for _, line := range complaints {
		t.Errorf("the browser complains: %s", line)
	}
	return dom
}

// Refused opens a page as DOM does and fails the test unless the browser refuses something that the page contains.
func Refused(t *testing.T, page, fragment string) string {
	t.Helper()
	dom, complaints := open(t, page, fragment)
	if !strings.Contains(strings.Join(complaints, ""), "Content Security Policy") {
		t.Errorf("the browser refuses nothing, only complains: %q", complaints)
	}
	return dom
}

func open(t *testing.T, page, fragment string) (dom string, complaints []string) {
	t.Helper()
	program := find(t)
	file := testfiles.Write(t, "page.html", page)
	var err error
	if shared == nil {
		if shared, err = startBrowser(program); err != nil {
			t.Fatal(err)
		}
	}
	if dom, complaints, err = shared.open("file://" + filepath.ToSlash(file) + fragment); err != nil {
		shared.close()
		shared = nil
		t.Fatal(err)
	}
	return dom, complaints
}

// ActIn opens the page as DOM does, in a window of that size, in pixels, and runs a script in it as soon as nothing in it is
// busy. The script may press keys and click. ActIn returns what it notes by calls of note(text), line by line. The policy, which
// would not let a foreign script run, is taken off.
func ActIn(t *testing.T, width, height int, page, fragment, script string) []string {
	t.Helper()
	const note = `const note = (text) => parent.document.querySelector("pre").append(text + "\n");`
	file := testfiles.Write(t, "page.html", withScript(page, note+script))
	const frame = `<!doctype html><pre></pre><iframe src="file://%s%s" width="%d" height="%d" style="border: 0"></iframe>`
	dom := DOM(t, fmt.Sprintf(frame, filepath.ToSlash(file), fragment, width, height), "")
	_, notes, _ := strings.Cut(dom, "<pre>")
	notes, _, _ = strings.Cut(notes, "</pre>")
	return strings.Split(strings.TrimSpace(html.UnescapeString(notes)), "\n")
}

// withScript returns the page without its policy and with a script that runs as soon as nothing in the page is busy.
func withScript(page, script string) string {
	script = `(function run() { if (document.querySelector("[aria-busy=true]")) return void setTimeout(run, 5);` + script + "})();"
	return strings.Replace(policy.ReplaceAllString(page, ""), "</body>", "<script>"+script+"</script></body>", 1)
}

// find returns the path of the browser.
func find(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("no browser is started in short mode")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium here")
	return ""
}
