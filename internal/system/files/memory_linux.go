package files

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// memory returns how many bytes this process could take, once it has given back freed bytes, without the
// kernel having to kill a process for them. It is asked first because Linux promises more memory than there is: mmap
// maps a table that is too large, and the kernel kills the process later, when the search has filled the memory.
func memory(freed, spareAddresses uint64) (bytes uint64, known bool) {
	var addresses unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &addresses) != nil {
		addresses.Cur = math.MaxUint64
	}
	bytes, known = memoryIn(os.DirFS("/"), addresses.Cur, spareAddresses)
	return bytes + freed, known
}

// memoryIn reads the answer from proc and sys below root: the least of what the machine, each of the control groups around this
// process, and the limit of its address space less the spare addresses have left. Without proc nothing is known.
func memoryIn(root fs.FS, addresses, spareAddresses uint64) (bytes uint64, known bool) {
	bytes = math.MaxUint64 >> 1
	if meminfo, err := fs.ReadFile(root, "proc/meminfo"); err == nil {
		if kib, ok := field(string(meminfo), "MemAvailable:"); ok {
			swap, _ := field(string(meminfo), "SwapFree:")
			bytes, known = (kib+swap)<<10, true
		}
	}
	if pages, ok := number(root, "proc/self/statm"); ok && addresses < bytes {
		taken := pages*uint64(os.Getpagesize()) + spareAddresses
		bytes, known = min(bytes, addresses-min(taken, addresses)), true
	}
	for _, dir := range groupFolders(root, "memory") {
		if left, ok := leftInGroup(root, dir); ok {
			bytes, known = min(bytes, left), true
		}
	}
	return bytes, known
}

// groupFolders returns the folders of the control groups around this process that a controller ("memory", "pids") can limit. A
// container often sees its own group as the root, so not every folder need exist.
func groupFolders(root fs.FS, controller string) (folders []string) {
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		mount, dir := groupFolder(strings.TrimSpace(line), controller)
		for ; dir == mount || strings.HasPrefix(dir, mount+"/"); dir = path.Dir(dir) { // The groups around it count, too.
			folders = append(folders, dir)
		}
	}
	return folders
}

// groupFolder returns the folder of the control group that a line of proc/self/cgroup ("id:controllers:path") names, in either
// version of control groups, and that of the hierarchy to which the group belongs. The folder is outside of the hierarchy if that
// does not have the controller.
func groupFolder(line, controller string) (mount, dir string) {
	parts := strings.SplitN(line, ":", 3)
	switch {
	case len(parts) < 3:
	case parts[0] == "0" && parts[1] == "":
		mount = "sys/fs/cgroup"
		return mount, path.Join(mount, parts[2])
	case strings.Contains(","+parts[1]+",", ","+controller+","):
		mount = "sys/fs/cgroup/" + controller
		return mount, path.Join(mount, parts[2])
	}
	return "sys/fs/cgroup", ""
}

// leftInGroup returns how many bytes the control group at dir, of the second or the first version, may still take. Its
// file cache does not count as taken because the kernel drops it when the group needs room.
func leftInGroup(root fs.FS, dir string) (bytes uint64, ok bool) {
	for _, names := range [...]struct {
		limits    []string
		anonymous string
	}{
		{[]string{"memory.max", "memory.high"}, "anon"}, // beyond the second, it is slowed down
		{[]string{"memory.limit_in_bytes"}, "total_rss"},
	} {
		limit, limited := uint64(math.MaxUint64), false
		for _, name := range names.limits {
			if n, ok := number(root, path.Join(dir, name)); ok {
				limit, limited = min(limit, n), true
			}
		}
		if !limited {
			continue
		}
		stat, _ := fs.ReadFile(root, path.Join(dir, "memory.stat"))
		taken, _ := field(string(stat), names.anonymous)
		return limit - min(taken, limit), true
	}
	return 0, false
}

// number returns the number that a file begins with. There is none if there is no such file, or no limit ("max").
func number(root fs.FS, name string) (value uint64, ok bool) {
	text, _ := fs.ReadFile(root, name)
	word, _, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	value, err := strconv.ParseUint(word, 10, 64)
	return value, err == nil
}

// field returns the number after a name that begins a line.
func field(text, name string) (value uint64, ok bool) {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) >= 2 && words[0] == name {
			value, err := strconv.ParseUint(words[1], 10, 64)
			return value, err == nil
		}
	}
	return 0, false
}
