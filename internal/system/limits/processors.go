package limits

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime"
	"strconv"
	"strings"
)

// Processors returns how many processors this process may use, one at least: GOMAXPROCS, or less where a group has a smaller
// quota. Go heeds the quota, too, but takes a quota of one processor for two.
func Processors() int { return processors(os.DirFS("/"), runtime.GOMAXPROCS(0)) }

// processors returns the least of most and the quotas of the groups, which are rounded up.
func processors(root fs.FS, most int) int {
	for _, dir := range groupFolders(root, "cpu") {
		if share, ok := quotaOf(root, dir); ok {
			most = min(most, max(1, int(math.Ceil(min(share, float64(most))))))
		}
	}
	return most
}

// quotaOf returns how many processors' time the group at dir, of the second or the first version, may take. It fails if there
// is no limit.
func quotaOf(root fs.FS, dir string) (share float64, ok bool) {
	text, err := fs.ReadFile(root, path.Join(dir, "cpu.max")) // "150000 100000" or "max 100000", in microseconds
	fields := strings.Fields(string(text))
	if err != nil || len(fields) != 2 {
		quota, _ := fs.ReadFile(root, path.Join(dir, "cpu.cfs_quota_us")) // -1 if there is no limit
		period, _ := fs.ReadFile(root, path.Join(dir, "cpu.cfs_period_us"))
		fields = []string{strings.TrimSpace(string(quota)), strings.TrimSpace(string(period))}
	}
	quota, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil {
		return 0, false
	}
	period, err := strconv.ParseUint(fields[1], 10, 64)
	return float64(quota) / float64(period), err == nil && period > 0
}
