package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/testing/ci"
)

// TestOldProcessor runs the program on the oldest 64-bit x86 processor, for which QEMU's user mode stands.
func TestOldProcessor(t *testing.T) {
	ci.Only(t)
	qemu, err := exec.LookPath("qemu-x86_64-static")
	if err != nil {
		if qemu, err = exec.LookPath("qemu-x86_64"); err != nil {
			t.Skip("QEMU's user mode is not installed")
		}
	}
	path := filepath.Join(t.TempDir(), "vertigo")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOAMD64=v1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(qemu, "-cpu", "qemu64", path, "go depth 2").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "bestmove ") {
		t.Errorf("%v\n%s", err, out)
	}
}
