package puzzles

import (
	"errors"
	"io"

	"vertigo/internal/system/commandline"
	"vertigo/internal/system/files"
)

// form writes puzzles in one form. Each method appends to b and returns it: begin once, puzzle for each, end once.
type form interface {
	begin(b []byte) []byte
	puzzle(b []byte, p *Puzzle) []byte
	end(b []byte) []byte
}

// forms are the forms that there are, the usual one first.
var forms = []commandline.Form{
	{Name: "epd", Endings: []string{"epd"}}, {Name: "pgn", Endings: []string{"pgn"}}, {Name: "csv", Endings: []string{"csv"}},
	{Name: "json", Endings: []string{"json", "jsonl", "ndjson"}}, {Name: "html", Endings: []string{"html", "htm"}},
}

// about describes the origin of an output.
type about struct {
	Engine     string // with its version
	Network    string
	Settings   Settings
	Tablebases string // "" if there were none
}

// newForm returns the form of that name.
func newForm(name string, a about) form {
	switch name {
	case "pgn":
		return pgnForm{a}
	case "csv":
		return csvForm{}
	case "json":
		return jsonForm{a}
	case "html":
		return newHTMLForm(a)
	}
	return epdForm{}
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
	a := about{"Vertigo " + r.config.Version, r.network.String(), r.options.settings, r.tablebases}
	if len(r.options.outs) == 0 {
		r.outputs = []*destination{{form: newForm(r.options.forms[0], a), out: r.config.Out}}
	}
	for i, name := range r.options.outs {
		part, err := files.Create(name)
		if err != nil {
			return r.closeOutputs(err)
		}
		r.outputs = append(r.outputs, &destination{newForm(r.options.forms[i], a), part, part})
	}
	for _, o := range r.outputs {
		if err := o.write(o.form.begin(nil)); err != nil {
			return r.closeOutputs(err)
		}
	}
	return nil
}

// closeOutputs completes all outputs or, if an error is given, removes the files. It returns that error, or its own.
func (r *run) closeOutputs(err error) error {
	for _, o := range r.outputs {
		if err == nil {
			err = o.write(o.form.end(nil))
		}
		switch {
		case o.part == nil:
		case err == nil:
			err = o.part.Commit()
		default:
			err = errors.Join(err, o.part.Discard())
		}
	}
	return err
}
