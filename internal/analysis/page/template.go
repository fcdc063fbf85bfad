package page

import (
	"bytes"
	"html/template"
	"sync"
)

// Template is what the body of a page is made from. It is parsed when it is first used, so that the program starts no later for
// having it.
type Template struct{ parsed func() *template.Template }

// NewTemplate returns the template with the given name and text, which may call funcs. A text that is no template is a mistake
// in the program: its first use panics.
func NewTemplate(name, text string, funcs template.FuncMap) *Template {
	return &Template{sync.OnceValue(func() *template.Template {
		return template.Must(template.New(name).Funcs(funcs).Parse(text))
	})}
}

// Append fills the template, or the part of it with the given name, with data, appends the result to b and returns that. Data
// that do not fit are a mistake in the program, too, and make it panic.
func (t *Template) Append(b []byte, name string, data any) []byte {
	out := bytes.NewBuffer(b)
	if err := t.parsed().ExecuteTemplate(out, name, data); err != nil {
		panic(err) // a buffer takes everything
	}
	return out.Bytes()
}
