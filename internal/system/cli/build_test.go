package cli

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestBuild(t *testing.T) {
	if build, err := (&Program{Release: true}).Build(); err != nil || build != "release" {
		t.Errorf("a release is %q, %v", build, err)
	}
	hash, err := fileHash()
	if err != nil || len(hash) != 16 {
		t.Fatalf("hash %q, %v", hash, err)
	}
	if build, err := new(Program).Build(); err != nil || !strings.HasPrefix(build, "revision ") && build != "file "+hash {
		t.Errorf("this is %q, %v", build, err)
	}
}

func TestSource(t *testing.T) {
	for _, test := range []struct {
		settings []debug.BuildSetting
		revision string
		changed  bool
	}{
		{nil, "", false},
		{[]debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}, "abc", false},
		{[]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: "abc"}}, "abc", true},
	} {
		if revision, changed := source(test.settings); revision != test.revision || changed != test.changed {
			t.Errorf("%v: %q, %v", test.settings, revision, changed)
		}
	}
}
