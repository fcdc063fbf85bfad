// Train fits evaluation networks to self-play games. "train help" lists its commands.
package main

import (
	"strconv"

	"vertigo/internal/system/cli"
)

func main() { tool.Main() }

const about = `Train fits evaluation networks to self-play games.

A run keeps its files in a folder: checkpoint, network.nnue (quantised, for EvalFile) and card.txt (data, settings,
losses). They are updated after every superbatch, the checkpoint also every few minutes and at an interruption. A run
that was interrupted or killed and then continued gives the same network as one without a break.`

var tool = cli.Tool{Name: "train", About: about, Commands: []cli.ToolCommand{
	{Name: "convert", Usage: "-out SAMPLES [flags] GAMES...", Run: convert,
		About: "Makes a file of samples: the usable positions of all games in random order. It needs little memory, but\n" +
			"disk space for twice the samples while it runs."},
	{Name: "run", Usage: "-data SAMPLES -out FOLDER [flags]", Run: trainNetwork,
		About: "Trains a network on a file of samples from \"train convert\". The same command continues an interrupted run."},
	{Name: "ruler", Usage: "-set FILE -engine ENGINE [flags] GAMES.pgn...", Run: makeSet,
		About: "Makes a set of positions for train judge: draws positions from games, and lets a far stronger engine score each of\n" +
			"them as the first of a new game. The expected score is wins and half the draws by its option UCI_ShowWDL.\n" +
			"The source of a position is the name of its file of games. The set measures networks;\n" +
			"never train on it."},
	{Name: "judge", Usage: "-set FILE NETWORK...", Run: judge,
		About: "Compares the evaluations of networks with the expected scores that a far stronger engine gives. The set is a\n" +
			"CSV file with the columns fen and expected (0 to 1, for the side to move), and source and quiet (0 or 1) if\n" +
			"they are known. \"network\" is the error of the network alone, \"evaluation\" that of the whole evaluation."},
	{Name: "info", Usage: "FILE...", Run: info, About: "Describes networks and files of samples, which it checks."},
}}

// count is the value of a flag that takes a number of things, for which k, M and G may stand for zeros.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Set(text string) error {
	n, err := cli.Number(text, 0, 1e15)
	*c = count(n)
	return err
}
