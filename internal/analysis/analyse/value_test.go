package analyse

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/engine/limited"
	"vertigo/internal/pgn"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
	"vertigo/search"
)

// weakGame returns a game between players of limited strength, which makes many mistakes and ends by the rules or after 100
// half-moves.
func weakGame(t *testing.T, seed uint64) string {
	t.Helper()
	e, err := limited.New(seed)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	g := board.NewGame(board.StartPosition())
	var words []string
	for len(words) < 100 && movegen.EndOfGame(g) == movegen.Unfinished {
		e.SetElo(limited.MinElo + 400*(len(words)%2))
		m := e.Search(context.Background(), g, search.Limits{}, search.Reporter{}).Best
		words = append(words, pgn.Moves(&g.Position, m)...)
		g.Play(m)
	}
	return fmt.Sprintf("[White \"Weak %d\"]\n[Black \"Less weak\"]\n\n%s *\n\n", seed, strings.Join(words, " "))
}

// said is what CSV says of a position and of the move from it; nothing of one that was not searched.
type said struct {
	value                   string // for White, "+0.25" or "#3"
	white                   bool   // to move
	cp, win, mark, accuracy string // of the move, "" if it is not chosen
}

// TestOneValue analyses games and compares what all outputs say: every position has one value, for White, and the loss of a
// move is the value before it less the value after it. Marks, accuracy and the figures of the players are the same
// everywhere.
func TestOneValue(t *testing.T) {
	ci.NoRace(t)
	weak, files := 2, []string{"molinari-bordais-1979.pgn"}
	nodes := map[int]int{500: 10, 8000: 2} // games
	if ci.Runs() && !testing.Short() {
		weak = 26
		files = append(files, "chessbase-empty-line.pgn", "cutechess-fischerrandom.pgn", "kasparov-deep-blue-1997.pgn", "nepomniachtchi-liren-game1.pgn", "utf8-bom.pgn")
		nodes = map[int]int{500: 40, 8000: 12, 50000: 3}
	}
	games := []string{blunders, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n\n", "[FEN \"7k/8/4K3/8/8/8/6Q1/8 b - - 0 1\"]\n\n1... Kh7 2. Kf7 Kh8 3. Qg6 1/2-1/2\n\n"}
	for seed := range weak {
		games = append(games, weakGame(t, uint64(seed)))
	}
	for _, name := range files {
		for _, g := range allGames(t, string(testfiles.Read(t, "pgn", name))) {
			games = append(games, string(g.Append(nil))+"\n")
		}
	}
	for n, most := range nodes {
		dir := t.TempDir()
		input := write(t, filepath.Join(dir, "games.pgn"), strings.Join(games[:min(most, len(games))], ""))
		for _, flags := range []string{"", "--verify 1", "--color black", "--multipv 2"} {
			t.Run(fmt.Sprint(n, flags), func(t *testing.T) {
				compareForms(t, input, append(strings.Fields(flags), "--nodes", fmt.Sprint(n), "--store", filepath.Join(dir, "store")+flags))
			})
		}
	}
}

// compareForms analyses games and compares all forms with CSV.
func compareForms(t *testing.T, input string, flags []string) {
	results := filepath.Join(t.TempDir(), "all.results")
	for range 2 { // the second time, everything is in the store
		if _, errOut, code := command(t, "", append(flags, "--quiet", "--restart", "--out", results, input)...); code != commandline.ExitOK {
			t.Fatal(errOut)
		}
	}
	as := func(form string) string {
		out, errOut, code := merge("--as", form, results)
		if code != commandline.ExitOK {
			t.Fatal(errOut)
		}
		return out
	}
	games, players := comparePage(t, as("html"), fromCSV(t, as("csv")))
	comparePGN(t, as("pgn"), games, players)
	compareJSON(t, as("json"), games, players)
	compareSummary(t, as("summary"), games, players)
}

// fromCSV reads CSV.
func fromCSV(t *testing.T, text string) (rows []said) {
	t.Helper()
	table, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table[1:] {
		cells := map[string]string{}
		for i, name := range table[0] {
			cells[name] = row[i]
		}
		s := said{"#" + cells["mate"], strings.Contains(cells["fen"], " w "), cells["lost_cp"], cells["lost_win"], cells["mark"], cells["accuracy"]}
		if cp, err := strconv.Atoi(cells["eval"]); err == nil {
			s.value = winrate.Score{N: cp}.String()
		}
		if s.value == "#0" {
			s.value = "#"
		}
		rows = append(rows, s)
	}
	return rows
}

// counted returns the centipawns of a value that count, for the side to move.
func (s said) counted(t *testing.T, white bool) int {
	t.Helper()
	digits, mate := strings.CutPrefix(s.value, "#")
	if digits == "" {
		digits = "0"
	}
	pawns, err := strconv.ParseFloat(digits, 64)
	switch {
	case err != nil:
		t.Fatal(err)
	case mate && pawns == 0: // on the board
		pawns = 10
		if s.white {
			pawns = -10
		}
	case mate:
		pawns *= 1000
	}
	cp := max(-1000, min(int(math.Round(100*pawns)), 1000))
	if !white {
		return -cp
	}
	return cp
}

// figuresOf returns the average loss and the marks of both players of a game, and checks that every loss is the difference of
// two values.
func figuresOf(t *testing.T, game []said) (list [2]string) {
	t.Helper()
	win := func(cp int) float64 { return 100 / (1 + math.Exp(-0.00368208*float64(cp))) }
	for c := range list {
		moves, loss, marks := 0, 0, map[string]int{}
		for i, s := range game {
			if s.white != (c == 0) || s.cp == "" {
				continue
			}
			before, after := s.counted(t, s.white), game[i+1].counted(t, s.white)
			if s.cp != fmt.Sprint(before-after) || s.win != fmt.Sprintf("%.2f", math.Floor(100*(win(before)-win(after)))/100) || before < after {
				t.Errorf("%+v before and %+v after a move", s, game[i+1])
			}
			moves, loss, marks[s.mark] = moves+1, loss+before-after, marks[s.mark]+1
		}
		if list[c] = "-"; moves > 0 {
			list[c] = fmt.Sprintf("%.0f %d %d %d", float64(loss)/float64(moves), marks["?!"], marks["?"], marks["??"])
		}
	}
	return list
}

var markNames = []string{"", "?!", "?", "??"}

// comparePage compares a report with the rows of CSV, and returns these by game and half-move, and the figures of the players.
func comparePage(t *testing.T, page string, rows []said) (games [][]said, players [][2]string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(pagetest.Data(t, page)))
	for range strings.Count(page, `<template class="pack"`) {
		var pack []struct {
			Plies []struct {
				Mark  int
				Lost  float64
				White *float64
				Score string
			}
		}
		if err := d.Decode(&pack); err != nil {
			t.Fatal(err)
		}
		for _, item := range pack {
			game := make([]said, len(item.Plies))
			for i, p := range item.Plies {
				if p.White != nil {
					game[i], rows = rows[0], rows[1:]
				}
			}
			figures := figuresOf(t, game)
			forBlack := figures[0] == "-" && figures[1] != "-"
			for i, p := range item.Plies {
				if p.White != nil {
					score := strings.ReplaceAll(p.Score, "−", "-")
					if forBlack && score != "#" {
						score = strings.NewReplacer("+", "-", "#-", "#", "-", "+", "#", "#-").Replace(score)
					}
					if score = strings.NewReplacer("-0.00", "+0.00").Replace(score); score != game[i].value {
						t.Errorf("page, half-move %d: %s, want %+v", i, score, game[i])
					}
				}
				if i == 0 {
					continue
				}
				lost, _ := strconv.ParseFloat(game[i-1].win, 64) // 0 if the move is not chosen
				if markNames[p.Mark] != game[i-1].mark || math.Abs(p.Lost-lost) > 0.51 {
					t.Errorf("page, half-move %d: %+v, want %+v", i, p, game[i-1])
				}
			}
			games, players = append(games, game), append(players, figures)
		}
	}
	var all struct {
		Entries []struct {
			Players [2]struct {
				Moves int
				Marks [4]int
				Loss  float64
			}
		}
	}
	if err := d.Decode(&all); err != nil || len(rows) > 0 {
		t.Fatal(err, len(rows))
	}
	for i, e := range all.Entries {
		for c, p := range e.Players {
			if got := fmt.Sprintf("%.0f %d %d %d", p.Loss, p.Marks[1], p.Marks[2], p.Marks[3]); p.Moves > 0 && got != players[i][c] {
				t.Errorf("page, game %d: %s, want %s", i, got, players[i][c])
			}
		}
	}
	return games, players
}

var evaluated = regexp.MustCompile(`\[%eval (#?)([^\]]+)\]`)

// comparePGN compares annotated games, which have a value after each move that is chosen, except for a mate or a stalemate.
func comparePGN(t *testing.T, text string, games [][]said, players [][2]string) {
	t.Helper()
	for n, g := range allGames(t, text) {
		places := g.Plies()
		for i := range places {
			mark, value := "", ""
			for _, w := range g.Words[places[i]+1 : g.End(places, i)] {
				if at := slices.Index([]string{"", "$6", "$2", "$4"}, w.Text); w.Kind == pgn.NAG {
					mark = markNames[at]
				}
				if e := evaluated.FindStringSubmatch(w.Text); w.Kind == pgn.Comment && e != nil {
					if value = "#" + e[2]; e[1] == "" {
						pawns, _ := strconv.ParseFloat(e[2], 64)
						value = fmt.Sprintf("%+.2f", pawns)
					}
				}
			}
			now, next := games[n][i], games[n][i+1]
			isLast := i == len(places)-1 && value == ""
			if mark != now.mark || value != next.value && !isLast && now.cp != "" || value != "" && now.cp == "" {
				t.Errorf("PGN, game %d, half-move %d: %q and %q, want %+v and %+v", n, i, mark, value, now, next)
			}
		}
		for c, name := range []string{"White", "Black"} {
			figures, _, _ := strings.Cut(players[n][c], " ")
			if got, ok := g.Tags()[name+"AverageCentipawnLoss"]; ok && got != figures || !ok && figures != "-" {
				t.Errorf("PGN, game %d, %s: %q, want %q", n, name, got, figures)
			}
		}
	}
}

// compareJSON compares JSON lines, of which each game has one for itself and one for each position that was searched.
func compareJSON(t *testing.T, text string, games [][]said, players [][2]string) {
	t.Helper()
	game, ply := -1, 0
	skip := func() {
		for ply++; game >= 0 && ply < len(games[game]) && games[game][ply].value == ""; ply++ {
		}
	}
	for line := range strings.Lines(text) {
		var it struct {
			Kind    string
			Players map[string]struct {
				Analysis *struct {
					Inaccuracy, Mistake, Blunder int
					ACPL                         float64
				}
			}
			Ply, Eval, Mate, Lost *int
			LostCP                *int     `json:"lost_cp"`
			LostWin               *float64 `json:"lost_win"`
			Accuracy              float64
			Judgment              struct{ Name string }
		}
		if err := json.Unmarshal([]byte(line), &it); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if it.Kind == "player" {
			continue
		}
		if it.Players != nil {
			if game >= 0 && ply != len(games[game]) {
				t.Errorf("JSON, game %d: it ends at half-move %d", game, ply)
			}
			game, ply = game+1, -1
			skip()
			for c, name := range []string{"white", "black"} {
				got := "-"
				if a := it.Players[name].Analysis; a != nil {
					got = fmt.Sprintf("%.0f %d %d %d", a.ACPL, a.Inaccuracy, a.Mistake, a.Blunder)
				}
				if got != players[game][c] {
					t.Errorf("JSON, game %d, %s: %s, want %s", game, name, got, players[game][c])
				}
			}
			continue
		}
		want := games[game][ply]
		got := said{white: want.white, mark: map[string]string{"": "", "Inaccuracy": "?!", "Mistake": "?", "Blunder": "??"}[it.Judgment.Name]}
		got.value = winrate.Score{Mate: it.Mate != nil, N: *cmp.Or(it.Eval, it.Mate)}.String()
		if it.LostCP != nil {
			got.cp, got.win, got.accuracy = fmt.Sprint(*it.LostCP), fmt.Sprintf("%.2f", *it.LostWin), fmt.Sprintf("%.2f", it.Accuracy)
		}
		if got != want || *it.Ply != ply {
			t.Errorf("JSON, game %d, half-move %d: %+v, want half-move %d, %+v", game, *it.Ply, got, ply, want)
		}
		skip()
	}
	if game != len(games)-1 {
		t.Errorf("JSON has %d games, want %d", game+1, len(games))
	}
}

var (
	markedRow = regexp.MustCompile(`(?m)^  \d+\.\S* \S*?(\?!|\?|\?\?) +(\S+) +(\S+)  `)
	playerRow = regexp.MustCompile(`(?m)^  .*?(?:-|\d+\.\d%) +(-|\d+) +(-|\d+) +(-|\d+) +(-|\d+)$`)
)

// compareSummary compares a summary, which has the marked moves and the figures of the players.
func compareSummary(t *testing.T, text string, games [][]said, players [][2]string) {
	t.Helper()
	text, _, _ = strings.Cut(text, "\nAll games\n")
	var got, want []string
	for _, row := range markedRow.FindAllStringSubmatch(text, -1) {
		got = append(got, strings.Join(row[1:], " "))
	}
	for _, row := range playerRow.FindAllStringSubmatch(text, -1) {
		got = append(got, strings.Join(row[1:], " "))
	}
	for _, game := range games {
		for i, s := range game {
			if s.mark != "" {
				want = append(want, s.mark+" "+s.value+" "+game[i+1].value)
			}
		}
	}
	for _, both := range players {
		for _, figures := range both {
			want = append(want, strings.Replace(figures, "-", "- - - -", 1))
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the summary has\n%s\nand CSV\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
