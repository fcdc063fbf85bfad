package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOldProcessor checks that a binary says so when the processor lacks what it was built for, and that the one for
// every processor runs there. QEMU's user mode stands for an old processor.
func TestOldProcessor(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three times")
	}
	qemu, err := exec.LookPath("qemu-x86_64-static")
	if err != nil {
		if qemu, err = exec.LookPath("qemu-x86_64"); err != nil {
			t.Skip("QEMU's user mode is not installed")
		}
	}
	for level, want := range map[string]string{
		"v1": "bestmove ",
		"v2": "This program can only be run on AMD64 processors with v2 microarchitecture support.",
		"v3": "This program can only be run on AMD64 processors with v3 microarchitecture support.",
	} {
		path := filepath.Join(t.TempDir(), "vertigo")
		build := exec.Command("go", "build", "-o", path, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOAMD64="+level)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", level, err, out)
		}
		out, err := exec.Command(qemu, "-cpu", "qemu64", path, "go depth 2").CombinedOutput()
		if (err == nil) != (level == "v1") || !strings.Contains(string(out), want) {
			t.Errorf("%s on an x86-64-v1 processor: %v\n%s", level, err, out)
		}
	}
}
