package analyse

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
)

// backRank is a position in which Black threatens mate; in the others nobody can pass.
const (
	backRank = "3r2k1/5ppp/8/8/8/8/1R3PPP/6K1 w - - 0 1"
	inCheck  = "6k1/5ppp/8/8/8/8/P4PPP/3r2K1 w - - 0 1"
	stale    = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
)

// TestThreats checks what is said of threats, and where there are none.
func TestThreats(t *testing.T) {
	in := write(t, filepath.Join(t.TempDir(), "x.epd"), backRank+"\n"+inCheck+"\n"+stale+"\n")
	out := expect(t, commandline.ExitOK, "", in, "--nodes", "4000", "--hash", "1", "--threats", "--as", "json", "--no-times")
	lines := strings.Split(out, "\n")
	var r struct {
		Threat struct {
			FEN  string
			Gain float64
			Mate int
			PV   []string
		}
	}
	if err := json.Unmarshal([]byte(lines[0]), &r); err != nil {
		t.Fatal(err)
	}
	if r.Threat.PV[0] != "d8d1" || r.Threat.Mate != -1 || r.Threat.Gain < .4 || !strings.HasPrefix(r.Threat.FEN, "3r2k1/5ppp/8/8/8/8/1R3PPP/6K1 b ") {
		t.Errorf("the threat is not that of mate: %s", lines[0])
	}
	for _, l := range lines[1:3] {
		if strings.Contains(l, `"threat":`) {
			t.Errorf("a threat where nobody can pass: %s", l)
		}
	}
	if out, _, _ := command(t, "", in, "--nodes", "500", "--hash", "1", "--as", "json"); strings.Contains(out, "threat") {
		t.Errorf("nobody asked for threats: %s", out)
	}
}

// TestThreatsAside checks that threats change no other answer, and depend only on the settings.
func TestThreatsAside(t *testing.T) {
	ci.NoRace(t)
	checkAside(t, "threat", 10, "--threats was true", "--threats")
}

// TestThreatsInReport checks that the report has the threats.
func TestThreatsInReport(t *testing.T) {
	page := writeReport(t, "[FEN \""+backRank+"\"]\n\n1. Rb3 Rd1# 0-1\n", "--threats")
	pagetest.Check(t, page)
	page += pagetest.Data(t, page)
	const threat = `"san":"1... Rd1#","steps":"-- d8d1"}`
	for _, want := range []string{threat, `"threat":{"score":"#−1"`, "depth 5 for each position, 1 thread, table of 1 MiB, games from the end in chunks of 10 positions, doubtful moves", ", with threats"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if list := writeReport(t, backRank+"\n", "--threats"); !strings.Contains(pagetest.Data(t, list), threat) {
		t.Error("the list of positions lacks the threat")
	}
	if quiet := writeReport(t, "1. e4 e5 *\n", "--threats"); strings.Contains(pagetest.Data(t, quiet), `"threat"`) {
		t.Error("a free move is reported as a threat")
	}
}

// TestThreatsInGames checks that annotated games have threats after the moves that make them, each once.
func TestThreatsInGames(t *testing.T) {
	dir := t.TempDir()
	const game = "[FEN \"3r2k1/5ppp/8/8/8/8/1R3PPP/6K1 b - - 0 1\"]\n\n1... Ra8 { quiet } 2. Rc2 Kf8 3. Rd2 *\n"
	flags := []string{"--nodes", "3000", "--hash", "1", "--as", "pgn", "--threats", "--quiet"}
	in := write(t, filepath.Join(dir, "in.pgn"), game)
	out, errOut, code := command(t, "", append(flags, in)...)
	if code != commandline.ExitOK || strings.Contains(out, "g3 h6") || !strings.Contains(spaced(out), "1... Ra8 $4 { [%eval") || !strings.Contains(spaced(out), "{ quiet } { Threatens 2... Ra1+ 3. Rb1 Rxb1# (Vertigo test) }") {
		t.Errorf("exit code %d, messages %q, threats in\n%s", code, errOut, out)
	}
	if again, _, _ := command(t, "", append(flags, write(t, filepath.Join(dir, "again.pgn"), out))...); again != out {
		t.Errorf("annotated again:\n%s\nwant\n%s", again, out)
	}
	if out, _, _ = command(t, "", "--nodes", "3000", "--hash", "1", "--as", "pgn", in); strings.Contains(out, "Threat") {
		t.Errorf("nobody asked for threats:\n%s", out)
	}
	out, _, _ = command(t, "", append(flags, backRank)...)
	if !strings.Contains(spaced(out), "{ Threatens 1... Rd1# (Vertigo test) }") {
		t.Errorf("a single position is\n%s", out)
	}
}

// spaced returns a text with a blank in place of all white space.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }
