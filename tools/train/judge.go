package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
	"vertigo/internal/training/judge"
)

// judgeNetworks prints how far the evaluations of networks are from a ruler's.
func judgeNetworks(_ context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) error {
	set := flags.String("set", "", "`file` of positions")
	if err := parse(flags, args, 1, -1, "set"); err != nil {
		return err
	}
	positions, err := readSet(*set)
	if err != nil {
		return err
	}
	for _, path := range flags.Args() {
		net, err := eval.Load(path)
		if err != nil {
			return err
		}
		bare, whole := evaluations(net, positions)
		fmt.Fprintf(out, "%s: %v\n%-18s %9s %16s %19s\n", path, net, "", "positions", "network", "evaluation")
		for _, g := range judge.Groups(positions) {
			a, b := g.Of(positions, bare), g.Of(positions, whole)
			fmt.Fprintf(out, "%-18s %9d  %.4f (K %4.0f)     %.4f (K %4.0f)\n", g.Name, a.Positions, a.RMSE, a.Scale, b.RMSE, b.Scale)
		}
	}
	return nil
}

func readSet(path string) (positions []judge.Position, err error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if positions, err = judge.Read(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return positions, nil
}

// evaluations returns the scores of the positions in centipawns for the side to move: those of the network alone, and those
// of the whole evaluation.
func evaluations(net *eval.Network, positions []judge.Position) (bare, whole []int) {
	network := nnue.New(net, 0)
	for i := range positions {
		p := &positions[i].Position
		whole = append(whole, eval.Static(network, p))
		bare = append(bare, network.Evaluate(0, p))
	}
	return bare, whole
}
