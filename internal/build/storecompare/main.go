// Command storecompare compares embedded databases as the store of answers that docs/store.md describes. It fills each with
// made-up answers of the usual size, looks them up again in another process and in several at once, and prints what that
// takes. It is a module of its own, so that the engine does not depend on what was not chosen.
//
//	go run . -answers 1000000 -folder /a/folder/with/some/GB
package main

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// database is one of those to be compared.
type database interface {
	// put adds answers number from to to-1, each of which is kept when its turn is over.
	put(from, to int) error
	// lookUp looks answers up and returns an error if one is missing.
	lookUp(numbers []int) error
	close() error
}

// open opens each database for writing, or only for looking up.
var open = map[string]func(name string, write bool) (database, error){
	"sqlite": openSQLite, "bbolt": openBbolt, "pebble": openPebble,
}

func main() {
	answers := flag.Int("answers", 1_000_000, "answers to store")
	folder := flag.String("folder", os.TempDir(), "where to put the databases; what they leave is removed")
	only := flag.String("only", "sqlite,bbolt,pebble", "the databases to compare")
	role := flag.String("role", "", "for the processes that it starts")
	flag.Parse()
	var err error
	switch *role {
	case "":
		for name := range strings.SplitSeq(*only, ",") {
			if err = compare(name, filepath.Join(*folder, "store."+name), *answers); err != nil {
				fmt.Printf("%-7s %v\n", name, err)
			}
		}
		return
	case "fill":
		err = fill(*only, *folder, 0, *answers)
	case "add":
		err = add(*only, *folder, *answers)
	case "look":
		err = look(*only, *folder, *answers)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// compare tries one database. Each step is a process of its own.
func compare(name, file string, answers int) error {
	defer os.RemoveAll(file)
	process := func(role string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], "-role", role, "-only", name, "-folder", file, "-answers", fmt.Sprint(answers))
		cmd.Stderr = os.Stderr
		return cmd
	}
	timed := func(role string) (time.Duration, error) {
		begin := time.Now()
		_, err := process(role).Output()
		return time.Since(begin), err
	}
	filled, err := timed("fill")
	if err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	size, err := diskUsage(file)
	if err != nil {
		return err
	}
	out, err := process("look").Output()
	if err != nil {
		return fmt.Errorf("look: %w", err)
	}
	fmt.Printf("%-7s %d answers: %.1f MB, %.0f answers/s stored one by one; %s", name, answers,
		float64(size)/1e6, float64(answers)/filled.Seconds(), out)
	fmt.Printf("%-7s a second process while one adds answers: %v\n", name, yes(together(process("add"), process("look"))))
	return nil
}

// together runs the second process while the first has the database open.
func together(first, second *exec.Cmd) error {
	end, err := first.StdinPipe()
	if err != nil {
		return err
	}
	said, err := first.StdoutPipe()
	if err != nil {
		return err
	}
	if err := first.Start(); err != nil {
		return err
	}
	if _, err := said.Read(make([]byte, 1)); err != nil {
		return err
	}
	err = second.Run()
	return errors.Join(err, end.Close(), first.Wait())
}

func yes(err error) string {
	if err != nil {
		return "no: " + err.Error()
	}
	return "yes"
}

func fill(name, file string, from, to int) error {
	db, err := open[name](file, true)
	if err != nil {
		return err
	}
	for ; err == nil && from < to; from += 80 { // as many as a game has
		err = db.put(from, min(from+80, to))
	}
	if err != nil {
		return err
	}
	return db.close()
}

// add adds answers, says so, and keeps the database open until standard input ends.
func add(name, file string, from int) error {
	db, err := open[name](file, true)
	if err != nil {
		return err
	}
	if err := db.put(from, from+1000); err != nil {
		return err
	}
	fmt.Println("added")
	_, _ = io.Copy(io.Discard, os.Stdin) // however it ends
	return db.close()
}

// processorTime returns the seconds that this process has kept a processor busy.
func processorTime() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // it has no reason to
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}

// look looks up a game's worth of answers at a time, at random places.
func look(name, file string, answers int) error {
	db, err := open[name](file, false)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 2))
	const batch, batches = 80, 5000
	begin, busy := time.Now(), processorTime()
	for range batches {
		numbers := make([]int, batch)
		for i := range numbers {
			numbers[i] = r.IntN(answers)
		}
		if err := db.lookUp(numbers); err != nil {
			return err
		}
	}
	fmt.Printf("%.0f answers/s looked up, %.0f for each second of processor time\n",
		batch*batches/time.Since(begin).Seconds(), batch*batches/(processorTime()-busy))
	return db.close()
}

func diskUsage(name string) (size int64, err error) {
	err = filepath.WalkDir(name, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}

// answer is what a search of some 100,000 nodes leaves: lengths as in docs/store.md.
type answer struct {
	key                         [16]byte
	fen, pv                     string
	score, depth, selDepth, sum int
	nodes, time                 int64
	course                      []byte // nodes and times at which the best move changed
}

// makeAnswer returns answer number n, always the same.
func makeAnswer(n int) *answer {
	r := rand.New(rand.NewPCG(uint64(n), 3))
	a := &answer{
		key: keyOf(n), score: r.IntN(1000) - 500, depth: 8 + r.IntN(12), selDepth: 12 + r.IntN(20), sum: int(r.Uint32()),
		nodes: 100_000 + r.Int64N(1000), time: 100_000_000 + r.Int64N(10_000_000), course: make([]byte, 24+r.IntN(16)),
	}
	for i := range a.course {
		a.course[i] = byte(r.Uint32())
	}
	var text strings.Builder
	for range 40 {
		text.WriteByte("rnbqkpRNBQKP12345678////"[r.IntN(24)])
	}
	a.fen = text.String() + " w KQkq - 3 24"
	text.Reset()
	for i := range 14 {
		if i > 0 {
			text.WriteByte(' ')
		}
		for range 2 {
			text.WriteByte("abcdefgh"[r.IntN(8)])
			text.WriteByte("12345678"[r.IntN(8)])
		}
	}
	a.pv = text.String()
	return a
}

// keyOf returns the key of answer number n, which looks random, as a hash does.
func keyOf(n int) (key [16]byte) {
	r := rand.New(rand.NewPCG(uint64(n), 4))
	binary.LittleEndian.PutUint64(key[:8], r.Uint64())
	binary.LittleEndian.PutUint64(key[8:], r.Uint64())
	return key
}

// encode returns the answer as a value for databases that know no columns.
func (a *answer) encode() []byte {
	b := binary.AppendVarint(nil, int64(a.score))
	for _, n := range []int64{int64(a.depth), int64(a.selDepth), a.nodes, a.time, int64(a.sum)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, text := range []string{a.fen, a.pv, string(a.course)} {
		b = append(append(b, byte(len(text))), text...)
	}
	return b
}
