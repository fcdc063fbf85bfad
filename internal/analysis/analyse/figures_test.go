package analyse

import (
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
)

// TestFiguresFromCSV computes the table of a summary from CSV alone, as docs/formats.md says how: accuracy, average loss and the number
// of each mark.
func TestFiguresFromCSV(t *testing.T) {
	dir := t.TempDir()
	whole := string(testfiles.Read(t, "pgn", "kasparov-deep-blue-1997.pgn"))
	second := strings.Index(whole[1:], "[Event ") + 1
	for name, game := range map[string]string{"long": whole[:second], "short": blunders[:strings.Index(blunders, "\n\n")]} {
		results := filepath.Join(dir, name+".results")
		if _, errOut, code := command(t, game, "--nodes", "600", "--quiet", "--out", results, "-"); code != commandline.ExitOK {
			t.Fatal(errOut)
		}
		as := func(form string) string {
			out, errOut, code := merge("--as", form, results)
			if code != commandline.ExitOK {
				t.Fatal(errOut)
			}
			return out
		}
		var got []string
		for _, row := range regexp.MustCompile(`(?m)([0-9.]+)%\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)$`).FindAllStringSubmatch(as("summary"), -1) {
			got = append(got, strings.Join(row[1:], " "))
		}
		rows, err := csv.NewReader(strings.NewReader(as("csv"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if want := figures(t, rows); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("the %s game: the summary has\n%s\nand the CSV\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// figures returns the accuracy, the average loss and the numbers of ?!, ? and ?? of White and of Black, by the rows of a game as CSV.
func figures(t *testing.T, rows [][]string) (list []string) {
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	rows = rows[1:]
	cell := func(row int, name string) string { return rows[row][column[name]] }
	number := func(row int, name string) float64 {
		v, err := strconv.ParseFloat(cell(row, name), 64)
		if err != nil {
			t.Fatalf("row %d, %s: %v", row, name, err)
		}
		return v
	}
	win := make([]float64, len(rows)) // White's
	for i := range rows {
		cp := 1000.0
		switch {
		case cell(i, "mate") == "":
			cp = number(i, "eval")
		case strings.HasPrefix(cell(i, "mate"), "-") || cell(i, "mate") == "0" && strings.Contains(cell(i, "fen"), " w "):
			cp = -1000
		}
		win[i] = 100 / (1 + math.Exp(-0.00368208*max(-1000, min(cp, 1000))))
	}
	moves := len(rows) - 1
	for _, turn := range []string{" w ", " b "} {
		var n, loss, weights, weighted, inverse float64
		marks := map[string]int{}
		for i := range moves {
			if !strings.Contains(cell(i, "fen"), turn) {
				continue
			}
			lost := number(i, "lost_win")
			accuracy := 100.0
			if lost > 0 {
				accuracy = max(0, min(103.1668*math.Exp(-0.04354*lost)-2.1669, 100))
			}
			if cell(i, "best") == cell(i, "played") && (lost > 0 || accuracy < 100 || cell(i, "mark") != "") {
				t.Errorf("the best move loses %g: %q", lost, rows[i])
			}
			size := max(2, min(moves/10, 8))
			end := max(i+2, size)
			window := win[max(end-size, 0):min(end, len(win))]
			sum, squares := 0.0, 0.0
			for _, w := range window {
				sum += w
			}
			for _, w := range window {
				squares += math.Pow(w-sum/float64(len(window)), 2)
			}
			weight := max(0.5, min(math.Sqrt(squares/float64(len(window))), 12))
			n, loss, marks[cell(i, "mark")] = n+1, loss+number(i, "lost_cp"), marks[cell(i, "mark")]+1
			weights, weighted, inverse = weights+weight, weighted+weight*accuracy, inverse+1/max(accuracy, 1)
		}
		list = append(list, fmt.Sprintf("%.1f %.0f %d %d %d", (weighted/weights+n/inverse)/2, loss/n, marks["?!"], marks["?"], marks["??"]))
	}
	return list
}
