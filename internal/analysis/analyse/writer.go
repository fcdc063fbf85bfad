package analyse

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// writer writes the results of jobs in their order, new ones or those of results files.
type writer struct {
	config  cli.Program
	options *options
	results *results.Renderer            // what writes a results file, if that is the form
	form    output.Form[*game.Judgement] // from begin on
	out     io.Writer                    // for the output of the form
	atOnce  bool                         // others see it as soon as it is written
	wrote   bool                         // the file is complete
	text    []byte
	inputs  source.Inputs // none where results are merged
	games   int           // so far
	screen
}

// screen is where results and messages may meet.
type screen struct {
	progress *cli.Progress // nil if none is shown
	shared   bool          // people see results and messages on one terminal
	shown    bool          // the last thing there is a result
	reported bool          // the last thing there is a message
}

// show fits the settings to standard output, to which the command of that name writes, and returns the writer to use: on a
// terminal, forms for people have its width and colours. A summary names the command for a report only if --as is not given and
// every input can be read again.
func (w *writer) show(name string, s *output.Settings) io.Writer {
	out := w.config.Out
	w.shared = files.IsTerminal(out) && files.IsTerminal(w.config.Err)
	s.Screen = output.Screen{Columns: cli.Columns(out), Colors: cli.Colors(out)}
	if s.As == "summary" && !slices.Contains(w.options.given, "as") && !slices.ContainsFunc(w.options.inputs, source.ReadOnce) {
		s.Report = reportCommand(name, w.options.args)
	}
	if s.Screen.Colors {
		out = files.Unescaped(out)
	}
	return out
}

// reportCommand returns the command that writes a report, where the command of that name with the arguments writes a summary.
func reportCommand(name string, args []string) string {
	end := slices.Index(args, "--") // only inputs follow
	if end < 0 {
		end = len(args)
	}
	words := []string{"vertigo", name}
	for _, arg := range slices.Insert(slices.Clone(args), end, "--out", "report.html") {
		words = append(words, cli.Quote(arg))
	}
	return strings.Join(words, " ")
}

// begin begins the output of the command of that name from the results of the analysis h.
func (w *writer) begin(name string, h *results.Header, out io.Writer) {
	w.out = out
	h.NoTimes = h.NoTimes || w.options.noTimes
	w.results = &results.Renderer{Header: h}
	s := output.Settings{
		As: w.options.as, Engine: h.Engine, Network: h.Network, Limits: h.Limits, Times: !h.NoTimes, KeepMarks: w.options.keepMarks,
		Several: len(h.Inputs) > 1, Results: w.results,
	}
	if w.options.out == "" && output.ForPeople(s.As) {
		w.out = w.show(name, &s)
	}
	w.form = output.New(s)
	w.text = w.form.Begin(nil)
}

// add counts a job and writes its results.
func (w *writer) add(j *game.Judgement) error {
	if j.Err == nil {
		before := len(w.text)
		if w.text = w.form.Item(w.text, j); w.options.as == "results" && len(w.text) == before {
			j = results.TooLong(j)
		}
	}
	if j.Err != nil {
		w.text = w.form.Fault(w.text, j)
	}
	if j.Kind == "pgn" {
		w.games++
	}
	w.inputs.Add(j, j.LeftOut(), w.options.filter.Person, w.config.Err, w.clearProgress)
	return w.flush()
}

// end writes the end of the output.
func (w *writer) end(e results.Footer) error {
	w.results.Footer = e
	w.text = w.form.End(w.text)
	return w.flush()
}

// flush writes the output of the form.
func (w *writer) flush() error {
	if len(w.text) == 0 {
		return nil
	}
	if w.atOnce {
		w.progress.Hide() // both may be the terminal
	}
	if w.reported && w.text[0] != '\n' {
		w.text = append([]byte{'\n'}, w.text...)
	}
	w.shown, w.reported = true, false
	_, err := w.out.Write(w.text)
	w.text = w.text[:0]
	return err
}

// clearProgress makes way for messages: it hides the progress and leaves an empty line after results on the same terminal.
func (w *writer) clearProgress() {
	w.progress.Hide()
	if w.shared && w.shown {
		fmt.Fprintln(w.config.Err)
	}
	w.shown, w.reported = false, w.shared
}

// things returns a number of jobs in words, by what has been seen of them.
func (w *writer) things(n int) string {
	switch w.games {
	case w.inputs.Seen:
		return cli.Count(n, "game")
	case 0:
		return cli.Count(n, "position")
	}
	return fmt.Sprintf("%d games and positions", n)
}

// report says how the command of that name ended and what went wrong, if anything did, and returns the exit code: of several, the
// gravest one.
func (w *writer) report(name string, err error) int {
	if w.wrote && !w.options.quiet {
		defer cli.Wrote(w.config.Err, name, w.options.out, w.things(w.inputs.Seen-w.inputs.LeftOut))
	}
	message := func(format string, args ...any) {
		w.clearProgress()
		cli.Message(w.config.Err, "vertigo "+name+": "+format, args...)
	}
	if err != nil {
		w.clearProgress()
		return cli.Failed(w.config.Err, name, err)
	}
	if f := &w.options.filter; f.unrated > 0 {
		message("--min-elo leaves out %s with a rating that is not a number, such as %q", cli.Count(f.unrated, "game"),
			pgn.PlainText(f.rating))
	}
	return w.inputs.Conclude("results", w.options.tolerant, w.nothing(), message)
}

// nothing returns why there was nothing to analyse, "" if there was.
func (w *writer) nothing() string {
	return w.inputs.Nothing(w.options.skip, "neither positions nor games")
}

// checkOut finds out where the output goes, and refuses to replace an input.
func (w *writer) checkOut() (files.Target, error) {
	o, inputs := w.options, slices.Clone(w.options.inputs)
	if store, err := files.Find(o.store); err == nil && o.store != "" {
		full, err := filepath.Abs(store.Name) // It need not exist.
		if err != nil {
			return files.Target{}, err
		}
		inputs = append(inputs, full)
	}
	return source.Output(o.out, append(inputs, o.evalFile, o.bookFile)...)
}
