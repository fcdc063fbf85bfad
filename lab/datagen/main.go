// Datagen makes the training data of the evaluation network: games that the engine plays against itself, in packed
// files (package gamedata). "datagen help" lists its commands, "datagen COMMAND --help" their flags.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	played := map[uint64]bool{}
	w, cut, err := gamedata.OpenWriter(o.path, info, func(g *gamedata.Game, damage error) {
		if damage != nil {
			fmt.Fprintf(log, "%v; its games will be played again\n", damage)
			return
		}
		played[g.ID] = true
	})
	if err != nil {
		return err
	}
	if cut > 0 {
		fmt.Fprintf(log, "%s: %d bytes of games that were being written have been cut off\n", o.path, cut)
	}
	if len(played) > 0 {
		fmt.Fprintf(log, "%s: continuing after %s\n", o.path, cli.Count(len(played), "game"))
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
