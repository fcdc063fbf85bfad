package limits

import (
	"io/fs"
	"math"
	"os"
)

// threads returns how many threads the control groups let this process have in all, and which group says so.
func threads() (most int, because string) { return threadsIn(os.DirFS("/")) }

// threadsIn reads the answer from proc and sys below root: the threads that the process has, and the least number that a group
// leaves.
func threadsIn(root fs.FS) (most int, because string) {
	status, _ := fs.ReadFile(root, "proc/self/status")
	own, _ := field(string(status), "Threads:")
	most = math.MaxInt
	for _, dir := range groupFolders(root, "pids") {
		limit, ok := numberIn(root, dir, "pids.max")
		taken, _ := numberIn(root, dir, "pids.current")
		if granted := int(own + limit - min(taken, limit)); ok && granted < most {
			most, because = granted, "/"+dir+"/pids.max"
		}
	}
	return most, because
}
