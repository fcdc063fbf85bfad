package game

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/pgn"
)

// Job is the work for one line or game of the input, with everything known about it.
type Job struct {
	Origin
	Source string    // name of the file, or of another kind of input
	Where  string    // the place in it, for messages
	End    int64     // bytes of all inputs up to the end of this job
	Plies  []*Ply    // from the first position of the game to the last, or the single position
	PGN    *pgn.Game // the game that the plies belong to, nil if there is none; also one that cannot be played
	Err    error     // why it cannot be read; there are no plies then

	passed  bool                      // PassOver was called
	Figures [board.ColorCount]Figures // of the moves that the filters leave; Judge sets them

	// What the methods of these names have returned, nil before.
	opening *Opening
	tags    map[string]string
}

// Ply is a position with the move that the game has there. Its value is the only one: all other numbers are differences of two.
type Ply struct {
	Position *Position
	pgn.Ply  // the zero value at the end
	Answer   Answer

	// What follows from the answers. Judge sets it.
	Value    Value    // of the position, the zero value where nothing was searched
	Loss     Loss     // by the move, the zero value if the filters leave it out
	Accuracy Accuracy // likewise
}

// Moves returns the plies with a move or a pass: all but the last.
func (j *Job) Moves() []*Ply { return j.Plies[:max(len(j.Plies)-1, 0)] }

// Root returns the position.
func (p *Ply) Root() *board.Position { return &p.Position.Game.Position }

// Top returns the best line; where the game is over, one without moves.
func (p *Ply) Top() *Line { return p.Answer.Top(p.Root()) }

// Chosen reports whether there is a move that the filters leave; a pass is none.
func (p *Ply) Chosen() bool { return p.Answer.Scope == Whole && p.Move != board.NoMove }

// Shown returns what the position is worth to White, as outputs show it.
func (p *Ply) Shown() winrate.Score { return p.Value.Shown(p.Root()) }

// Odds returns the chances of White.
func (p *Ply) Odds() winrate.Odds { return p.Value.Odds(p.Root()) }

// Expected returns the expected score of the side to move, 0 to 1.
func (p *Ply) Expected() float64 {
	if p.Root().Turn() == board.Black {
		return 1 - p.Odds().Expected()
	}
	return p.Odds().Expected()
}

// Origin is a job as the input has it.
type Origin struct {
	Number int     `json:"job"`             // from 0, over all inputs
	Input  int     `json:"input"`           // which of the inputs, from 0
	At     int     `json:"at,omitempty"`    // the line or the game of the input, from 1; 0 if it is a position
	Line   int     `json:"line,omitempty"`  // where the game begins, from 1
	Kind   string  `json:"kind"`            // epd, json or pgn
	Text   RawText `json:"text,omitempty"`  // the line or the game
	Error  RawText `json:"error,omitempty"` // why a line or game could not be read here
}

// NewJob makes the job of that origin. It is not parsed yet.
func NewJob(o Origin, source string, end int64) *Job {
	j := &Job{Origin: o, Source: source, Where: source, End: end}
	switch {
	case o.Kind == "pgn":
		j.Where = source + ": " + o.game()
	case o.At > 0:
		j.Where = fmt.Sprintf("%s:%d", source, o.At)
	}
	return j
}

// game returns the name of a game in messages.
func (o Origin) game() string {
	return fmt.Sprintf("game %d", o.At)
}

// Variant returns the name of the variant if the job is a game that is not one of chess.
func (j *Job) Variant() (name string, ok bool) {
	var other pgn.VariantError
	ok = errors.As(j.Err, &other)
	return other.Variant, ok
}

// Faults returns the faults of the job, each with its place in the input: a line for standard error. In a game of another
// variant, that is the only one.
func (j *Job) Faults() (list []string) {
	if _, other := j.Variant(); j.PGN != nil && !other {
		for _, f := range j.PGN.Faults {
			list = append(list, fmt.Sprintf("%s: %s", j.place(f.Line), f.Text))
		}
	}
	for _, p := range j.Plies {
		for _, part := range p.Position.Dropped {
			list = append(list, fmt.Sprintf("%s: left out %s", j.place(1), part))
		}
	}
	if j.Err != nil {
		line := 1
		if fault := (pgn.Fault{}); errors.As(j.Err, &fault) {
			line = fault.Line
		}
		list = append(list, fmt.Sprintf("%s: %v", j.place(line), j.Err))
	}
	return list
}

// Opening returns the opening of the game, or of the single position. Where the tags ECO and Opening of the source say
// something, that counts; the list of openings says the rest.
func (j *Job) Opening() Opening {
	if j.opening != nil {
		return *j.opening
	}
	o := j.findOpening()
	tags := j.Tags()
	j.opening = &Opening{ECO: cmp.Or(known(tags["ECO"]), o.ECO), Name: cmp.Or(known(tags["Opening"]), o.Name)}
	return *j.opening
}

// OpeningTags returns the tags ECO and Opening that are known and that the source lacks, or has without a value.
func (j *Job) OpeningTags() (tags []pgn.Word) {
	source, o := j.Tags(), j.Opening()
	for _, tag := range [...]struct{ name, value string }{{"ECO", o.ECO}, {"Opening", o.Name}} {
		if known(source[tag.name]) == "" && tag.value != "" {
			tags = append(tags, pgn.TagWord(tag.name, tag.value))
		}
	}
	return tags
}

// known returns the value of a tag as UTF-8, "" if it says only that the value is unknown.
func known(value string) string {
	if value = strings.TrimSpace(PlainText(value)); value == "?" || value == "-" {
		return ""
	}
	return value
}

// place returns the name of a line of the job's text in messages.
func (j *Job) place(line int) string {
	switch {
	case j.Kind != "pgn":
		return j.Where
	case j.Line == 0:
		return fmt.Sprintf("%s, line %d of it", j.Where, line)
	}
	return fmt.Sprintf("%s:%d: %s", j.Source, j.Line+line-1, j.game())
}

// Place returns the name of a position in messages: its place in the input and its id, which may be empty.
func Place(where, id string) string {
	file, game, _ := strings.Cut(where, ": ")
	switch {
	case id == "":
		return where
	case game != "" && strings.HasPrefix(id, game+","): // the name begins with the number of the game
		return file + ": " + id
	}
	return where + " (" + id + ")"
}

// Parse parses the job into its plies, none of which has been searched. Positions that do not name the root moves to search get
// those of searchMoves, if there are any.
func (j *Job) Parse(searchMoves ...string) {
	switch {
	case j.Error != "":
		j.Err = errors.New(string(j.Error))
	case j.Kind == "pgn":
		j.Err = j.parseGame()
	case j.Kind == "json":
		j.Err = j.add(parseJSON(string(j.Text)))
	default:
		j.Err = j.add(parseLine(string(j.Text)))
	}
	if len(searchMoves) > 0 && j.Err == nil {
		j.Err = j.searchOnly(searchMoves)
	}
	if j.Err != nil {
		j.Plies = nil
	}
}

// Fail makes the job one that cannot be read, for that reason.
func (j *Job) Fail(reason string) {
	o := j.Origin
	o.Text, o.Error = "", RawText(reason)
	*j = *NewJob(o, j.Source, j.End)
	j.Parse()
}

// add adds a position unless there is an error, which it returns.
func (j *Job) add(p *Position, err error) error {
	if err == nil {
		j.Plies = append(j.Plies, &Ply{Position: p, Answer: Answer{Scope: LeftOut}})
	}
	return err
}

// ReadGame reads the game of a job, but does not play its moves, so that its tags are known. Other jobs stay as they are.
func (j *Job) ReadGame() (err error) {
	if j.Kind == "pgn" && j.Error == "" && j.PGN == nil {
		j.PGN, err = pgn.Parse(string(j.Text))
	}
	return err
}

// PassOver leaves out a game that ReadGame has read, in place of Parse.
func (j *Job) PassOver() { j.passed = true }

// PassedOver reports whether PassOver was called.
func (j *Job) PassedOver() bool { return j.passed }

// parseGame finds every position of the game.
func (j *Job) parseGame() (err error) {
	if err = j.ReadGame(); err != nil {
		return err
	}
	start, moves, err := j.PGN.Replay()
	if err != nil {
		return err
	}
	played := board.NewGame(start)
	// All plies at once, as games are long.
	plies, positions, games := make([]Ply, len(moves)+1), make([]Position, len(moves)+1), make([]board.Game, len(moves)+1)
	j.Plies = make([]*Ply, len(plies))
	keys := make([]uint64, 0, len(moves)) // of all positions; the earlier ones of each are the last ones before it
	name := j.game()
	for i := range plies {
		p, position, g := &plies[i], &positions[i], &games[i]
		g.Position, g.Keys = played.Position, slices.Clip(keys[len(keys)-len(played.Keys):])
		if position.Game, position.ID = g, name; i > 0 {
			position.after = &plies[i-1]
		}
		p.Position, p.Answer.Scope = position, LeftOut
		if j.Plies[i] = p; i == len(moves) {
			break
		}
		p.Ply = moves[i]
		keys = append(keys, played.Position.Key())
		played.Play(p.Move)
	}
	positions[0].ID += ", start"
	j.computeSpent()
	return nil
}

// parseLine reads startpos, a FEN or an EPD line.
func parseLine(text string) (*Position, error) {
	if rest, ok := strings.CutPrefix(text, "startpos"); ok && (rest == "" || strings.ContainsAny(rest[:1], " ;\t")) {
		text = board.StartFEN + rest
	}
	return parseEPD(text)
}

// searchOnly sets the root moves of positions that do not name their own.
func (j *Job) searchOnly(words []string) (err error) {
	for _, ply := range j.Plies {
		if p := ply.Position; len(p.SearchMoves) == 0 {
			if p.SearchMoves, err = parseMoves(pgn.NewSAN(&p.Game.Position), Operation{Code: "--searchmoves",
				Operands: words}); err != nil {
				return err
			}
		}
	}
	return nil
}

// LeftOut reports whether the filters leave nothing of the job.
func (j *Job) LeftOut() bool {
	if j.passed {
		return true
	}
	for range j.Searched() {
		return false
	}
	return len(j.Plies) > 0
}

// Searched returns the plies whose positions the filters leave, with their numbers.
func (j *Job) Searched() iter.Seq2[int, *Ply] {
	return func(yield func(int, *Ply) bool) {
		for i, p := range j.Plies {
			if p.Answer.Scope != LeftOut && !yield(i, p) {
				return
			}
		}
	}
}
