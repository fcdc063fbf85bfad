package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"vertigo/board"
)

// plainGames is the number of games that are plain HTML, readable without the script. The others are packed, so that a browser
// opens a page of many games at once.
const plainGames = 30

// packSize is the number of games that are packed together: the more, the smaller the page, and the longer it takes to show a
// game.
const packSize = 16

// pack is the sections of games that are compressed together.
type pack struct {
	first, games int
	text         []byte
}

// add writes the section of a game to b or, after the first games, to the pack, which goes to b when it is full.
func (w *Report) add(b []byte, v gameView) []byte {
	if v.ID <= plainGames {
		return reportBody.Append(b, "game", v)
	}
	if w.pack.games == 0 {
		w.pack.first = v.ID
	}
	w.pack.text = reportBody.Append(w.pack.text, "game", v)
	if w.pack.games++; w.pack.games < packSize {
		return b
	}
	return w.closePack(b)
}

// closePack writes the games that are waiting.
func (w *Report) closePack(b []byte) []byte {
	if w.pack.games == 0 {
		return b
	}
	b = fmt.Appendf(b, "<template class=\"pack\" data-first=\"%d\" data-last=\"%d\">", w.pack.first, w.pack.first+w.pack.games-1)
	b = appendPacked(b, w.pack.text)
	w.pack = pack{text: w.pack.text[:0]}
	return append(b, "</template>\n"...)
}

// appendPacked appends text, compressed as raw Deflate, in base64.
func appendPacked(b, text []byte) []byte {
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err == nil {
		_, err = z.Write(text)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		panic(err) // cannot happen: the level is right, and a buffer takes everything
	}
	return base64.StdEncoding.AppendEncode(b, out.Bytes())
}

// contents returns the packed list of all games, "" if none is packed: an array of arrays, each with the number of the game,
// White, Black, result, event, opening, moves, the outline of White's part in a box of sparkWidth by 100, and for White and
// Black accuracy, average loss (null without moves) and blunders.
func (w *Report) contents() template.HTML {
	if len(w.games) <= plainGames {
		return ""
	}
	list := make([][]any, 0, len(w.games))
	for _, e := range w.games {
		list = append(list, []any{e.ID, e.White, e.Black, e.Result, e.Event, e.Opening, e.Moves, e.Spark,
			e.accuracy[board.White], e.accuracy[board.Black], e.loss[board.White], e.loss[board.Black], e.blunders[board.White], e.blunders[board.Black]})
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // cannot happen: everything is a text, a number or null
	}
	return template.HTML(appendPacked(nil, text))
}

// sparkWidth is how many steps the course of a game has in the list of games.
const sparkWidth = 30

// spark returns the outline of White's part in small.
func spark(g *Game) string {
	var b strings.Builder
	b.WriteString("M0 100")
	white, last := .5, len(g.Positions)-1
	for x := range sparkWidth + 1 {
		if p := &g.Positions[x*last/sparkWidth]; !p.LeftOut {
			white = p.White
		}
		fmt.Fprintf(&b, "L%d %.0f", x, 100*(1-white))
	}
	b.WriteString("V100Z")
	return b.String()
}
