//go:build unix

package files

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
)

// descriptorFolder is a folder of Linux with what a process has open.
var descriptorFolder = regexp.MustCompile(`^/proc/([0-9]+)(/task/[0-9]+)?/fd$`)

// descriptor returns the number of the open file of this process that a name refers to, such as /dev/fd/3. The folder of the
// name has no links.
func descriptor(name string) (number int, ok bool) {
	folder, base := filepath.Dir(name), filepath.Base(name)
	if folder != "/dev/fd" {
		m := descriptorFolder.FindStringSubmatch(folder)
		if m == nil || m[1] != strconv.Itoa(os.Getpid()) {
			return 0, false
		}
	}
	number, err := strconv.Atoi(base)
	return number, err == nil && number >= 0
}

// duplicate duplicates the descriptor of that number, with the same offset in the file.
func duplicate(number int) (*os.File, error) {
	name := fmt.Sprintf("/dev/fd/%d", number)
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	copied, err := syscall.Dup(number)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	syscall.CloseOnExec(copied)
	return os.NewFile(uintptr(copied), name), nil
}
