//go:build unix

package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/term"

	"vertigo/internal/testing/testfiles"
)

// writeEnv makes the test binary write the text to the file that its only argument names, and say something before and after.
const writeEnv = "VERTIGO_TEST_WRITE"

func TestMain(m *testing.M) {
	text := os.Getenv(writeEnv)
	if text == "" {
		os.Exit(m.Run())
	}
	fmt.Println("before")
	err := Write(os.Args[1], func(f *File) error {
		_, err := io.WriteString(f, text)
		return err
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("after")
}

// snapshot describes everything in a folder: links by where they lead, files by what is in them, others by their kind.
func snapshot(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, what := strings.TrimPrefix(path, folder), e.Type().String()
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			var to string
			to, err = os.Readlink(path)
			what = "-> " + to
		case e.Type().IsRegular():
			var text []byte
			text, err = os.ReadFile(path)
			what = string(text)
		}
		all[name] = what
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// tree makes a folder with files, links ("-> …") and folders ("/").
func tree(t *testing.T, entries ...[2]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		path, what := filepath.Join(root, e[0]), strings.ReplaceAll(e[1], "ROOT", root)
		switch to, link := strings.CutPrefix(what, "-> "); {
		case link:
			err = os.Symlink(to, path)
		case what == "/":
			err = os.Mkdir(path, 0o777)
		default:
			err = os.WriteFile(path, []byte(what), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestOpen opens regular files alone.
func TestOpen(t *testing.T) {
	root := tree(t, [2]string{"file", "text"}, [2]string{"link", "-> file"})
	for _, name := range []string{"file", "link"} {
		if text, err := ReadFile(filepath.Join(root, name)); err != nil || string(text) != "text" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	for name, want := range map[string]error{root: errFolder, os.DevNull: errNotRegular, filepath.Join(root, "none"): fs.ErrNotExist} {
		if _, err := ReadFile(name); !errors.Is(err, want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if f, err := OpenFile(filepath.Join(root, "new"), os.O_WRONLY|os.O_CREATE, 0o666); err != nil || f.Close() != nil {
		t.Errorf("a new file: %v", err)
	}
}

// TestLinks writes through links of all kinds: the file at their end is written, complete or not at all, and nothing else in the
// folder changes. A link that leads to no file that can be written is an error.
func TestLinks(t *testing.T) {
	entries := [][2]string{
		{"a", "/"}, {"a/b", "/"}, {"other", "/"}, {"file", "old"}, {"a/file", "old"}, {"other/file", "old"},
		{"link", "-> file"}, {"absolute", "-> ROOT/a/file"}, {"second", "-> link"}, {"third", "-> ROOT/second"},
		{"folder", "-> a/b"}, {"other/up", "-> ../file"}, {"a/b/across", "-> ../../other/up"}, {"down", "-> folder/across"},
		{"dots", "-> folder/../file"}, // a/file, not file
		{"dangling", "-> a/new"}, {"dangling2", "-> dangling"}, {"loop", "-> loop2"}, {"loop2", "-> loop"}, {"self", "-> self"},
		{"nowhere", "-> none/new"}, {"tofolder", "-> a"},
	}
	for name, want := range map[string]string{
		"file": "file", "link": "file", "absolute": "a/file", "second": "file", "third": "file", "other/up": "file", "down": "file",
		"folder/across": "file", "folder/../file": "a/file", "dots": "a/file", "dangling": "a/new", "dangling2": "a/new", "new": "new",
		"folder/new": "a/b/new", "tofolder/file": "a/file", "a/../link": "file", "./link": "file",
		"loop": "", "loop2": "", "self": "", "nowhere": "", "tofolder": "", "a": "", "folder": "", "none/new": "", "file/new": "", "a/": "",
	} {
		for _, failure := range []error{nil, errors.New("broken")} {
			root := tree(t, entries...)
			expected := snapshot(t, root)
			if want != "" && failure == nil {
				expected["/"+want] = "new text"
			}
			t.Chdir(root)
			for _, given := range []string{root + "/" + name, name} {
				err := Write(given, func(f *File) error {
					_, err := f.WriteString("new text")
					return errors.Join(err, failure)
				})
				if (err == nil) != (want != "" && failure == nil) {
					t.Errorf("%s: %v", given, err)
				}
				got := snapshot(t, root)
				for path := range got {
					if got[path] != expected[path] {
						t.Errorf("%s (%v): %s is %q, want %q", given, failure, path, got[path], expected[path])
					}
				}
				if len(got) != len(expected) {
					t.Errorf("%s (%v): %d entries, want %d", given, failure, len(got), len(expected))
				}
			}
		}
	}
}

// TestPipe writes to a pipe, by its name and through a link, which both stay.
func TestPipe(t *testing.T) {
	root := tree(t, [2]string{"link", "-> pipe"}, [2]string{"second", "-> ROOT/link"})
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o666); err != nil {
		t.Skip(err)
	}
	before := snapshot(t, root)
	for _, name := range []string{"pipe", "link", "second"} {
		received := make(chan string)
		go func() {
			text, _ := os.ReadFile(filepath.Join(root, "pipe"))
			received <- string(text)
		}()
		err := Write(filepath.Join(root, name), func(f *File) error {
			_, err := f.WriteString("through " + name)
			return err
		})
		if got := <-received; err != nil || got != "through "+name {
			t.Errorf("%s: %v, received %q", name, err, got)
		}
		if after := snapshot(t, root); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%s: %v, want %v", name, after, before)
		}
		if _, err := proceed(filepath.Join(root, name)); err == nil {
			t.Errorf("%s has a journal", name)
		}
	}
}

// TestStandardOutput redirects the output of a process to a file, to which others have written before, and to a pipe. The
// process writes to it by names such as /dev/stdout, and through links, as in a container: everything is there in its order,
// and nothing else has changed.
func TestStandardOutput(t *testing.T) {
	const descriptors = "/dev/fd/1" // a link to a folder of /proc, or a folder of devices
	if _, err := os.Stat(descriptors); err != nil {
		t.Skip(err)
	}
	entries := [][2]string{
		{"dev", "/"}, {"dev/stdout", "-> /dev/fd/1"}, {"dev/stderr", "-> /dev/fd/2"}, {"dev/three", "-> /dev/fd/3"}, {"log", "earlier\n"},
		{"link", "-> dev/stdout"}, {"second", "-> ROOT/link"}, {"tolog", "-> log"},
	}
	names := []string{descriptors, "dev/stdout", "link", "second", "dev/../link", "dev/three", "dev/stderr", "log", "tolog"}
	for _, name := range []string{"/proc/self/fd/1", "/proc/thread-self/fd/1"} {
		if _, err := os.Stat(name); err == nil {
			names = append(names, name)
		}
	}
	const want = "earlier\nbefore\ntext\nafter\n"
	for _, name := range names {
		root := tree(t, entries...)
		expected := snapshot(t, root)
		expected["/log"] = want
		log := filepath.Join(root, "log")
		f, err := os.OpenFile(log, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		run := func(out *os.File) error {
			cmd := exec.Command(os.Args[0], name)
			cmd.Dir, cmd.Env = root, append(os.Environ(), writeEnv+"=text\n")
			cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = out, out, []*os.File{out}
			return cmd.Run()
		}
		if err := errors.Join(run(f), f.Close()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := snapshot(t, root); fmt.Sprint(got) != fmt.Sprint(expected) {
			t.Errorf("%s: %q, want %q", name, got, expected)
		}
		if strings.HasSuffix(name, "log") {
			continue
		}
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(run(writer), writer.Close())
		got, readErr := io.ReadAll(reader)
		if err = errors.Join(err, readErr, reader.Close()); err != nil || string(got) != strings.TrimPrefix(want, "earlier\n") {
			t.Errorf("%s, a pipe: %v, received %q", name, err, got)
		}
	}
}

// TestDescriptor writes to a descriptor that is not open, and to one of a file, which must not be replaced for those who write to it.
func TestDescriptor(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, name := range []string{"/dev/fd/987654", fmt.Sprintf("/dev/fd/%d", file.Fd())} {
		if err := WriteFile(name, []byte("text")); err == nil {
			t.Errorf("%s can be written to", name)
		}
	}
	if info, err := file.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("the file has %d bytes (%v)", info.Size(), err)
	}
}

// TestHeldPart lets two writers write the same file at the same time: the second gets an error, and the first one's text is
// complete. A part that nobody writes any more is replaced.
func TestHeldPart(t *testing.T) {
	root := tree(t, [2]string{"file.part", "left behind"}, [2]string{"link", "-> file"})
	name := filepath.Join(root, "file")
	first, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.WriteString("first"); err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{name, filepath.Join(root, "link")} {
		if _, err := Create(other); !errors.Is(err, ErrHeld) {
			t.Errorf("%s: %v, want %v", other, err, ErrHeld)
		}
	}
	if err := first.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := snapshot(t, root); got["/file"] != "first" || len(got) != 3 {
		t.Errorf("%q", got)
	}
}

// TestPartInTheWay leaves alone what has the name of a part, and what that leads to.
func TestPartInTheWay(t *testing.T) {
	for _, suffix := range []string{partSuffix, journalSuffix} {
		for _, what := range []string{"-> other", "-> none", "/"} {
			root := tree(t, [2]string{"other", "text"}, [2]string{"file", "old"}, [2]string{"file" + suffix, what})
			before := snapshot(t, root)
			begin := Create
			if suffix == journalSuffix {
				begin = proceed
			}
			if _, err := begin(filepath.Join(root, "file")); err == nil {
				t.Errorf("%s is %s, and it is no error", suffix, what)
			}
			if after := snapshot(t, root); fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("%v, want %v", after, before)
			}
		}
	}
}

// proceed opens the journal of the file with that name.
func proceed(name string) (*File, error) {
	t, err := Find(name)
	if err != nil {
		return nil, err
	}
	return t.Continue()
}

// TestContinue adds to a journal in several steps, through a link; in the end it takes the place of the file.
func TestContinue(t *testing.T) {
	root := tree(t, [2]string{"a", "/"}, [2]string{"a/file", "old"}, [2]string{"link", "-> a/file"})
	name := filepath.Join(root, "link")
	for _, step := range []struct{ before, text string }{{"", "one"}, {"one", "two"}, {"onetwo", "three"}} {
		f, err := proceed(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := proceed(name); !errors.Is(err, ErrHeld) {
			t.Errorf("two at a time: %v", err)
		}
		if text, err := io.ReadAll(f); err != nil || string(text) != step.before {
			t.Errorf("%q, %v; want %q", text, err, step.before)
		}
		end := f.Close
		if step.text == "three" {
			end = f.Commit
		}
		if _, err := f.WriteString(step.text); errors.Join(err, end(), f.Close()) != nil {
			t.Errorf("%s: %v", step.text, err)
		}
	}
	want := map[string]string{"": "d---------", "/a": "d---------", "/a/file": "onetwothree", "/link": "-> a/file"}
	if got := snapshot(t, root); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// noLocks is Lock on a file system that has no locks.
func noLocks(*os.File) error { return errors.ErrUnsupported }

// TestNoLocks lets two writers write the same file where nothing can be locked: each writes a part of its own, and what has the name
// is always all that one of them has written.
func TestNoLocks(t *testing.T) {
	root := tree(t, [2]string{"file", "old"}, [2]string{"file.part", "left behind"})
	target := Target{Name: filepath.Join(root, "file")}
	var writers []*File
	for i := range 2 {
		f, err := target.begin(partSuffix, createPart, noLocks)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprint(f, "all of ", i); err != nil || f.Unlocked() == nil {
			t.Errorf("writer %d: %v, lock: %v", i, err, f.Unlocked())
		}
		writers = append(writers, f)
	}
	for i, f := range writers {
		if err := f.Commit(); err != nil {
			t.Errorf("writer %d: %v", i, err)
		}
		if got := snapshot(t, root); got["/file"] != fmt.Sprint("all of ", i) {
			t.Errorf("after writer %d: %q", i, got)
		}
	}
	if got := snapshot(t, root); len(got) != 2 {
		t.Errorf("something is left: %q", got)
	}
}

// TestNoLocksContinue adds to a journal where nothing can be locked: others do not find it as long as it is open, and continue it
// later. One that is closed does not take the place of another.
func TestNoLocksContinue(t *testing.T) {
	root := tree(t)
	target := Target{Name: filepath.Join(root, "file")}
	begin := func() *File {
		f, err := target.begin(journalSuffix, openPart, noLocks)
		if err != nil {
			t.Fatal(err)
		}
		f.keeps = true
		return f
	}
	add := func(f *File, before, text string, end func() error) {
		t.Helper()
		got, err := io.ReadAll(f)
		if err != nil || string(got) != before {
			t.Errorf("%q, %v; want %q", got, err, before)
		}
		if _, err := f.WriteString(text); errors.Join(err, end()) != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	first, second := begin(), begin()
	add(first, "", "one", first.Close)
	add(second, "", "another", second.Close)
	if got := snapshot(t, root); got["/file.journal"] != "one" || len(got) != 3 {
		t.Errorf("%q", got)
	}
	third := begin()
	if third.Name() == target.Name+journalSuffix {
		t.Errorf("a journal that is open has the usual name")
	}
	add(third, "one", "two", third.Commit)
	if got := snapshot(t, root); got["/file"] != "onetwo" || len(got) != 3 {
		t.Errorf("%q", got)
	}
}

// TestReplacedPart lets another process replace a part, and the part cannot be renamed any more: nothing is lost or takes its place.
func TestReplacedPart(t *testing.T) {
	root := tree(t, [2]string{"file", "old"}, [2]string{"other", "text"})
	f, err := Create(filepath.Join(root, "file"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(root, "other"), f.Name()); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); !errors.Is(err, errChanged) {
		t.Errorf("%v, want %v", err, errChanged)
	}
	if got := snapshot(t, root); got["/file"] != "old" || got["/file.part"] != "text" {
		t.Errorf("%q", got)
	}
}

// TestFailingPart begins a part about which the system tells nothing, and one that others always replace: both are errors.
func TestFailingPart(t *testing.T) {
	root := tree(t, [2]string{"file.part", "text"})
	target := Target{Name: filepath.Join(root, "file")}
	closed := func(part, _ string) (*os.File, error) {
		f, err := os.Open(part)
		if err != nil {
			return nil, err
		}
		return f, f.Close()
	}
	if _, err := target.begin(partSuffix, closed, Lock); err == nil {
		t.Error("a part that cannot be examined is no error")
	}
	changing := func(part, _ string) (*os.File, error) { return nil, errChanged }
	if _, err := target.begin(partSuffix, changing, Lock); !errors.Is(err, errChanged) {
		t.Errorf("a part that changes all the time: %v", err)
	}
}

// TestCheckInputs refuses names of the file and of what stands beside it, whatever links lead there.
func TestCheckInputs(t *testing.T) {
	root := tree(t, [2]string{"file", "x"}, [2]string{"file.part", "x"}, [2]string{"file.journal", "x"}, [2]string{"else", "x"},
		[2]string{"out", "-> file"}, [2]string{"in", "-> file"}, [2]string{"inpart", "-> file.part"})
	t.Chdir(root)
	if target, err := Find("none"); err != nil || target.CheckInputs(filepath.Join(root, "none")) == nil || target.CheckInputs("none") != nil {
		t.Errorf("a file that is not there yet: %v", err)
	}
	for input, bad := range map[string]bool{
		"file": true, "in": true, "out": true, "file.part": true, "inpart": true, "file.journal": true, "else": false, "none": false, "": false,
		filepath.Join(root, "file.part"): true, filepath.Join(root, "none"): false,
	} {
		for _, out := range []string{"file", "out"} {
			target, err := Find(out)
			if err != nil {
				t.Fatal(err)
			}
			if err := target.CheckInputs("else", input); (err != nil) != bad {
				t.Errorf("%s from %q: %v", out, input, err)
			}
		}
	}
}

// TestTerminal writes control characters to a terminal by its name.
func TestTerminal(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	if !term.IsTerminal(int(terminal.Fd())) || !IsTerminal(NewStream(terminal)) {
		t.Fatal("this is no terminal")
	}
	root := tree(t, [2]string{"tty", "-> " + terminal.Name()})
	err := Write(filepath.Join(root, "tty"), func(f *File) error {
		_, err := f.WriteString("a\x1b[2Jb\n")
		return err
	})
	got := make([]byte, 100)
	n, readErr := control.Read(got)
	if got := bytes.ReplaceAll(got[:n], []byte("\r\n"), []byte("\n")); err != nil || readErr != nil || string(got) != "a\\x1b[2Jb\n" {
		t.Errorf("%v, %v, shown as %q", err, readErr, got)
	}
}
