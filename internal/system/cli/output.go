package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"vertigo/internal/system/files"
)

// Form is one of the forms of a command's output.
type Form[T any] struct {
	Name       string
	Extensions []string // of file names in this form, without the dot
	Detail     T        // what the command knows of it, such as the function that writes it
}

// FormNames returns the names of forms.
func FormNames[T any](forms []Form[T]) (names []string) {
	for _, f := range forms {
		names = append(names, f.Name)
	}
	return names
}

// ChooseForm returns the form of an output: the one called as, or if that is empty, the form of files with the extension of out:
// the usual one if it is among several, else the first. Without an extension it is the usual one. An extension that contradicts
// as is an error, and so is one that belongs to no form, without as.
func ChooseForm[T any](forms []Form[T], as, usual, out string) (f Form[T], err error) {
	extension := strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
	has := func(f Form[T]) bool { return slices.Contains(f.Extensions, extension) }
	first := slices.IndexFunc(forms, has)
	f = forms[slices.IndexFunc(forms, func(f Form[T]) bool { return f.Name == cmp.Or(as, usual) })]
	switch {
	case as == "" && extension == "", has(f):
		return f, nil
	case as == "" && first < 0:
		return f, fmt.Errorf("--out %s: unknown file extension; use --as to choose the form", out)
	case as == "":
		return forms[first], nil
	case first >= 0:
		return f, fmt.Errorf("--as %s and --out %s cannot be combined: the file extension stands for %s",
			as, out, forms[first].Name)
	}
	return f, nil
}

// CheckPage returns an error if an output of the form html would go to a terminal: to out, unless it goes to a file.
func CheckPage(out io.Writer, form, file string) error {
	if form != "html" || file != "" || !files.IsTerminal(out) {
		return nil
	}
	return errors.New("refusing to write HTML to a terminal: write it to a file, as with --out page.html")
}
