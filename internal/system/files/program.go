package files

import (
	"os"
	"os/exec"
)

// Program returns the path of the running program. Where the system does not know it, such as Linux without /proc, the path is the one
// that a shell finds for the name of the program.
func Program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return exec.LookPath(os.Args[0])
	}
	return path, nil
}
