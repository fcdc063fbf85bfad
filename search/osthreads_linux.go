package search

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"

	"vertigo/internal/system/cgroup"
)

// osThreads returns how many threads the system lets this process have in all, and which limit says so.
func osThreads() (most int, because string) { return osThreadsIn(os.DirFS("/")) }

// osThreadsIn reads the answer from proc and sys below root: what the process has, and the least of what the machine, the
// user's limit and each of the control groups around the process leave. Without proc there is no limit.
func osThreadsIn(root fs.FS) (most int, because string) {
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
	if most, ok := cgroup.Number(root, "proc/sys/kernel", "threads-max"); ok {
		limit(int(most), all, "kernel.threads-max")
	}
	if most, ok := userLimit(root); ok && !isPrivileged(string(status)) {
		taken := all // more than the user has: where this much is left, nobody need count
		if most-taken < MaxThreads+spareThreads {
			taken = threadsOfUser(root, word(string(status), "Uid:"))
		}
		limit(most, taken, "the limit of user processes (ulimit -u)")
	}
	for _, dir := range cgroup.Folders(root, "pids") {
		if most, ok := cgroup.Number(root, dir, "pids.max"); ok {
			taken, _ := cgroup.Number(root, dir, "pids.current")
			limit(int(most), int(taken), "the control group (/"+dir+"/pids.max)")
		}
	}
	if left == math.MaxInt {
		return left, ""
	}
	own, _ := strconv.Atoi(word(string(status), "Threads:"))
	return own + left, because
}

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

// word returns the first word behind a name that begins a line, "" if there is none.
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
