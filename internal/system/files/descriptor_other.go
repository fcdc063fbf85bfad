//go:build !unix

package files

import (
	"errors"
	"os"
)

// descriptor reports that no name refers to an open file on this system.
func descriptor(string) (number int, ok bool) { return 0, false }

// duplicate is for systems on which names refer to open files.
func duplicate(int) (*os.File, error) { return nil, errors.ErrUnsupported }
