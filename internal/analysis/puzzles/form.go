package puzzles

import (
	"errors"
	"io"

	"vertigo/internal/analysis/output"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
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
	{Name: "html", Extensions: []string{"html", "htm"}, Detail: func(a about) form { return &htmlForm{about: a} }},
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
		cli.Unprotected(r.config.Err, "puzzles", part)
		r.outputs = append(r.outputs, &destination{r.options.forms[i].Detail(a), part, part})
	}
	for _, o := range r.outputs {
		if err := o.write(o.form.Begin(nil)); err != nil {
			return r.closeOutputs(err)
		}
	}
	return nil
}

// closeOutputs completes all outputs, each whether or not another fails, or removes the files if an error is given or nothing was
// done. It returns that error and its own.
func (r *run) closeOutputs(err error) error {
	errs := []error{err}
	for _, o := range r.outputs {
		failed := err
		if err == nil {
			failed = o.write(o.form.End(nil))
			errs = append(errs, failed)
		}
		switch {
		case o.part == nil:
		case failed == nil && (r.nothing() == "" || r.interrupted && r.inputs.Seen > 0):
			errs = append(errs, o.part.Commit())
		default:
			errs = append(errs, o.part.Discard())
		}
	}
	return errors.Join(errs...)
}
