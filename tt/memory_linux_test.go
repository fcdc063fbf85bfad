package tt

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"
)

func TestAvailableIn(t *testing.T) {
	const meminfo = "MemTotal:       24684084 kB\nMemFree:          100000 kB\nMemAvailable:    2000000 kB\nSwapFree:         500000 kB\n"
	const host = 2_500_000 << 10
	for _, test := range []struct {
		name  string
		files map[string]string
		want  uint64
		known bool
	}{
		{"nothing mounted", nil, math.MaxUint64 >> 1, false},
		{"no groups", map[string]string{"proc/meminfo": meminfo}, host, true},
		{"an unlimited group", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/a\n",
			"sys/fs/cgroup/user/a/memory.max": "max\n", "sys/fs/cgroup/user/a/memory.stat": "anon 5\n",
		}, host, true},
		{"a limited group", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/a\n",
			"sys/fs/cgroup/user/a/memory.max": "1000000\n", "sys/fs/cgroup/user/a/memory.stat": "anon 300000\nfile 600000\n",
		}, 700_000, true},
		{"a limit further up", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/a\n",
			"sys/fs/cgroup/user/a/memory.max": "1000000\n", "sys/fs/cgroup/user/memory.max": "400000\n",
			"sys/fs/cgroup/user/memory.stat": "anon 100000\n",
		}, 300_000, true},
		{"a container that sees its own group as the root", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/docker/0123\n", "sys/fs/cgroup/memory.max": "900000\n",
		}, 900_000, true},
		{"the first version of groups", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "9:cpu:/x\n4:devices,memory:/box\n0::/\n",
			"sys/fs/cgroup/memory/box/memory.limit_in_bytes": "800000\n",
			"sys/fs/cgroup/memory/box/memory.stat":           "rss 1\ntotal_rss 200000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":     "9223372036854771712\n",
		}, 600_000, true},
		{"a group beyond its limit", map[string]string{
			"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.stat": "anon 2000\n",
		}, 0, true},
		{"garbage", map[string]string{
			"proc/meminfo": "MemAvailable: many kB\nMemAvailable:", "proc/self/cgroup": "::\n\n7\n0::/../..\nmemory",
		}, math.MaxUint64 >> 1, false},
	} {
		root := fstest.MapFS{}
		for name, text := range test.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got, known := availableIn(root); got != test.want || known != test.known {
			t.Errorf("%s: %d bytes, %v, want %d, %v", test.name, got, known, test.want, test.known)
		}
	}
}

// statusMiB returns a size from /proc/self/status, VmRSS or VmHWM (its greatest value so far), in mebibytes.
func statusMiB(tb testing.TB, name string) int {
	tb.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		tb.Skip("the resident set cannot be read: ", err)
	}
	kib, ok := field(string(text), name+":")
	if !ok {
		tb.Skip("/proc/self/status does not tell ", name)
	}
	return int(kib >> 10)
}

// TestResizeGivesMemoryBack runs itself in a process of its own, whose greatest resident set no other test has raised.
func TestResizeGivesMemoryBack(t *testing.T) {
	if os.Getenv("VERTIGO_TT_RESIDENT") == "" {
		command := exec.Command(os.Args[0], "-test.run=^TestResizeGivesMemoryBack$", "-test.v")
		command.Env = append(os.Environ(), "VERTIGO_TT_RESIDENT=1")
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		if bytes.Contains(output, []byte("--- SKIP")) {
			t.Skipf("%s", output)
		}
		return
	}
	const allowed = 330
	before := statusMiB(t, "VmRSS")
	table := newTable(t, 256)
	for _, mib := range []int{256, 16, 256, 255, 256, 1, 256} {
		if err := table.Resize(mib, 2); err != nil {
			t.Fatal(err)
		}
		if rss := statusMiB(t, "VmRSS"); rss < mib || rss > before+mib+30 {
			t.Errorf("%d MiB resident with a table of %d MiB, %d before there was one", rss, mib, before)
		}
	}
	if peak := statusMiB(t, "VmHWM"); peak >= allowed {
		t.Errorf("%d MiB were resident at the worst moment, want less than %d", peak, allowed)
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	if rss := statusMiB(t, "VmRSS"); rss > before+30 {
		t.Errorf("%d MiB resident after Close, %d before New", rss, before)
	}
}

// TestResizeBeyondMemory asks for somewhat more than there is, which mmap itself often grants. It is not closer because
// granting it would fill the memory of this machine if another process gave back as much at the wrong moment.
func TestResizeBeyondMemory(t *testing.T) {
	table := newTable(t, 1)
	room, known := availableMemory(0)
	if !known {
		t.Skip("the available memory is not known")
	}
	mib := int((room+room/8)>>20) + 1024
	err := table.Resize(mib, 1)
	if err == nil {
		t.Fatalf("Resize(%d) succeeded although %d MiB are available", mib, room>>20)
	}
	// The words tell this refusal from one of mmap, which comes only with much larger sizes.
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
	if offset := uintptr(table.first) % hugePage; offset != 0 {
		t.Errorf("the table begins %d bytes behind a huge page", offset)
	}
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
