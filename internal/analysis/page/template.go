package page

import (
	"bytes"
	"html/template"
	"sync"
)

// Template is the template of a page. It is parsed at its first use, so that it does not delay the start of the program.
type Template struct{ parsed func() *template.Template }

// NewTemplate returns the template with the given name and text, which may call funcs. A text that is no template is a mistake
// in the program: its first use panics.
func NewTemplate(name, text string, funcs template.FuncMap) *Template {
	return &Template{sync.OnceValue(func() *template.Template {
		return template.Must(template.New(name).Funcs(funcs).Parse(text))
	})}
}

// Append executes the template, or its part with the given name, with data and appends the result to b. It panics if the data
// do not fit, which is a mistake in the program.
func (t *Template) Append(b []byte, name string, data any) []byte {
	out := bytes.NewBuffer(b)
	if err := t.parsed().ExecuteTemplate(out, name, data); err != nil {
		panic(err) // a buffer takes everything
	}
	return out.Bytes()
}
