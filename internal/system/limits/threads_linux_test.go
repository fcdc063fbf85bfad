package limits

import (
	"maps"
	"math"
	"strings"
	"testing"
	"testing/fstest"
)

func TestThreadsIn(t *testing.T) {
	const (
		user   = "Uid:\t1000\t1000\t1000\t1000\nThreads:\t9\nCapEff:\t0000000000000000\n"
		super  = "Uid:\t0\t0\t0\t0\nThreads:\t9\nCapEff:\t000001ffffffffff\n"
		few    = "Limit                     Soft Limit           Hard Limit           Units     \nMax processes             500                  700                  processes \n"
		many   = "Max processes             unlimited            unlimited            processes \n"
		plenty = "Max processes             90000                90000                processes \n"
	)
	machine := map[string]string{
		"proc/self/status": user, "proc/self/limits": many, "proc/self/cgroup": "0::/a\n",
		"proc/loadavg": "0.20 0.18 0.12 1/350 11206\n", "proc/sys/kernel/threads-max": "30000\n",
		"proc/7/status": user, "proc/8/status": super, "proc/9/status": "Uid:\t1000\t1000\t1000\t1000\nThreads:\t91\n",
	}
	for _, test := range []struct {
		name    string
		changed map[string]string
		want    int
		because string
	}{
		{"no limit but the machine's", nil, 9 + 30000 - 350, "threads-max"},
		{"a limit that is far away", map[string]string{"proc/self/limits": plenty}, 9 + 30000 - 350, "threads-max"},
		{"the user's limit", map[string]string{"proc/self/limits": few}, 9 + 500 - 100, "ulimit -u"},
		{"the superuser", map[string]string{"proc/self/limits": few, "proc/self/status": super}, 9 + 30000 - 350, "threads-max"},
		{"a group", map[string]string{"sys/fs/cgroup/a/pids.max": "100\n", "sys/fs/cgroup/a/pids.current": "30\n"}, 9 + 70, "(/sys/fs/cgroup/a/pids.max)"},
		{"a group without a limit", map[string]string{"sys/fs/cgroup/a/pids.max": "max\n"}, 9 + 30000 - 350, "threads-max"},
		{"a group around it, beyond its limit", map[string]string{"sys/fs/cgroup/a/pids.max": "100\n",
			"sys/fs/cgroup/pids.max": "20\n", "sys/fs/cgroup/pids.current": "25\n"}, 9, "(/sys/fs/cgroup/pids.max)"},
		{"the first version of groups", map[string]string{"proc/self/cgroup": "8:pids:/x\n",
			"sys/fs/cgroup/pids/x/pids.max": "50\n", "sys/fs/cgroup/pids/x/pids.current": "10\n"}, 9 + 40, "pids/x"},
	} {
		files := maps.Clone(machine)
		maps.Copy(files, test.changed)
		root := fstest.MapFS{}
		for name, text := range files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if most, because := threadsIn(root); most != test.want || !strings.Contains(because, test.because) {
			t.Errorf("%s: %d by %s, want %d by %s", test.name, most, because, test.want, test.because)
		}
	}
	if most, _ := threadsIn(fstest.MapFS{}); most != math.MaxInt {
		t.Errorf("nothing mounted: %d", most)
	}
}
