package arm64

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var wordLine = regexp.MustCompile(`(?m)^\tWORD +\$0x([0-9a-f]{8}) // (.+)$`)

// TestEncodings has GNU's disassembler read every instruction that is encoded here, with many combinations of registers, and
// compares what it says with the comment beside the word.
func TestEncodings(t *testing.T) {
	disassembler, err := exec.LookPath("aarch64-linux-gnu-objdump")
	if err != nil {
		t.Skip("the disassembler, of Debian's binutils-aarch64-linux-gnu, is not installed")
	}
	f := NewFile("test", "test")
	k := f.Begin("all", "func()", "All is every instruction.")
	// Every bit of every field is set once alone, and each vector differs from the others.
	for _, v := range [][3]Vector{{0, 1, 2}, {1, 2, 4}, {2, 4, 8}, {4, 8, 16}, {8, 16, 1}, {16, 1, 31}, {31, 0, 30}} {
		for _, instruction := range []func(d, n, m Vector){
			k.SMAX, k.SMIN, k.MUL, k.SMLAL, k.SMLAL2, k.UMULL, k.UMULL2, k.UDOT, k.USDOT,
		} {
			instruction(v[0], v[1], v[2])
		}
		k.SQXTUN(v[0], v[1])
		k.SQXTUN2(v[0], v[1])
	}
	lines := wordLine.FindAllStringSubmatch(string(f.Assembly()), -1)
	if want := 7 * 11; len(lines) != want {
		t.Fatalf("%d words written, want %d", len(lines), want)
	}
	var code []byte
	for _, line := range lines {
		word, err := strconv.ParseUint(line[1], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		code = binary.LittleEndian.AppendUint32(code, uint32(word))
	}
	said := disassemble(t, disassembler, code)
	if len(said) != len(lines) {
		t.Fatalf("the disassembler says %d lines of %d instructions", len(said), len(lines))
	}
	for i, line := range lines {
		if said[i] != line[2] {
			t.Errorf("%s is %q, want %q", line[1], said[i], line[2])
		}
	}
}

// disassemble returns the instructions that code consists of.
func disassemble(t *testing.T, disassembler string, code []byte) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "code")
	if err := os.WriteFile(path, code, 0o644); err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command(disassembler, "-D", "-b", "binary", "-m", "aarch64", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	var instructions []string
	for line := range strings.Lines(string(output)) {
		if fields := strings.SplitN(strings.TrimSpace(line), "\t", 3); len(fields) == 3 {
			instructions = append(instructions, strings.ReplaceAll(fields[2], "\t", " "))
		}
	}
	return instructions
}
