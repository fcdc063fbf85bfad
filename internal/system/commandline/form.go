package commandline

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"vertigo/internal/system/files"
)

// Form is one of the forms of a command's output.
type Form struct {
	Name    string
	Endings []string // endings of file names in this form, without the dot
}

// FormNames returns the names of forms.
func FormNames(forms []Form) (names []string) {
	for _, f := range forms {
		names = append(names, f.Name)
	}
	return names
}

// ChooseForm returns the form of an output: as, or if that is empty, the form of files with the extension of out: the usual one
// if it is among several, else the first. Without an extension it is the usual one. An extension that contradicts as is an error,
// and so is one that belongs to no form, without as.
func ChooseForm(forms []Form, as, usual, out string) (string, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
	has := func(f Form) bool { return slices.Contains(f.Endings, ending) }
	first := slices.IndexFunc(forms, has)
	switch {
	case as == "" && ending == "":
		return usual, nil
	case as == "" && first < 0:
		return "", fmt.Errorf("--out %s: the file extension says no form; choose one with --as", out)
	case as == "":
		i := slices.IndexFunc(forms, func(f Form) bool { return f.Name == usual })
		if i >= 0 && has(forms[i]) {
			return usual, nil
		}
		return forms[first].Name, nil
	}
	i := slices.IndexFunc(forms, func(f Form) bool { return f.Name == as })
	if first >= 0 && i >= 0 && !has(forms[i]) {
		return "", fmt.Errorf("--as %s and --out %s contradict each other: a file with such a name has the form %s",
			as, out, forms[first].Name)
	}
	return as, nil
}

// CheckPage returns an error if an output of the form html would go to a terminal: to out, unless it goes to a file.
func CheckPage(out io.Writer, form, file string) error {
	if form != "html" || file != "" || !files.IsTerminal(out) {
		return nil
	}
	return errors.New("a page for the browser cannot go to a terminal: write it to a file, as with --out page.html")
}
