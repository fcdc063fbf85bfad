//go:build !linux

package testfiles

import (
	"os"
	"testing"
)

// Terminal skips the test: each system makes terminals in a way of its own.
func Terminal(t *testing.T) (control, terminal *os.File) {
	t.Skip("no terminals on this system")
	return nil, nil
}

// Resize does nothing: there are no terminals.
func Resize(*testing.T, *os.File, uint16) {}
