package files

import (
	"io/fs"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// threads returns how many threads this process can have in all, and which limit says so.
func threads() (most uint64, because string) {
	var ofUser unix.Rlimit
	if os.Getuid() == 0 || unix.Getrlimit(unix.RLIMIT_NPROC, &ofUser) != nil { // root has no limit
		ofUser.Cur = math.MaxUint64
	}
	return threadsIn(os.DirFS("/"), uint64(os.Getuid()), ofUser.Cur)
}

// threadsIn reads the answer from proc and sys below root: the threads that the process has, and the least number that the limit
// of the user or a control group leaves. Without proc, nothing limits them.
func threadsIn(root fs.FS, user, limit uint64) (most uint64, because string) {
	most = math.MaxUint64
	status, _ := fs.ReadFile(root, "proc/self/status")
	present, _ := field(string(status), "Threads:")
	note := func(limit, taken uint64, name string) {
		if granted := present + limit - min(taken, limit); granted < most {
			most, because = granted, name
		}
	}
	if limit < math.MaxInt64 {
		note(limit, threadsOf(root, user), "the limit of the user's processes (ulimit -u)")
	}
	for _, dir := range groupFolders(root, "pids") {
		if limit, ok := number(root, dir+"/pids.max"); ok {
			taken, _ := number(root, dir+"/pids.current")
			note(limit, taken, "/"+dir+"/pids.max")
		}
	}
	return most, because
}

// threadsOf returns how many threads a user has, as far as this process sees them.
func threadsOf(root fs.FS, user uint64) (sum uint64) {
	files, _ := fs.Glob(root, "proc/[0-9]*/status")
	for _, name := range files {
		status, _ := fs.ReadFile(root, name)
		if owner, ok := field(string(status), "Uid:"); ok && owner == user {
			count, _ := field(string(status), "Threads:")
			sum += count
		}
	}
	return sum
}
