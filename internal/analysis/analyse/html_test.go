package analyse

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/system/commandline"
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
	if code != commandline.ExitOK {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func TestHTML(t *testing.T) {
	page := writeReport(t, htmlGames, "--multipv", "2", "--chunk", "1")
	pagetest.Check(t, page)
	for _, want := range []string{
		"&lt;img src=x onerror=alert(1)&gt;", `>g4??</a>`, "Blunder", `<td class="number score">#−1</td>`, `<td class="number score">#</td>`,
		"2... Qh4#", "<strong>Vertigo test</strong> · network 4096x", "depth 5 for each position, 2 lines, 1 thread, table of 1 MiB", "<bdi>White</bdi>", "9... O-O-O", `data-move="c1g1"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, "<img") || strings.Contains(page, "<b>bold") {
		t.Error("a name is markup of the page")
	}
	if again := writeReport(t, htmlGames, "--multipv", "2", "--chunk", "1", "--workers", "3"); again != page {
		t.Error("the page depends on the number of workers")
	}
}

// TestHTMLText reads names in Latin-1, the character set of the PGN standard, as well as in UTF-8.
func TestHTMLText(t *testing.T) {
	page := writeReport(t, "[Event \"Caf\xe9\"]\n[White \"S\xf6ren\"]\n[Black \"Sören\"]\n\n1. e4 *\n\n"+
		"[White \"M\xfcller\"]\n\n*\n")
	pagetest.Check(t, page)
	if strings.Count(page, "<h2 id=\"g1-title\"><bdi>Sören</bdi> <span class=\"soft\">–</span> <bdi>Sören</bdi>") != 1 ||
		!strings.Contains(page, "<bdi>Café</bdi>") || !strings.Contains(page, "<bdi>Müller</bdi>") {
		t.Error("the names are not as they were meant")
	}
	list := writeReport(t, "7k/8/8/8/8/8/8/K5R1 w - - id \"\xc4nd\xe9\";\n")
	if pagetest.Check(t, list); !strings.Contains(list, "<bdi>Ändé</bdi>") {
		t.Error("the name of the position is not as it was meant")
	}
}

// TestHTMLScores compares the report with the annotated game: marks and players' figures are the same.
func TestHTMLScores(t *testing.T) {
	page := writeReport(t, htmlGames)
	pgn, _, _ := command(t, htmlGames, "-", "--as", "pgn", "--hash", "1", "--depth", "5")
	accuracy := regexp.MustCompile(`(?:White|Black)Accuracy "([0-9.]+)"`).FindAllStringSubmatch(pgn, -1)
	if len(accuracy) != 4 {
		t.Fatalf("%d figures in\n%s", len(accuracy), pgn)
	}
	for _, a := range accuracy {
		if !strings.Contains(page, ">"+a[1]+"%</td>") {
			t.Errorf("the page lacks the accuracy %s", a[1])
		}
	}
	marks := strings.Count(pgn, "$2") + strings.Count(pgn, "$4") + strings.Count(pgn, "$6")
	if n := strings.Count(page, `class="arrow played"`); n != marks || n == 0 {
		t.Errorf("%d turning points, want %d", n, marks)
	}
}

func TestHTMLSuite(t *testing.T) {
	text := strings.ReplaceAll(suiteText, "bm Qd8;", "") + "7k/5K2/6Q1/8/8/8/8/8 b - - id \"stale\";\n"
	page := writeReport(t, text)
	pagetest.Check(t, page)
	for _, want := range []string{"✓ solved", "✗ not solved", "(am Rd8#)", "mate.2", "standard input:4", "stalemate", "Black to move",
		`<td class="number">1</td><td class="number">2</td><td class="number">50.0</td>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// steps presses keys and clicks, and writes after each what the page shows: the game, the move that is marked as the
// current one, the head of the text beside the board, and the address.
const steps = `
const log = document.body.appendChild(document.createElement("pre"));
const note = (what) => {
	const game = document.querySelector("section.game:not([hidden])");
	const move = game.querySelector(".ply[aria-current]");
	log.append(what + ": " + [game.id, move ? move.textContent : "-", game.querySelector(".now .head").textContent, location.hash].join("; ") + "\n");
};
const press = (key) => { document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); note(key); };
const click = (selector) => { document.querySelector(selector).click(); note(selector); };
note("loaded");
["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "n", "End", "ArrowRight", "p", "Home"].forEach(press);
click("#g1 .turns a");
click("#g1 [data-go=on]");
click(".games a[href='#g2']");
click("#g2 .ply");
press("f");
log.append(["#g1", "#g2"].map((id) => getComputedStyle(document.querySelector(id)).contentVisibility).join(" ") + " " + document.querySelector("#g1").offsetHeight + " ");
log.append(document.querySelector("#g2 [data-go=flip]").ariaPressed + " " + document.querySelector("#g2 .live use[href='#piece-R']").getAttribute("y"));
`

// TestHTMLInBrowser lets the page run: it steps through the games with the keyboard and looks at what is shown.
func TestHTMLInBrowser(t *testing.T) {
	page := writeReport(t, htmlGames)
	dom := pagetest.DOM(t, page, "#g1p3")
	for _, want := range []string{`class="live-script"`, "<title>2 games", `id="g2" aria-labelledby="g2-number g2-title" tabindex="-1" hidden="until-found"`,
		`After <span class="strong blunder">2. g4??</span>`, `<span class="soft">instead </span>`, `aria-current="true">g4??`, `<rect class="trace" x="6" y="4"`,
	} {
		if !strings.Contains(dom, want) {
			t.Errorf("the document lacks %s", want)
		}
	}
	_, log, _ := strings.Cut(pagetest.Act(t, page, "", steps), "<pre>")
	lines := strings.Split(log, "\n")
	// Whether 1. f3 is a mistake too depends on the network.
	for i, want := range []string{
		`loaded: g1; -; At the start`, `ArrowRight: g1; f3(\?!|\?)?; After 1\. f3`, `ArrowRight: g1; e5; After 1\.\.\. e5`,
		`ArrowLeft: g1; f3`, `ArrowLeft: g1; -; At the start`, `ArrowLeft: g1; -; At the start`,
		`n: g1; e5; After 1\.\.\. e5 .*#g1p2`, `End: g1; Qh4#; After 2\.\.\. Qh4# #; #g1p4`,
		`ArrowRight: g1; Qh4#;`, `p: g1; e5; After 1\.\.\. e5 .*#g1p2`, `Home: g1; -; At the start`, `#g1 \.turns a: g1; (e5;|-; At the start)`,
		`#g1 \[data-go=on\]: g1; (g4\?\?;|f3\?)`, `\.games a\[href='#g2'\]: g2; -; At the start`, `#g2 \.ply: g2; O-O`, `f: g2; O-O`,
		`hidden visible 0 true 0`,
	} {
		if i >= len(lines) || !regexp.MustCompile("^"+want).MatchString(lines[i]) {
			t.Fatalf("step %d is not %q:\n%s", i, want, log)
		}
	}
}
