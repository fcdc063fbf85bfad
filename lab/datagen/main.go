// Datagen makes the training data of the evaluation network: games that the engine plays against itself, in packed
// files (package gamedata). "datagen help" lists its commands, "datagen COMMAND --help" their flags.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/lab/gamedata"
)

func main() { cli.Main(tool()) }

func tool() *cobra.Command {
	tool := &cobra.Command{
		Use:  "datagen COMMAND",
		Long: "Datagen makes the training data of the evaluation network: games that the engine plays against itself.",
	}
	tool.AddCommand(playCommand())
	return tool
}

// playOptions are the options of play.
type playOptions struct {
	settings
	path     string
	games    uint64
	workers  int
	interval time.Duration // between progress lines; 0 for none
	wait     time.Duration // how long games may wait until they are written
}

func playCommand() *cobra.Command {
	o := playOptions{settings: defaultSettings(), workers: files.Processors()}
	c := &cobra.Command{
		Use: "play --out FILE [flags]", Short: "play games, or continue an earlier run", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return o.play(c.Context(), c.ErrOrStderr()) },
	}
	flags := c.Flags()
	flags.StringVar(&o.path, "out", "", "`file` to write; if it exists, only the missing games are played")
	flags.Uint64Var(&o.games, "games", 1000, "number of games in the complete file")
	flags.Var(cli.Number(&o.workers, 1, 4096), "workers", "number of games to play at a time")
	flags.DurationVar(&o.interval, "progress", 10*time.Second, "time between lines of progress; 0 for none")
	flags.DurationVar(&o.wait, "write", 10*time.Second, "time between writes to the file; a kill loses the games since the last one")
	o.register(flags)
	_ = c.MarkFlagRequired("out") // there is that flag
	return c
}

// play plays the games that the file lacks. Those that have ended are written from time to time, in a block: when the program
// is killed, they and the games in progress are lost.
func (o *playOptions) play(ctx context.Context, log io.Writer) (err error) {
	if err := o.complete(); err != nil {
		return cli.UsageError(err.Error())
	}
	engine, err := signature()
	if err != nil {
		return err
	}
	info := fmt.Sprintf("vertigo self-play\nengine %s\n%s", engine, &o.settings) // all that the games depend on
	w, played, err := openGames(o.path, info, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()

	number := uint64(0)
	next := func() (uint64, bool) {
		for played[number] {
			number++
		}
		number++
		return number - 1, number <= o.games
	}
	running := &running{start: time.Now(), total: o.games, before: uint64(len(played)), workers: o.workers}
	stop := cli.Every(o.interval, func() { fmt.Fprintln(log, running.line(time.Now())) })
	written := time.Now()
	err = playAll(ctx, o.settings, o.workers, next, func(g *gamedata.Game) error {
		if err := w.Append(g); err != nil {
			return err
		}
		running.add(g)
		if time.Since(written) < o.wait {
			return nil
		}
		written = time.Now()
		return w.Flush()
	})
	stop()
	fmt.Fprintln(log, running.line(time.Now()))
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return fmt.Errorf("%w; the same command continues from here", cli.ErrInterrupted)
	}
	return err
}

// openGames creates the file with the given text about its games or, if it exists and its text is the same, opens it to
// be continued. Played has the numbers of its games.
func openGames(path, info string, log io.Writer) (w *gamedata.Writer, played map[uint64]bool, err error) {
	w, err = gamedata.NewWriter(path, info)
	if !errors.Is(err, fs.ErrExist) {
		return w, nil, err
	}
	w, cut, err := gamedata.Resume(path)
	if err != nil {
		return nil, nil, err
	}
	if cut > 0 {
		fmt.Fprintf(log, "%s: %d bytes of games that were being written have been cut off\n", path, cut)
	}
	if played, err = readNumbers(path, info, log); err != nil {
		return nil, nil, errors.Join(err, w.Close())
	}
	fmt.Fprintf(log, "%s: continuing after %s\n", path, cli.Count(len(played), "game"))
	return w, played, nil
}

// readNumbers returns the numbers of the games in the file, which must have been begun with the same text.
func readNumbers(path, info string, log io.Writer) (played map[uint64]bool, err error) {
	r, err := gamedata.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if r.Info() != info {
		return nil, fmt.Errorf("%s was made with another engine or other settings, which must not be mixed: %s", path,
			differences(r.Info(), info))
	}
	played = map[uint64]bool{}
	for g, err := range r.All() {
		if err != nil {
			fmt.Fprintf(log, "%v; its games will be played again\n", err)
			continue
		}
		played[g.ID] = true
	}
	return played, nil
}

// differences returns the lines of the two texts that are not the same.
func differences(have, want string) string {
	var list []string
	a, b := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			list = append(list, fmt.Sprintf("%q there, %q now", a[i], b[i]))
		}
	}
	return strings.Join(list, "; ")
}
