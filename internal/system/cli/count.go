package cli

import "fmt"

// Count returns a number of things in words: "1 game", "2 games". Thing is a noun whose plural ends in s.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
