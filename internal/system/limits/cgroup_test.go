package limits

import (
	"runtime"
	"slices"
	"testing"
	"testing/fstest"
)

func TestGroupFolders(t *testing.T) {
	for _, test := range []struct {
		name, groups string
		want         []string
	}{
		{"the second version", "0::/user/a\n", []string{"sys/fs/cgroup/user/a", "sys/fs/cgroup/user", "sys/fs/cgroup"}},
		{"the root", "0::/\n", []string{"sys/fs/cgroup"}},
		{"the first version", "9:cpu:/x\n4:devices,pids:/box\n", []string{"sys/fs/cgroup/pids/box", "sys/fs/cgroup/pids"}},
		{"another controller", "4:pidsx:/box\n", nil},
		{"outside", "0::/../..\n", nil},
		{"garbage", "::\n\n7\npids", nil},
	} {
		root := fstest.MapFS{"proc/self/cgroup": {Data: []byte(test.groups)}}
		if got := groupFolders(root, "pids"); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got := groupFolders(fstest.MapFS{}, "pids"); got != nil {
		t.Errorf("nothing mounted: %q", got)
	}
}

func TestNumberIn(t *testing.T) {
	root := fstest.MapFS{"a/limit": {Data: []byte("12\n")}, "a/max": {Data: []byte("max\n")}}
	for file, want := range map[string]uint64{"limit": 12, "max": 0, "missing": 0} {
		if got, ok := numberIn(root, "a", file); got != want || ok != (want > 0) {
			t.Errorf("%s: %d, %v", file, got, ok)
		}
	}
}

func TestProcessors(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		want  int
	}{
		{"nothing mounted", nil, 8},
		{"no quota", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "max 100000\n"}, 8},
		{"half a processor", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "50000 100000\n"}, 1},
		{"one", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "100000 100000\n"}, 1},
		{"one and a half", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "150000 100000\n"}, 2},
		{"more than there are", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "6400000 100000\n"}, 8},
		{"further up", map[string]string{
			"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max": "500000 100000\n", "sys/fs/cgroup/a/cpu.max": "300000 100000\n",
		}, 3},
		{"the first version", map[string]string{
			"proc/self/cgroup":                       "2:cpu,cpuacct:/box\n",
			"sys/fs/cgroup/cpu/box/cpu.cfs_quota_us": "200000\n", "sys/fs/cgroup/cpu/box/cpu.cfs_period_us": "100000\n",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
		}, 2},
		{"garbage", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "1 0\n", "sys/fs/cgroup/cpu.max": "-3 x"}, 8},
	} {
		root := fstest.MapFS{}
		for name, text := range test.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := processors(root, 8); got != test.want {
			t.Errorf("%s: %d processors, want %d", test.name, got, test.want)
		}
	}
	if got := Processors(); got < 1 || got > runtime.GOMAXPROCS(0) {
		t.Errorf("this process may use %d processors of %d", got, runtime.GOMAXPROCS(0))
	}
}
