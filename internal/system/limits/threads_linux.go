package limits

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// threads returns how many threads the system lets this process have in all, and which limit says so.
func threads() (most int, because string) { return threadsIn(os.DirFS("/")) }

// threadsIn reads the answer from proc and sys below root: the threads that the process has, and the least number that the
// machine, the user's limit and each of the control groups around the process leave. Without proc there is no limit.
func threadsIn(root fs.FS) (most int, because string) {
	status, err := fs.ReadFile(root, "proc/self/status")
	if err != nil {
		return math.MaxInt, ""
	}
	left := math.MaxInt
	limit := func(most, taken int, name string) {
		if n := max(most-taken, 0); n < left {
			left, because = n, name
		}
	}
	all := threadsOfMachine(root)
	if most, ok := numberIn(root, "proc/sys/kernel", "threads-max"); ok {
		limit(int(most), all, "kernel.threads-max")
	}
	if most, ok := userLimit(root); ok && !isPrivileged(string(status)) {
		taken := all // more than the user has
		if most-taken < plenty {
			taken = threadsOfUser(root, word(string(status), "Uid:"))
		}
		limit(most, taken, "the limit of user processes (ulimit -u)")
	}
	for _, dir := range groupFolders(root, "pids") {
		if most, ok := numberIn(root, dir, "pids.max"); ok {
			taken, _ := numberIn(root, dir, "pids.current")
			limit(int(most), int(taken), "the control group (/"+dir+"/pids.max)")
		}
	}
	if left == math.MaxInt {
		return left, ""
	}
	own, _ := strconv.Atoi(word(string(status), "Threads:"))
	return own + left, because
}

// plenty is a number of threads that no process needs: where the user has so many left, they need not be counted.
const plenty = 2000

// threadsOfMachine returns how many threads there are, 0 if that is not known.
func threadsOfMachine(root fs.FS) int {
	load, _ := fs.ReadFile(root, "proc/loadavg") // "0.20 0.18 0.12 1/350 11206"
	if fields := strings.Fields(string(load)); len(fields) > 3 {
		_, all, _ := strings.Cut(fields[3], "/")
		n, _ := strconv.Atoi(all)
		return n
	}
	return 0
}

// userLimit returns how many threads the user of this process may have.
func userLimit(root fs.FS) (n int, ok bool) {
	limits, _ := fs.ReadFile(root, "proc/self/limits")
	n, err := strconv.Atoi(word(string(limits), "Max processes"))
	return n, err == nil
}

// isPrivileged reports whether the process with the given status is one whose threads the kernel does not count: one of
// the superuser, or with the capability to administer the system (21) or its resources (24).
func isPrivileged(status string) bool {
	capabilities, _ := strconv.ParseUint(word(status, "CapEff:"), 16, 64)
	return word(status, "Uid:") == "0" || capabilities&(1<<21|1<<24) != 0
}

// threadsOfUser counts the threads of a user as far as this process can see them.
func threadsOfUser(root fs.FS, uid string) (n int) {
	processes, _ := fs.Glob(root, "proc/[0-9]*")
	for _, p := range processes {
		status, err := fs.ReadFile(root, path.Join(p, "status"))
		if err == nil && word(string(status), "Uid:") == uid {
			threads, _ := strconv.Atoi(word(string(status), "Threads:"))
			n += threads
		}
	}
	return n
}

// word returns the first word after a name that begins a line, "" if there is none.
func word(text, name string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			if words := strings.Fields(rest); len(words) > 0 {
				return words[0]
			}
		}
	}
	return ""
}
