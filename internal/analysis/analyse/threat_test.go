package analyse

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/analysis/webpage/webpagetest"
	"vertigo/internal/system/commandline"
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
	out, errOut, code := command(t, "", in, "--nodes", "4000", "--hash", "1", "--threats", "--as", "json", "--no-times")
	if code != commandline.ExitOK {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
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
	if r.Threat.PV[0] != "d8d1" || r.Threat.Mate != 1 || r.Threat.Gain < .4 || !strings.HasPrefix(r.Threat.FEN, "3r2k1/5ppp/8/8/8/8/1R3PPP/6K1 b ") {
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

// TestThreatsAside checks that threats change no other answer, and depend on nothing but the settings.
func TestThreatsAside(t *testing.T) {
	checkAside(t, "threat", 10, "--threats was true", "--threats")
}

// TestThreatsInReport checks that the report draws a threat on boards and tells it beside them.
func TestThreatsInReport(t *testing.T) {
	page := writeReport(t, "[FEN \""+backRank+"\"]\n\n1. Rb3 Rd1# 0-1\n", "--threats")
	webpagetest.Check(t, page)
	for _, want := range []string{`<span class="threat">threat</span> <span class="score">#−1</span> 1... Rd1#`, `class="arrow other"`, `data-threat="d8d1" data-threat-line="#−1 1... Rd1#"`,
		"what the opponent threatened", "depth 5 for each position, 1 thread, table of 1 MiB, games backward in chunks of 10, threats"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if list := writeReport(t, backRank+"\n", "--threats"); !strings.Contains(list, `<span class="threat">threat</span> <span class="score">#1</span>`) && !strings.Contains(list, `<span class="threat">threat</span> <span class="score">#−1</span>`) {
		t.Error("the list of positions lacks the threat")
	}
	if quiet := writeReport(t, "1. e4 e5 *\n", "--threats"); strings.Contains(quiet, `class="threat"`) || strings.Contains(quiet, "data-threat=") {
		t.Error("a free move is told as a threat")
	}
}
