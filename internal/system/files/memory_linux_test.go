package files

import (
	"math"
	"os"
	"testing"
	"testing/fstest"
)

func TestMemoryIn(t *testing.T) {
	const meminfo = "MemTotal:       24684084 kB\nMemFree:          100000 kB\nMemAvailable:    2000000 kB\nSwapFree:         500000 kB\n"
	const host, addresses = 2_500_000 << 10, 1 << 30
	for _, test := range []struct {
		name  string
		files map[string]string
		want  uint64
		known bool
	}{
		{"nothing mounted", nil, math.MaxUint64 >> 1, false},
		{"no groups", map[string]string{"proc/meminfo": meminfo}, host, true},
		{"an unlimited group", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/a\n",
			"sys/fs/cgroup/user/a/memory.max": "max\n", "sys/fs/cgroup/user/a/memory.stat": "anon 5\n",
		}, host, true},
		{"a limited group", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/a\n",
			"sys/fs/cgroup/user/a/memory.max": "1000000\n", "sys/fs/cgroup/user/a/memory.stat": "anon 300000\nfile 600000\n",
		}, 700_000, true},
		{"a lower limit beyond which a group is slowed down", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/a\n", "sys/fs/cgroup/user/a/memory.max": "1000000\n",
			"sys/fs/cgroup/user/a/memory.high": "800000\n", "sys/fs/cgroup/user/a/memory.stat": "anon 300000\n",
		}, 500_000, true},
		{"such a limit alone", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n", "sys/fs/cgroup/a/memory.high": "700000\n",
		}, 700_000, true},
		{"a limit further up", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/a\n",
			"sys/fs/cgroup/user/a/memory.max": "1000000\n", "sys/fs/cgroup/user/memory.max": "400000\n",
			"sys/fs/cgroup/user/memory.stat": "anon 100000\n",
		}, 300_000, true},
		{"a container that sees its own group as the root", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/docker/0123\n", "sys/fs/cgroup/memory.max": "900000\n",
		}, 900_000, true},
		{"the first version of groups", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "9:cpu:/x\n4:devices,memory:/box\n0::/\n",
			"sys/fs/cgroup/memory/box/memory.limit_in_bytes": "800000\n",
			"sys/fs/cgroup/memory/box/memory.stat":           "rss 1\ntotal_rss 200000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":     "9223372036854771712\n",
		}, 600_000, true},
		{"a group beyond its limit", map[string]string{
			"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.stat": "anon 2000\n",
		}, 0, true},
		{"a limited address space", map[string]string{
			"proc/meminfo": meminfo, "proc/self/statm": "50000 900 400 1 0 800 0\n",
		}, addresses - 50000*uint64(os.Getpagesize()) - 1<<20, true},
		{"an address space beyond its limit", map[string]string{"proc/self/statm": "900000 9 4 1 0 8 0\n"}, 0, true},
		{"garbage", map[string]string{
			"proc/meminfo": "MemAvailable: many kB\nMemAvailable:", "proc/self/cgroup": "::\n\n7\n0::/../..\nmemory", "proc/self/statm": "many",
		}, math.MaxUint64 >> 1, false},
	} {
		root := fstest.MapFS{}
		for name, text := range test.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got, known := memoryIn(root, addresses, 1<<20); got != test.want || known != test.known {
			t.Errorf("%s: %d bytes, %v, want %d, %v", test.name, got, known, test.want, test.known)
		}
	}
}

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
