package puzzles

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/page"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/movegen"
)

// form writes puzzles.
type form = output.Form[*Puzzle]

// plain is the part of a form that writes nothing before the first puzzle and after the last.
type plain = output.Plain[*Puzzle]

// forms are the forms that there are, the usual one first.
var forms = []cli.Form[func(about) form]{
	{Name: "epd", Extensions: []string{"epd"}, Detail: func(about) form { return epdForm{} }},
	{Name: "pgn", Extensions: []string{"pgn"}, Detail: func(a about) form { return pgnForm{about: a} }},
	{Name: "csv", Extensions: []string{"csv"}, Detail: func(about) form { return csvForm{} }},
	{Name: "json", Extensions: []string{"json", "jsonl", "ndjson"}, Detail: func(a about) form { return jsonForm{about: a} }},
	{Name: "html", Extensions: []string{"html", "htm"}, Detail: newHTMLForm},
}

// about describes the origin of an output.
type about struct {
	Engine     string // with its version
	Network    string
	Settings   Settings
	Tablebases string // "" if there were none
	Counts     *tally // of the moves that were looked at, so far
}

// destination is a file that is written, or standard output.
type destination struct {
	form form
	out  io.Writer
	part *files.File // the file until it is complete; nil for standard output
}

func (o *destination) write(text []byte) error {
	_, err := o.out.Write(text)
	return err
}

// openOutputs begins all outputs.
func (r *run) openOutputs() error {
	a := about{"Vertigo " + r.config.Version, r.NetworkName, r.options.settings, r.Tablebases, &r.counts}
	if len(r.options.outs) == 0 {
		r.outputs = []*destination{{form: r.options.forms[0].Detail(a), out: r.config.Out}}
	}
	for i, name := range r.options.outs {
		part, err := files.Create(name)
		if err != nil {
			return r.closeOutputs(err)
		}
		r.outputs = append(r.outputs, &destination{r.options.forms[i].Detail(a), part, part})
	}
	for _, o := range r.outputs {
		if err := o.write(o.form.Begin(nil)); err != nil {
			return r.closeOutputs(err)
		}
	}
	return nil
}

// closeOutputs completes all outputs or, if an error is given or nothing was done, removes the files. It returns that error, or
// its own.
func (r *run) closeOutputs(err error) error {
	for _, o := range r.outputs {
		if err == nil {
			err = o.write(o.form.End(nil))
		}
		switch {
		case o.part == nil:
		case err == nil && (r.nothing() == "" || r.interrupted && r.games > 0):
			err = o.part.Commit()
		default:
			err = errors.Join(err, o.part.Discard())
		}
	}
	return err
}

// htmlForm writes a page to solve the puzzles on.
type htmlForm struct {
	plain
	page   *page.Puzzles
	counts *tally
}

func newHTMLForm(a about) form {
	limits := fmt.Sprintf("about %d nodes a turn, margin %.2f", a.Settings.Nodes, a.Settings.Margin)
	if a.Settings.Replays > 0 {
		limits += fmt.Sprintf(", %s of each level", cli.Count(a.Settings.Replays, "player"))
	}
	if a.Tablebases != "" {
		limits += ", tablebases: " + a.Tablebases
	}
	return &htmlForm{page: page.NewPuzzles(page.PuzzlesSettings{Engine: a.Engine, Network: a.Network, Limits: limits + "."}), counts: a.Counts}
}

func (f *htmlForm) Begin(b []byte) []byte { return f.page.Begin(b) }
func (f *htmlForm) End(b []byte) []byte   { return f.page.End(b, f.counts.String()) }

func (f *htmlForm) Item(b []byte, p *Puzzle) []byte {
	start, list := p.Start(), p.Positions()
	out := page.Puzzle{
		ID: p.ID(), Task: p.Task(), Improve: p.played(), Black: start.Turn() == board.Black, Line: uciLine(&p.Before, p.Line),
		SAN: strings.Fields(pgn.Line(&p.Before, p.Line)), Solution: pgn.NumberedLine(&start, p.Solution()), Value: page.Shown(p.Turns[0].Value), Themes: p.Themes,
		Elo: p.Rating.Elo, Rating: p.Rating.Text(), Found: p.foundText(), Game: p.gameText(), Where: p.Origin.Where, URL: p.gameURL(),
		Date: p.month(),
	}
	if p.Played != board.NoMove {
		out.Played = uciMoves(&start, []board.Move{p.Played})[0]
	}
	for i := range list {
		out.Boards = append(out.Boards, page.Placement(&list[i]))
	}
	for i, t := range p.Turns {
		at := &list[2*i+1]
		turn := page.Turn{Legal: uciMoves(at, movegen.LegalMoves(at)), Right: uciMoves(at, t.Accepted)}
		if len(t.Wrong) > 0 {
			turn.Wrong = map[string]page.Lost{}
		}
		for _, r := range t.Wrong {
			turn.Wrong[uciMoves(at, r.Moves[:1])[0]] = page.NewLost(at, r.Moves, r.Value)
		}
		out.Turns = append(out.Turns, turn)
	}
	return f.page.Puzzle(b, &out)
}

// foundText says how many players of each level found the line, "" if none tried.
func (p *Puzzle) foundText() string {
	if len(p.Rating.Levels) == 0 {
		return ""
	}
	var parts []string
	for _, l := range p.Rating.Levels {
		parts = append(parts, fmt.Sprintf("%d: %d", l.Elo, l.Found))
	}
	return fmt.Sprintf("Of %s at each UCI_Elo, these numbers found it: %s.", cli.Count(p.Rating.Levels[0].Replays, "player"), strings.Join(parts, ", "))
}

// month returns the month of the game, "2026-11", or its year if only that is known, "" for neither.
func (p *Puzzle) month() string {
	known := monthOf.FindStringSubmatch(p.Origin.Tags["Date"])
	if known == nil {
		return ""
	}
	return strings.TrimSuffix(known[1]+"-"+known[2], "-")
}

var monthOf = regexp.MustCompile(`^(\d{4})(?:[.-](\d\d))?`)

// gameText names the game.
func (p *Puzzle) gameText() string {
	tags := p.Origin.Tags
	known := func(name string) string {
		if value := strings.TrimSpace(tags[name]); strings.Trim(value, "?. ") != "" {
			return value
		}
		return ""
	}
	var parts []string
	if white, black := known("White"), known("Black"); white != "" || black != "" {
		parts = append(parts, white+" – "+black)
	}
	for _, name := range []string{"Event", "Date"} {
		if value := known(name); value != "" {
			parts = append(parts, value)
		}
	}
	return strings.Join(parts, ", ")
}
