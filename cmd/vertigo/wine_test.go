//go:build linux && amd64

package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/testfiles"
)

// wine runs programs of Windows in a folder of settings (a "prefix") of its own.
type wine struct {
	program string
	env     []string
}

// newWine prepares Wine, or skips the test with the reason.
func newWine(t *testing.T) wine {
	t.Helper()
	w := wine{program: "/usr/lib/wine/wine64"} // where Debian has it, outside PATH
	if path, err := exec.LookPath("wine64"); err == nil {
		w.program = path
	} else if _, err := os.Stat(w.program); err != nil {
		t.Skip("Wine is not installed: Debian's package is wine64")
	}
	prefix := filepath.Join(t.TempDir(), "prefix")
	// Neither .NET nor a browser: Wine would ask whether to fetch them. Where no locale is set, Wine 10 finds no file whose name
	// is not ASCII.
	w.env = append(os.Environ(), "WINEPREFIX="+prefix, "WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml,winemenubuilder.exe=",
		"LC_ALL=C.UTF-8")
	if out, err := w.unix(w.program, "wineboot", "-i"); err != nil {
		t.Fatalf("wineboot: %v\n%s", err, out)
	}
	t.Cleanup(func() { _, _ = w.unix(filepath.Join(filepath.Dir(w.program), "wineserver"), "-k") }) // it may have ended
	w.addRandom(t, filepath.Join(prefix, "drive_c", "windows", "system32"))
	return w
}

// addRandom gives an old Wine the library that Go programs take random numbers from: one whose only function is that of
// an older library under another name.
func (w wine) addRandom(t *testing.T, system string) {
	t.Helper()
	library := filepath.Join(system, "bcryptprimitives.dll")
	if _, err := os.Stat(library); err == nil {
		return
	}
	ld, err := exec.LookPath("x86_64-w64-mingw32-ld")
	if err != nil {
		t.Skip("this Wine has no bcryptprimitives.dll, and there is no linker to make one: " +
			"Debian's package is binutils-mingw-w64-x86-64")
	}
	definition := filepath.Join(t.TempDir(), "random.def")
	text := "LIBRARY bcryptprimitives.dll\nEXPORTS\nProcessPrng = advapi32.SystemFunction036\n"
	if err := os.WriteFile(definition, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(ld, "-shared", "-o", library, definition).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// unix runs a program of this system in the environment of Wine.
func (w wine) unix(name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Env = w.env
	return c.CombinedOutput()
}

// command returns a command that runs a program of Windows.
func (w wine) command(program string, args ...string) *exec.Cmd {
	c := exec.Command(w.program, append([]string{program}, args...)...)
	c.Env = w.env
	return c
}

// windows is what Windows calls a path of this system.
func windows(path string) string { return "Z:" + strings.ReplaceAll(path, "/", `\`) }

// TestWine runs the program as it is on Windows. Everything lies in folders with blanks and letters that are not ASCII.
func TestWine(t *testing.T) {
	ci.Only(t)
	w := newWine(t)
	dir := filepath.Join(t.TempDir(), "Größe und Übung 象棋")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "vertigo.exe")
	compile := exec.Command("go", "build", "-o", exe, ".")
	compile.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "GOAMD64=v1", "CGO_ENABLED=0")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Run("bench", func(t *testing.T) { wineBench(t, w, exe) })
	t.Run("uci", func(t *testing.T) { wineTranscript(t, w, exe, dir) })
	t.Run("analyse", func(t *testing.T) { wineAnalyse(t, w, exe, dir) })
	t.Run("interrupt", func(t *testing.T) { wineInterrupt(t, w, exe) })
}

// wineBench compares the count of nodes with that of this system.
func wineBench(t *testing.T, w wine, exe string) {
	count := regexp.MustCompile(`(?m)^(\d+) nodes \d+ nps$`)
	here, err := exec.Command(build(t), "bench", "6").Output()
	if err != nil {
		t.Fatal(err)
	}
	there, err := w.command(exe, "bench", "6").Output()
	if err != nil {
		t.Fatal(err)
	}
	got, want := count.FindSubmatch(there), count.FindSubmatch(here)
	if got == nil || want == nil || !bytes.Equal(got[1], want[1]) {
		t.Errorf("the bench ends with %q, on this system with %q", got, want)
	}
}

// wineTranscript sends lines that end as Windows ends them, with paths of Windows.
func wineTranscript(t *testing.T, w wine, exe, dir string) {
	tables, log := filepath.Join(dir, "Tabellen für Türme"), filepath.Join(dir, "Protokoll é.txt")
	if err := os.Mkdir(tables, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz"} {
		if err := os.WriteFile(filepath.Join(tables, name), testfiles.Read(t, "syzygy", name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const found = "info string tablebases: 1 WDL and 1 DTZ files, up to 3 men\n"
	lines := []string{
		"uci", "isready",
		"setoption name Debug Log File value " + windows(log),
		"setoption name Hash value 64",
		"setoption name Threads value 2",
		"setoption name SyzygyPath value " + windows(dir) + ";" + windows(tables),
		"position fen 8/8/8/8/8/1k6/8/1K5Q w - - 0 1",
		"go depth 5",
	}
	out := wineConverse(t, w.command(exe), strings.Join(lines, "\r\n")+"\r\n")
	for _, want := range []string{"id name Vertigo " + version + "\n", "uciok\nreadyok\n", found, "\nbestmove "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if !regexp.MustCompile(`score cp 199\d\d .* tbhits [1-9]`).MatchString(out) {
		t.Errorf("the tablebases are found but not used:\n%s", out)
	}
	if text, err := os.ReadFile(log); err != nil || !strings.Contains(string(text), "< bestmove ") {
		t.Errorf("the log: %q, %v", text, err)
	}
}

// wineConverse gives the text to the program, ends its input after the best move, and returns all that the program says.
func wineConverse(t *testing.T, c *exec.Cmd, text string) string {
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(patience, func() { _ = c.Process.Kill() }) // Wait says that it was killed
	defer late.Stop()
	var said strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if strings.HasPrefix(lines.Text(), "bestmove ") {
			_ = in.Close() // Wait says if the program ended badly
		}
	}
	if err := c.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	return said.String()
}

// wineAnalyse kills an analysis, tries to begin a second one beside it, and continues it. The results are to be those of this
// system without interruption.
func wineAnalyse(t *testing.T, w wine, exe, dir string) {
	in, out := filepath.Join(dir, "die Stellungen.epd"), filepath.Join(dir, "Ergebnis ü.epd")
	position := "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\r\n"
	if err := os.WriteFile(in, []byte(strings.Repeat(position, 40)), 0o666); err != nil {
		t.Fatal(err)
	}
	options := []string{"analyse", "--nodes", "20000", "--as", "epd", "--no-times", "--hash", "1", "--out"}
	analyse := func() *exec.Cmd { return w.command(exe, append(options, windows(out), windows(in))...) }
	first := analyse()
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- first.Wait() }()
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if info, err := os.Stat(out + ".journal"); err == nil && info.Size() > 1000 {
			break
		}
		if time.Since(begin) > patience {
			t.Fatal("the analysis writes no journal")
		}
	}
	// A stopped process keeps its files open, however long the second takes to start.
	if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	second, err := analyse().CombinedOutput()
	if err == nil || !strings.Contains(string(second), "another process is writing it") {
		t.Errorf("a second process beside the first: %v, %s", err, second)
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Fatal("the analysis came to its end before it was stopped: ", err)
	}
	if text, err := analyse().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	there, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	here := filepath.Join(dir, "here.epd")
	if text, err := exec.Command(build(t), append(options, here, in)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	want, err := os.ReadFile(here)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(there, want) {
		t.Errorf("the results are\n%s, on this system\n%s", there, want)
	}
}

// wineInterrupt ends a search as Ctrl-C does: Wine turns the signal into the event of Windows.
func wineInterrupt(t *testing.T, w wine, exe string) {
	c := w.command(exe)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte("go infinite\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case <-ended:
	case <-time.After(patience):
		_ = c.Process.Kill() // the test has failed already
		t.Error("the program does not end")
	}
}
