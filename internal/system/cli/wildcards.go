package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// Wildcards replaces every argument with a wildcard, * or ?, by the files that match it, as shells do; those of Windows leave
// that to the program. An argument that is a file, or matches none, stays as it is.
func Wildcards(args []string) (list []string) {
	for _, arg := range args {
		var found []string
		if _, err := os.Lstat(arg); err != nil && strings.ContainsAny(arg, "*?") {
			found, _ = filepath.Glob(strings.ReplaceAll(arg, "[", "[[]")) // a bad pattern matches none
		}
		if len(found) == 0 {
			found = []string{arg}
		}
		list = append(list, found...)
	}
	return list
}
