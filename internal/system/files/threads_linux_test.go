package files

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestThreadsIn(t *testing.T) {
	const group = "proc/self/cgroup"
	for _, test := range []struct {
		name    string
		limit   uint64 // of the user, who has 9 threads of this process and 2 of another
		files   map[string]string
		want    uint64
		because string
	}{
		{"no limit", math.MaxUint64, map[string]string{group: "0::/a\n", "sys/fs/cgroup/a/pids.max": "max\n"}, math.MaxUint64, ""},
		{"the user's", 24, nil, 9 + 13, "the limit of the user's processes (ulimit -u)"},
		{"a group", 200, map[string]string{group: "0::/a\n", "sys/fs/cgroup/a/pids.max": "100\n", "sys/fs/cgroup/a/pids.current": "30\n"},
			9 + 70, "/sys/fs/cgroup/a/pids.max"},
		{"a group around it, beyond its limit", 200, map[string]string{group: "0::/a\n", "sys/fs/cgroup/a/pids.max": "100\n",
			"sys/fs/cgroup/pids.max": "20\n", "sys/fs/cgroup/pids.current": "25\n"}, 9, "/sys/fs/cgroup/pids.max"},
		{"the first version of groups", math.MaxUint64, map[string]string{group: "8:pids:/x\n", "sys/fs/cgroup/pids/x/pids.max": "50\n",
			"sys/fs/cgroup/pids/x/pids.current": "10\n"}, 9 + 40, "/sys/fs/cgroup/pids/x/pids.max"},
	} {
		root := fstest.MapFS{}
		for name, uid := range map[string]string{"self": "7", "12": "7", "13": "8"} {
			root["proc/"+name+"/status"] = &fstest.MapFile{Data: []byte("Uid:\t" + uid + "\t0\nThreads:\t9\n")}
		}
		root["proc/14/status"] = &fstest.MapFile{Data: []byte("Uid:\t7\nThreads:\t2\n")}
		for name, text := range test.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if most, because := threadsIn(root, 7, test.limit); most != test.want || because != test.because {
			t.Errorf("%s: %d by %q, want %d by %q", test.name, most, because, test.want, test.because)
		}
	}
}
