package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWithoutProc runs the program in a folder without any other file, not even /proc, from which a program learns its path.
func TestWithoutProc(t *testing.T) {
	root := t.TempDir()
	text, err := os.ReadFile(build(t))
	if err == nil {
		err = os.WriteFile(filepath.Join(root, "vertigo"), text, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("/vertigo", "analyse", "startpos", "--depth", "1", "--hash", "1", "--store", "answers.results", "--out", "out.json")
	c.Dir = "/"
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Cloneflags: syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
	out, err := c.CombinedOutput()
	if started := (*exec.ExitError)(nil); err != nil && !errors.As(err, &started) {
		t.Skip(err)
	}
	if _, missing := os.Stat(filepath.Join(root, "out.json")); err != nil || missing != nil {
		t.Errorf("%v, %v: %s", err, missing, out)
	}
}
