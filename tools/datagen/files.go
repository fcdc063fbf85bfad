package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"vertigo/internal/training/gamedata"
)

// eachFile opens the files one after the other.
func eachFile(ctx context.Context, paths []string, visit func(*gamedata.Reader) error) error {
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := gamedata.Open(path)
		if err != nil {
			return err
		}
		if err := errors.Join(visit(r), r.Close()); err != nil {
			return err
		}
	}
	return nil
}

// verify reads every game of the files. Whatever cannot be read is told, and makes an error in the end.
func verify(ctx context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) error {
	if err := parse(flags, args, true); err != nil {
		return err
	}
	damaged := 0
	one := func(r *gamedata.Reader) error {
		games, faults := 0, 0
		for _, err := range r.All() {
			if err != nil {
				fmt.Fprintln(out, err)
				faults++
				continue
			}
			if games++; games%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		fmt.Fprintf(out, "%s: %d blocks, %d of them damaged; %d games\n", r.Path(), r.Blocks(), faults, games)
		damaged += faults
		return nil
	}
	var failed error
	for _, path := range flags.Args() {
		failed = errors.Join(failed, eachFile(ctx, []string{path}, one)) // says nothing about the next one
		if ctx.Err() != nil {
			return failed
		}
	}
	if damaged > 0 {
		failed = errors.Join(failed, fmt.Errorf("%d damaged blocks", damaged))
	}
	return failed
}

func merge(ctx context.Context, flags *flag.FlagSet, args []string, out, log io.Writer) error {
	path := flags.String("out", "", "`file` to write, which must not exist")
	if err := parse(flags, args, true); err != nil {
		return err
	}
	if *path == "" {
		return complain(flags, "-out is missing")
	}
	return tellCombined(*path, out, log, func() (gamedata.Combined, error) {
		return gamedata.Merge(ctx, *path, flags.Args())
	})
}

func shuffle(ctx context.Context, flags *flag.FlagSet, args []string, out, log io.Writer) error {
	path := flags.String("out", "", "`file` to write, which must not exist")
	seed := flags.Uint64("seed", 1, "the same seed and files give the same order")
	if err := parse(flags, args, true); err != nil {
		return err
	}
	if *path == "" {
		return complain(flags, "-out is missing")
	}
	return tellCombined(*path, out, log, func() (gamedata.Combined, error) {
		return gamedata.Shuffle(ctx, *path, flags.Args(), *seed)
	})
}

// tellCombined writes files together and tells what came of it. Damage is a warning: what could be read is there.
func tellCombined(path string, out, log io.Writer, combine func() (gamedata.Combined, error)) error {
	c, err := combine()
	if err != nil {
		return err
	}
	for _, fault := range c.Damaged {
		fmt.Fprintf(log, "skipped: %v\n", fault)
	}
	fmt.Fprintf(out, "%s: %d games; %d games that came twice and %d damaged blocks were left out\n",
		path, c.Games, c.Duplicates, len(c.Damaged))
	return nil
}
