package analyse

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
)

const htmlGames = `[Event "<script>alert('event')</script>"]
[White "<img src=x onerror=alert(1)>"]
[Black "O'Hara & </script></textarea><b>bold"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Chess960"]
[White "?"]
[FEN "r1k4r/8/8/8/8/8/8/R1K4R w HAha - 0 9"]

9. O-O O-O-O 10. Rab1 *
`

// writeReport analyses the text and returns the page.
func writeReport(t *testing.T, in string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	_, errOut, code := command(t, in, append(args, "-", "--as", "html", "--out", file, "--hash", "1", "--depth", "5", "--no-times")...)
	if code != cli.ExitOK {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	page := must.Get(os.ReadFile(file))(t)
	return string(page)
}

// steps presses keys and clicks, and notes after each what the page shows: the move that is marked as the current one, the head of the
// text beside the board, and the address.
const steps = `
const what = (event) => {
	const move = document.querySelector(".ply[aria-current]");
	note(event + ": " + [document.querySelector("#number").textContent, move ? move.firstChild.textContent : "-", document.querySelector(".now .head").textContent, location.hash].join("; "));
};
const press = (key) => { document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); what(key); };
const click = (selector) => { document.querySelector(selector).click(); what(selector); };
what("loaded");
["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "n", "End", "ArrowRight", "p", "Home"].forEach(press);
click("[data-go=worse]");
click("[data-go=on]");
click("[data-turn='1']");
(function next() {
	if (document.querySelector("#number").textContent !== "2 of 2") return void setTimeout(next, 5);
	click(".ply");
	press("f");
	note(document.querySelector("[data-go=flip]").ariaPressed + " " + document.querySelector(".live use[href='#piece-R']").getAttribute("y"));
})();
`

// TestHTMLInBrowser lets the page run: it steps through the games with the keyboard and looks at what is shown.
func TestHTMLInBrowser(t *testing.T) {
	page := writeReport(t, htmlGames)
	dom := pagetest.DOM(t, page, "#g1p3")
	must.Contain(t, dom, "<title>2 games", `<span class="strong blunder">2. g4??</span>`, `<span class="best-key">better</span>`, `<rect class="trace" x="6" y="4"`, `&lt;img</span> <span class="whole">src=x</span>`)
	lines := pagetest.ActIn(t, 1280, 720, page, "", steps)
	// Whether 1. f3 is a mistake too depends on the network.
	for i, want := range []string{
		`loaded: 1 of 2; -; At the start`, `ArrowRight: 1 of 2; f3(\?!|\?)?; 1\. f3`, `ArrowRight: 1 of 2; e5; 1\.\.\. e5`,
		`ArrowLeft: 1 of 2; f3`, `ArrowLeft: 1 of 2; -; At the start`, `ArrowLeft: 1 of 2; -; At the start`,
		`n: 1 of 2; e5; 1\.\.\. e5 .*#g1p2`, `End: 1 of 2; Qh4#; 2\.\.\. Qh4# # ; #g1p4`,
		`ArrowRight: 1 of 2; Qh4#;`, `p: 1 of 2; e5; 1\.\.\. e5 .*#g1p2`, `Home: 1 of 2; -; At the start`, `\[data-go=worse\]: 1 of 2; e5;.*#g1p2`,
		`\[data-go=on\]: 1 of 2; g4\?\?;`, `\[data-turn='1'\]: `, `\.ply: 2 of 2; O-O`, `f: 2 of 2; O-O`, `true 0`,
	} {
		if i >= len(lines) || !regexp.MustCompile("^"+want).MatchString(lines[i]) {
			t.Fatalf("step %d is not %q:\n%s", i, want, strings.Join(lines, "\n"))
		}
	}
}
