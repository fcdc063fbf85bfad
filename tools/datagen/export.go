package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"vertigo/board"
	"vertigo/internal/system/commandline"
	"vertigo/internal/system/files"
	"vertigo/internal/training/gamedata"
)

// export writes one line for each position that the filter keeps:
//
//	FEN | cp | wdl
//
// The FEN has all six fields, in X-FEN where castling needs it; cp is the score of the search in centipawns and wdl the
// result of the game, 1.0, 0.5 or 0.0, both as White sees them.
//
// A file appears under its name when it is complete.
func export(ctx context.Context, flags *flag.FlagSet, args []string, out, log io.Writer) error {
	path := flags.String("out", "", "`file` to write, which must not exist; standard output if not given")
	f := gamedata.FilterFlags(flags)
	if err := parse(flags, args, true); err != nil {
		return err
	}
	if *path == "" {
		_, err := exportAll(ctx, out, flags.Args(), f, log)
		return err
	}
	if err := files.CheckNew(*path); err != nil {
		return err
	}
	lines := 0
	err := files.Write(*path, func(file *files.File) (err error) {
		lines, err = exportAll(ctx, file, flags.Args(), f, log)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(log, "%s: %s\n", *path, commandline.Count(int(lines), "position"))
	return nil
}

// exportAll writes the lines of the games in the files and returns how many they are.
func exportAll(ctx context.Context, out io.Writer, paths []string, f *gamedata.Filter, log io.Writer) (lines int, err error) {
	w := bufio.NewWriterSize(out, 1<<16)
	err = eachFile(ctx, paths, func(r *gamedata.Reader) error {
		for g, err := range r.All() {
			if err != nil {
				fmt.Fprintf(log, "skipped: %v\n", err)
				continue
			}
			n, err := exportGame(w, g, f)
			if lines += n; err != nil {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	return lines, errors.Join(err, w.Flush())
}

// exportGame writes the lines of one game and returns how many they are.
func exportGame(w *bufio.Writer, g *gamedata.Game, f *gamedata.Filter) (lines int, err error) {
	result := [...]string{gamedata.BlackWins: "0.0", gamedata.Draw: "0.5", gamedata.WhiteWins: "1.0"}[g.Result]
	g.Positions(func(p *board.Position, ply int, pl gamedata.Ply) bool {
		if f.Judge(p, ply, pl) != gamedata.Kept {
			return true
		}
		score := int(pl.Score)
		if p.Turn() == board.Black {
			score = -score
		}
		_, err = w.WriteString(p.FEN() + " | " + strconv.Itoa(score) + " | " + result + "\n")
		lines++
		return err == nil
	})
	return lines, err
}
