// Package cgroup finds the Linux control groups around this process, by which a container limits what the process may
// take: memory, threads, time of the processors.
package cgroup

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime"
	"strconv"
	"strings"
)

// Folders returns the folders, relative to the root of the file system, of the groups around this process that can limit
// what the given controller ("memory", "pids") is for, in either version of control groups. An inner group comes before
// those around it. A container often sees its own group as the root, so not every folder need exist.
func Folders(root fs.FS, controller string) (folders []string) {
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(groups)) {
		mount, dir, ok := parse(strings.TrimSpace(line), controller)
		for ; ok && (dir == mount || strings.HasPrefix(dir, mount+"/")); dir = path.Dir(dir) {
			folders = append(folders, dir)
		}
	}
	return folders
}

// parse turns a line of proc/self/cgroup ("id:controllers:path") into the folder of the group and the folder of the
// hierarchy it belongs to, if that hierarchy can have the controller.
func parse(line, controller string) (mount, dir string, ok bool) {
	parts := strings.SplitN(line, ":", 3)
	if len(parts) < 3 {
		return "", "", false
	}
	switch {
	case parts[0] == "0" && parts[1] == "":
		mount = "sys/fs/cgroup"
	case strings.Contains(","+parts[1]+",", ","+controller+","):
		mount = "sys/fs/cgroup/" + controller
	default:
		return "", "", false
	}
	return mount, path.Join(mount, parts[2]), true
}

// Number reads the number that a file of a group's folder holds. It fails if there is no such file, or if that says that
// there is no limit ("max").
func Number(root fs.FS, folder, file string) (n uint64, ok bool) {
	text, err := fs.ReadFile(root, path.Join(folder, file))
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// Processors returns how many processors this process may use, one at least: GOMAXPROCS, or less where a group has a smaller
// quota. Go heeds the quota, too, but takes a quota of one processor for two.
func Processors() int { return processors(os.DirFS("/"), runtime.GOMAXPROCS(0)) }

// processors returns the least of most and the quotas of the groups, which are rounded up.
func processors(root fs.FS, most int) int {
	for _, dir := range Folders(root, "cpu") {
		if share, ok := quota(root, dir); ok {
			most = min(most, max(1, int(math.Ceil(min(share, float64(most))))))
		}
	}
	return most
}

// quota returns how many processors' time the group at dir, of the second or the first version, may take. It fails if there
// is no limit.
func quota(root fs.FS, dir string) (share float64, ok bool) {
	text, err := fs.ReadFile(root, path.Join(dir, "cpu.max")) // "150000 100000" or "max 100000", in microseconds
	fields := strings.Fields(string(text))
	if err != nil || len(fields) != 2 {
		of, _ := fs.ReadFile(root, path.Join(dir, "cpu.cfs_quota_us")) // -1 if there is no limit
		in, _ := fs.ReadFile(root, path.Join(dir, "cpu.cfs_period_us"))
		fields = []string{strings.TrimSpace(string(of)), strings.TrimSpace(string(in))}
	}
	of, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil {
		return 0, false
	}
	in, err := strconv.ParseUint(fields[1], 10, 64)
	return float64(of) / float64(in), err == nil && in > 0
}
