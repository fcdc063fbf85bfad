package limits

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// groupFolders returns the folders, relative to the root of the file system, of the control groups around this process to which
// the given controller ("memory", "pids") may set limits, in either version of control groups. An inner group comes before those
// around it. A container often sees its own group as the root, so not every folder need exist.
func groupFolders(root fs.FS, controller string) (folders []string) {
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

// numberIn reads the number that a file of a folder holds. It fails if there is no such file, or if that says that there is no
// limit ("max").
func numberIn(root fs.FS, folder, file string) (n uint64, ok bool) {
	text, err := fs.ReadFile(root, path.Join(folder, file))
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}
