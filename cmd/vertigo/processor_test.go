package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
)

// TestOldProcessor runs the program on the oldest 64-bit x86 processor, for which QEMU's user mode stands. What is built for newer
// ones says that it cannot run.
func TestOldProcessor(t *testing.T) {
	testfiles.OnlyInCI(t)
	qemu, err := exec.LookPath("qemu-x86_64-static")
	if err != nil {
		if qemu, err = exec.LookPath("qemu-x86_64"); err != nil {
			t.Skip("QEMU's user mode is not installed")
		}
	}
	for level, want := range map[string]string{
		"v1": "bestmove ", "v3": "This program can only be run on AMD64 processors with v3 microarchitecture support.\n",
	} {
		path := filepath.Join(t.TempDir(), "vertigo")
		build := exec.Command("go", "build", "-trimpath", "-o", path, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOAMD64="+level)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := exec.Command(qemu, "-cpu", "qemu64", path, "go depth 2").CombinedOutput()
		if (err == nil) != (level == "v1") || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", level, err, out)
		}
	}
}
