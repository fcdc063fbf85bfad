package cli

import (
	"runtime"
	"strings"
	"unicode"
)

// Quote returns an argument as one types it into a shell, in quotation marks if necessary.
func Quote(arg string) string { return quote(arg, runtime.GOOS == "windows") }

func quote(arg string, windows bool) string {
	plain := "-_./:,=+@%"
	if windows {
		plain += `\`
	}
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(plain, r)
	}) {
		return arg
	}
	if windows { // Names cannot have such a mark there.
		return `"` + arg + `"`
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}
