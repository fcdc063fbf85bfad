package tree

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/pagetest"
)

func TestMain(m *testing.M) { os.Exit(pagetest.Run(m)) }

// command runs the command and returns what it writes and its exit code.
func command(args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = runCommand(cli.Program{Version: `test <b>`, Out: &o, Err: &e}, args)
	return o.String(), e.String(), code
}

func TestPage(t *testing.T) {
	for _, test := range []struct{ args, wants []string }{
		{[]string{"startpos", "--depth", "3", "--rows", "40"},
			[]string{"3 half-moves", "9\u202f323", "8\u202f902", "100.0%", "positions below are not drawn", "cutoffs saved", `data-changes="b1.c3N"`}},
		{[]string{"--rows=50", "--depth", "2", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"},
			[]string{"<strong>Rd8#</strong> is best and gives mate in 1.", ">#1<", "✂"}},
		{[]string{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "w", "-", "-", "0", "1", "--depth", "3"}, nil}, // without quotation marks
		{[]string{"r1k4r/8/8/8/8/8/8/R1K4R w HAha - 0 9", "--depth=1"}, nil},                        // Chess960
		{[]string{"startpos", "moves", "e2e4", "e7e5", "--depth=1"}, []string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}},
		{[]string{"startpos moves e2e4 e7e5", "--depth=1"}, []string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}},
		{[]string{"7k/5K2/8/6Q1/8/8/8/8 b - - 0 1"}, nil}, // one move, and the tree ends soon
	} {
		page, errOut, code := command(test.args...)
		if code != cli.ExitOK || errOut != "" {
			t.Errorf("%q: exit code %d, messages %q", test.args, code, errOut)
			continue
		}
		pagetest.Check(t, page)
		for _, want := range append(test.wants, `id="s4"`, "Vertigo test &lt;b&gt;", `class="picture"`, "the position", "(−∞, +∞)") {
			if !strings.Contains(page, want) {
				t.Errorf("%q: the page lacks %s", test.args, want)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "give a position"},
		{"--depth", "flag needs an argument: --depth"},
		{"startpos --depth 0", `--depth: "0" is not a whole number from 1 to 12`},
		{"startpos --depth 13", "from 1 to 12"},
		{"startpos --depth two", `"two" is not a whole number`},
		{"startpos --depth 5", "more than 250000 positions, which is too many; here, --depth 4 visits 206604"},
		{"startpos --rows 9", "from 10 to 5000"},
		{"startpos --out=", "the name is empty"},
		{"startpos --out tree.csv", "--out tree.csv: the page is HTML"},
		{"startpos --wide", "unknown flag: --wide"},
		{"8/8/8/8/8/8/8/8 w - - 0 1", "is not a position"},
		{"startpos moves e2e4 e2e4", "e2e4"},
		{"e4", `"e4" is not a position`},
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "the game is over"},
		{"7k/8/6K1/8/8/8/8/8 b - - 0 1", "the game is over"},
	} {
		out, errOut, code := command(strings.Fields(c.args)...)
		if code != cli.ExitUsage || out != "" || !strings.HasPrefix(errOut, "vertigo tree: ") || !strings.Contains(errOut, c.want) {
			t.Errorf("%q: exit code %d, messages %q, want %q", c.args, code, errOut, c.want)
		}
	}
}

// walk presses keys in one of the trees and writes down where they lead.
const walk = `
const rows = [...document.querySelectorAll("#s7 .row")];
const report = (what) => {
	const row = document.activeElement, shown = document.querySelector(".where .line");
	const pieces = document.querySelectorAll(".live use[href^='#piece']").length;
	note([what, row.querySelector(".move").textContent, shown ? shown.textContent : "-", pieces].join("; "));
};
const press = (key) => { document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); report(key); };
for (const d of document.querySelectorAll("#s7 .tree li details")) d.open = false; // which are open depends on the evaluation
rows[0].focus();
report("focus");
["ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowDown", "End", "Home", "ArrowUp"].forEach(press);
note("stops " + document.querySelectorAll("#s7 .row[tabindex='0']").length);
`

// TestInBrowser walks through a tree with the keyboard: the board follows.
func TestInBrowser(t *testing.T) {
	page, _, code := command("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "--depth", "3")
	if code != cli.ExitOK {
		t.Fatalf("exit code %d", code)
	}
	dom := pagetest.DOM(t, page, "")
	if !strings.Contains(dom, `class="row " data-changes="" tabindex="0"`) {
		t.Error("the script did not run under the policy of the page")
	}
	want := []string{
		"focus; the position; -; 4", "ArrowDown; exd5; exd5; 3", "ArrowRight; exd5; exd5; 3", "ArrowRight; Kd7; exd5 Kd7; 3",
		"ArrowLeft; exd5; exd5; 3", "ArrowLeft; exd5; exd5; 3", "ArrowDown; K", "End; e5; e5; 4", "Home; the position; -; 4",
		"ArrowUp; the position; -; 4", "stops 1",
	}
	if got := pagetest.ActIn(t, 1280, 720, page, "", walk); !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTraceInBrowser checks that the squares of a move are those of the king where it castles, and of the pawn that takes en passant.
func TestTraceInBrowser(t *testing.T) {
	const follow = `for (const move of ["O-O-O", "O-O", "exd6", "e6"]) {
		[...document.querySelectorAll("#s7 .row")].find((r) => r.querySelector(".move").textContent === move).click();
		note(move + [...document.querySelectorAll(".live .trace")].map((e) => " " + "abcdefgh"[e.getAttribute("x")] + (8 - e.getAttribute("y"))).join(""));
	}`
	page, _, code := command("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "--depth", "2")
	if code != cli.ExitOK {
		t.Fatalf("exit code %d", code)
	}
	want := []string{"O-O-O e1 c1", "O-O e1 g1", "exd6 e5 d6", "e6 e5 e6"}
	if got := pagetest.ActIn(t, 1280, 720, page, "", follow); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPagesAgree names the best move only if all searches have found the same.
func TestPagesAgree(t *testing.T) {
	for fen, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1":    "agree: <strong>Rd8#</strong> is best and gives mate in 1.",
		"6k1/5ppp/7P/8/8/6Q1/5PP1/3R2K1 w - - 0 1": "agree: several moves are best, and each gives mate in 1.",
	} {
		if page, _, _ := command(fen, "--depth", "2"); !strings.Contains(page, want) {
			t.Errorf("%s: the page lacks %q", fen, want)
		}
	}
}

// runCommand executes the command with the given arguments and returns the exit code.
func runCommand(p cli.Program, args []string) int {
	root := &cobra.Command{Use: "vertigo"}
	root.AddCommand(Command(p))
	return p.Run(root, append([]string{"tree"}, args...))
}
