package cgroup

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestFolders(t *testing.T) {
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
		if got := Folders(root, "pids"); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got := Folders(fstest.MapFS{}, "pids"); got != nil {
		t.Errorf("nothing mounted: %q", got)
	}
}

func TestNumber(t *testing.T) {
	root := fstest.MapFS{"a/limit": {Data: []byte("12\n")}, "a/max": {Data: []byte("max\n")}}
	for file, want := range map[string]uint64{"limit": 12, "max": 0, "missing": 0} {
		if got, ok := Number(root, "a", file); got != want || ok != (want > 0) {
			t.Errorf("%s: %d, %v", file, got, ok)
		}
	}
}
