package tt

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
)

// statusMiB returns a size from /proc/self/status, VmRSS or VmHWM (its greatest value so far), in mebibytes.
func statusMiB(tb testing.TB, name string) int {
	tb.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		tb.Skip("the resident set cannot be read: ", err)
	}
	_, rest, _ := strings.Cut(string(text), name+":")
	words := strings.Fields(rest)
	if len(words) == 0 {
		tb.Skip("/proc/self/status does not report ", name)
	}
	kib := must.Get(strconv.Atoi(words[0]))(tb)
	return kib >> 10
}

// TestResizeGivesMemoryBack runs itself in a process of its own, whose greatest resident set no other test has raised.
func TestResizeGivesMemoryBack(t *testing.T) {
	if os.Getenv("VERTIGO_TT_RESIDENT") == "" {
		command := exec.Command(os.Args[0], "-test.run=^TestResizeGivesMemoryBack$", "-test.v")
		command.Env = append(os.Environ(), "VERTIGO_TT_RESIDENT=1")
		output, err := command.CombinedOutput()
		must.Do(t, err, output)
		if bytes.Contains(output, []byte("--- SKIP")) {
			t.Skipf("%s", output)
		}
		return
	}
	const allowed = 330
	before := statusMiB(t, "VmRSS")
	table := must.Get(New(256, 1))(t)
	for _, mib := range []int{256, 16, 256, 255, 256, 1, 256} {
		must.Do(t, table.Resize(mib, 2))
		if rss := statusMiB(t, "VmRSS"); rss < mib || rss > before+mib+30 {
			t.Errorf("%d MiB resident with a table of %d MiB, %d before there was one", rss, mib, before)
		}
	}
	if peak := statusMiB(t, "VmHWM"); peak >= allowed {
		t.Errorf("%d MiB were resident at the worst moment, want less than %d", peak, allowed)
	}
	must.Do(t, table.Close())
	if rss := statusMiB(t, "VmRSS"); rss > before+30 {
		t.Errorf("%d MiB resident after Close, %d before New", rss, before)
	}
}

// TestResizeBeyondMemory asks for somewhat more than there is, which mmap itself often grants. It is not closer because
// granting it would fill the memory of this machine if another process gave back as much at the wrong moment.
func TestResizeBeyondMemory(t *testing.T) {
	table := newTable(t, 1)
	available, known := files.Memory(0)
	if !known {
		t.Skip("the available memory is not known")
	}
	mib := int((available+available/8)>>20) + 1024
	err := table.Resize(mib, 1)
	if err == nil {
		t.Fatalf("Resize(%d) succeeded although %d MiB are available", mib, available>>20)
	}
	// The words distinguish this refusal from one of mmap, which comes only with much larger sizes.
	if text := err.Error(); !strings.Contains(text, fmt.Sprintf("%d MiB", mib)) ||
		!strings.Contains(text, "MiB are available") || table.mib != 1 {
		t.Errorf("Resize(%d): %q, now %d MiB", mib, err, table.mib)
	}
}

// TestHugePagesAreAskedFor looks for the mark that madvise leaves on the mapping.
func TestHugePagesAreAskedFor(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this kernel has no transparent huge pages")
	}
	table := newTable(t, 4)
	must.Equal(t, uintptr(table.first)%hugePage, 0, "the table begins")
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip("the mappings cannot be read: ", err)
	}
	address := fmt.Sprintf("%x-", uintptr(table.first))
	_, mapping, found := strings.Cut("\n"+string(maps), "\n"+address)
	if !found {
		t.Fatalf("no mapping begins at %s", address)
	}
	_, flags, _ := strings.Cut(mapping, "VmFlags:")
	flags, _, _ = strings.Cut(flags, "\n")
	if !strings.Contains(flags+" ", " hg ") {
		t.Errorf("the table's mapping has flags %q, without hg", flags)
	}
}
