package limits

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestThreadsIn(t *testing.T) {
	for _, test := range []struct {
		name    string
		files   map[string]string
		want    int
		because string
	}{
		{"nothing mounted", nil, math.MaxInt, ""},
		{"no limit", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/pids.max": "max\n"}, math.MaxInt, ""},
		{"a group", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/pids.max": "100\n",
			"sys/fs/cgroup/a/pids.current": "30\n"}, 9 + 70, "/sys/fs/cgroup/a/pids.max"},
		{"a group around it, beyond its limit", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/pids.max": "100\n",
			"sys/fs/cgroup/pids.max": "20\n", "sys/fs/cgroup/pids.current": "25\n"}, 9, "/sys/fs/cgroup/pids.max"},
		{"the first version of groups", map[string]string{"proc/self/cgroup": "8:pids:/x\n",
			"sys/fs/cgroup/pids/x/pids.max": "50\n", "sys/fs/cgroup/pids/x/pids.current": "10\n"}, 9 + 40, "/sys/fs/cgroup/pids/x/pids.max"},
	} {
		root := fstest.MapFS{"proc/self/status": {Data: []byte("Name:\tvertigo\nThreads:\t9\n")}}
		for name, text := range test.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if most, because := threadsIn(root); most != test.want || because != test.because {
			t.Errorf("%s: %d by %q, want %d by %q", test.name, most, because, test.want, test.because)
		}
	}
}
