//go:build unix

package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/term"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

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
	must.Do(t, err)
	return all
}

// tree makes a folder of entries such as "file text", "link -> file" and "folder /". ROOT in a link is the folder.
func tree(t *testing.T, entries ...string) (root string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	must.Do(t, err)
	for _, e := range entries {
		name, what, _ := strings.Cut(e, " ")
		path := filepath.Join(root, name)
		switch to, link := strings.CutPrefix(what, "-> "); {
		case link:
			err = os.Symlink(strings.ReplaceAll(to, "ROOT", root), path)
		case what == "/":
			err = os.Mkdir(path, 0o777)
		default:
			err = os.WriteFile(path, []byte(what), 0o666)
		}
		must.Do(t, err)
	}
	return root
}

// checkTree checks that a folder has these entries, and no others. They are written as for tree.
func checkTree(t *testing.T, what, root string, entries ...string) {
	t.Helper()
	if got, want := snapshot(t, root), snapshot(t, tree(t, entries...)); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: the folder has %q, want %q", what, got, want)
	}
}

// TestOpen opens regular files alone, and waits for nobody at the other end of a pipe.
func TestOpen(t *testing.T) {
	root := tree(t, "file text", "link -> file", "topipe -> pipe")
	must.Do(t, syscall.Mkfifo(filepath.Join(root, "pipe"), 0o666))
	for _, name := range []string{"file", "link"} {
		if text, err := ReadFile(filepath.Join(root, name)); err != nil || string(text) != "text" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	for name, want := range map[string]error{
		root: errFolder, os.DevNull: errNotRegular, filepath.Join(root, "pipe"): errNotRegular, filepath.Join(root, "topipe"): errNotRegular,
		filepath.Join(root, "none"): fs.ErrNotExist,
	} {
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
	entries := []string{
		"a /", "a/b /", "other /", "file old", "a/file old", "other/file old", "link -> file", "absolute -> ROOT/a/file", "second -> link",
		"third -> ROOT/second", "folder -> a/b", "other/up -> ../file", "a/b/across -> ../../other/up", "down -> folder/across",
		"dots -> folder/../file", // a/file, not file
		"dangling -> a/new", "dangling2 -> dangling", "loop -> loop2", "loop2 -> loop", "self -> self", "nowhere -> none/new", "tofolder -> a",
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
				if got := snapshot(t, root); fmt.Sprint(got) != fmt.Sprint(expected) || (err == nil) != (want != "" && failure == nil) {
					t.Errorf("%s (%v): %v, the folder has %q, want %q", given, failure, err, got, expected)
				}
			}
		}
	}
}

// TestPipe writes to a pipe, by its name and through a link, which both stay.
func TestPipe(t *testing.T) {
	root := tree(t, "link -> pipe", "second -> ROOT/link")
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
		err := WriteFile(filepath.Join(root, name), []byte("through "+name))
		if got := <-received; err != nil || got != "through "+name {
			t.Errorf("%s: %v, received %q", name, err, got)
		}
		if after := snapshot(t, root); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%s: %v, want %v", name, after, before)
		}
		_, err = proceed(filepath.Join(root, name))
		must.Fail(t, err, "", name)
	}
}

// TestDescriptor writes to a descriptor that is not open, and to one of a file, which must not be replaced for those who write to it.
func TestDescriptor(t *testing.T) {
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "file")))(t)
	defer file.Close()
	number := fmt.Sprint(file.Fd())
	for _, name := range []string{"/dev/fd/987654", "/dev/fd/" + number, filepath.Join(tree(t, "folder -> /dev/fd"), "folder", number)} {
		must.Fail(t, WriteFile(name, []byte("text")), "", name)
	}
	if info, err := file.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("the file has %d bytes (%v)", info.Size(), err)
	}
}

// TestPart begins a file while its name or that of its part is taken, before or meanwhile: the file is replaced by all of the new one or,
// if that fails, nothing is. The part stays only if it is complete and cannot get the name of the file.
func TestPart(t *testing.T) {
	held := func(root, _ string) error {
		for _, other := range []string{"file", "link"} {
			if _, err := Create(filepath.Join(root, other)); !errors.Is(err, ErrHeld) {
				return fmt.Errorf("%s: %w, want %w", other, err, ErrHeld)
			}
		}
		return nil
	}
	replaced := func(root, part string) error { return os.Rename(filepath.Join(root, "other"), part) }
	folder := func(root, _ string) error {
		return errors.Join(os.Remove(filepath.Join(root, "file")), os.Mkdir(filepath.Join(root, "file"), 0o777))
	}
	for _, test := range []struct {
		before    []string
		meanwhile func(root, part string) error
		fails     bool
		after     []string
	}{
		{[]string{"file old", "file.part left behind", "link -> file"}, held, false, []string{"file new", "link -> file"}},
		{[]string{"file old", "other text"}, replaced, true, []string{"file old", "file.part text"}},
		{[]string{"file old"}, folder, true, []string{"file /", "file.part new"}},
	} {
		root := tree(t, test.before...)
		f := must.Get(Create(filepath.Join(root, "file")))(t)
		if _, err := f.WriteString("new"); err != nil || snapshot(t, root)["/file"] != "old" {
			t.Errorf("%v: %v, or the file has changed", test.before, err)
		}
		must.Do(t, test.meanwhile(root, f.Name()), test.before)
		if err := f.Commit(); (err != nil) != test.fails {
			t.Errorf("%v: %v", test.before, err)
		} else if kept := slices.Contains(test.after, "file.part new"); kept && !strings.Contains(err.Error(), "complete, but kept as "+f.Name()) {
			t.Errorf("%v: %v does not name the part", test.before, err)
		}
		checkTree(t, fmt.Sprint(test.before), root, test.after...)
	}
}

// TestPartInTheWay leaves alone what has the name of a part, and what that leads to.
func TestPartInTheWay(t *testing.T) {
	for suffix, begin := range map[string]func(string) (*File, error){partSuffix: Create, journalSuffix: proceed} {
		for _, what := range []string{"-> other", "-> none", "/"} {
			entries := []string{"other text", "file old", "file" + suffix + " " + what}
			root := tree(t, entries...)
			_, err := begin(filepath.Join(root, "file"))
			must.Fail(t, err, "", suffix, what)
			checkTree(t, suffix, root, entries...)
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

// TestContinue adds to a journal in several steps, through a link.
func TestContinue(t *testing.T) {
	root := tree(t, "a /", "a/file old", "link -> a/file")
	name := filepath.Join(root, "link")
	for _, before := range []string{"", "x", "xx"} {
		f := must.Get(proceed(name))(t)
		if _, err := proceed(name); !errors.Is(err, ErrHeld) {
			t.Errorf("two at a time: %v", err)
		}
		if got, err := io.ReadAll(f); err != nil || string(got) != before {
			t.Errorf("%q, %v; want %q", got, err, before)
		}
		if _, err := f.WriteString("x"); errors.Join(err, f.Close(), f.Close()) != nil {
			t.Error(err)
		}
	}
	checkTree(t, "in the end", root, "a /", "a/file old", "a/file.journal xxx", "link -> a/file")
}

// TestCheckInputs refuses names of the file and of what stands beside it, whatever links lead there.
func TestCheckInputs(t *testing.T) {
	root := tree(t, "file x", "file.part x", "file.journal x", "else x", "out -> file", "in -> file", "inpart -> file.part")
	t.Chdir(root)
	for _, test := range []struct {
		out, input string
		bad        bool
	}{
		{"file", "file", true}, {"file", "in", true}, {"out", "out", true}, {"out", "file.part", true}, {"file", "inpart", true},
		{"out", "file.journal", true}, {"file", filepath.Join(root, "file.part"), true}, {"none", filepath.Join(root, "none"), true},
		{"file", "else", false}, {"out", "none", false}, {"file", "", false}, {"out", filepath.Join(root, "none"), false}, {"none", "none", false},
	} {
		target := must.Get(Find(test.out))(t)
		if err := target.CheckInputs("else", test.input); (err != nil) != test.bad {
			t.Errorf("%s from %q: %v", test.out, test.input, err)
		}
	}
}

// TestTerminal writes control characters to a terminal by its name.
func TestTerminal(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	if !term.IsTerminal(int(terminal.Fd())) || !IsTerminal(NewStream(terminal)) {
		t.Fatal("this is no terminal")
	}
	err := WriteFile(filepath.Join(tree(t, "tty -> "+terminal.Name()), "tty"), []byte("a\x1b[2Jb\n"))
	got := make([]byte, 100)
	n, readErr := io.ReadAtLeast(control, got, len("a\\x1b[2Jb\r\n"))
	if string(got[:n]) != "a\\x1b[2Jb\r\n" || errors.Join(err, readErr) != nil {
		t.Errorf("%v, %v, shown as %q", err, readErr, got[:n])
	}
}

// actualMode returns the mode of a file, which must be there.
func actualMode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	info := must.Get(os.Stat(name))(t)
	return info.Mode().Perm()
}

// TestMode checks that a new file has the mode that the umask leaves, and that one that is replaced keeps its own.
func TestMode(t *testing.T) {
	for _, test := range []struct {
		umask  int
		before fs.FileMode // 0 for no file
		want   fs.FileMode
	}{
		{0o022, 0, 0o644}, {0o002, 0, 0o664}, {0o077, 0, 0o600},
		{0o022, 0o600, 0o600}, {0o022, 0o664, 0o664}, {0o077, 0o644, 0o644}, {0o022, 0o444, 0o444},
	} {
		name := filepath.Join(t.TempDir(), "out")
		if test.before != 0 {
			must.Do(t, os.WriteFile(name, nil, 0o600))
			must.Do(t, os.Chmod(name, test.before))
		}
		old := syscall.Umask(test.umask)
		f, err := Create(name)
		syscall.Umask(old)
		must.Do(t, err)
		if during := actualMode(t, name+".part"); during&^test.want != 0 {
			t.Errorf("umask %03o over %03o: %03o while it is written, which is more than %03o", test.umask, test.before, during, test.want)
		}
		must.Do(t, f.Commit())
		must.Equal(t, actualMode(t, name), test.want, test.umask, test.before)
	}
}

// TestForeign adds to no file of another user, who could change it while it grows, nor to one that has another name.
func TestForeign(t *testing.T) {
	target := Target{Name: filepath.Join(t.TempDir(), "file")}
	for name, begin := range map[string]func() (*File, error){target.Name: target.Append, target.Name + journalSuffix: target.Continue} {
		other := name + ".own"
		for what, make := range map[string]func() error{
			"of another user": func() error { return errors.Join(os.WriteFile(name, nil, 0o666), os.Chown(name, 12345, 12345)) },
			"of two names":    func() error { return errors.Join(os.WriteFile(other, nil, 0o666), os.Link(other, name)) },
		} {
			if err := make(); err != nil {
				t.Logf("%s: %v", what, err) // only root can give files away
			} else if _, err := begin(); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s %s: it is continued: %v", name, what, err)
			}
			must.Do(t, os.Remove(name))
		}
	}
}
