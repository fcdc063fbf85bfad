package pgn

import (
	"slices"
	"strings"
)

// spelling is a move as a game spells it: castling; or piece, file and rank of departure, destination, promotion; or the two
// files of a pawn's capture; or a null move. Long algebraic notation counts, too, with or without a hyphen, and so do unneeded
// files and ranks of departure, pieces in small letters, and their names after a promotion. After the move come check or mate,
// marks such as !?, and judgements such as +-. What a spelling does not say is 0 or empty.
type spelling struct {
	castles    int  // letters of castling: 2 to the king's side, 3 to the queen's
	piece      byte // capital letter
	file, rank byte // of departure
	to         string
	promotion  byte    // small letter
	files      [2]byte // of departure and destination, without ranks
	null       bool
	text       string // the whole
	bare       int    // length without check, marks and judgement
	marks      string // !?
	judgement  string
}

// judgementsAfter are the judgements that may follow a move directly.
var judgementsAfter = []string{"", "+-", "+/-", "-+", "-/+", "+=", "+/=", "=+", "=/+", "="}

// IsMove reports whether a text looks like a move in standard or long algebraic notation, whatever the position.
func IsMove(text string) bool {
	var s spelling
	return s.read(text)
}

// read reads the spelling of a move, and reports whether the text is one. A small b is the file if it can be.
func (s *spelling) read(text string) bool {
	if len(text) < 2 || len(text) >= 32 {
		return false
	}
	return s.readCastling(text) || s.readPiece(text, strings.IndexByte("KQRBNPkqrnp", text[0]) >= 0) || s.readFiles(text) ||
		s.readNull(text) || s.readBishop(text)
}

// readBishop reads the spelling of a move that begins with b if that means a bishop.
func (s *spelling) readBishop(text string) bool { return text[0] == 'b' && s.readPiece(text, true) }

// readNull reads a null move.
func (s *spelling) readNull(text string) bool {
	for _, null := range [...]string{"--", "Z0", "0000", "@@@@", "<>"} {
		if strings.HasPrefix(text, null) {
			*s = spelling{null: true, bare: len(null)}
			return s.end(text)
		}
	}
	return false
}

// readCastling reads castling in letters or zeros, with or without hyphens.
func (s *spelling) readCastling(text string) bool {
	*s = spelling{}
	hyphens := text[1] == '-'
	for i := 0; i < len(text) && s.castles < 3; i++ {
		if c := text[i]; c != 'O' && c != 'o' && (c != '0' || !hyphens) || !hyphens && c != text[0] {
			break
		}
		s.castles, s.bare = s.castles+1, i+1
		if hyphens && i+1 < len(text) && text[i+1] == '-' {
			i++
		} else if hyphens {
			break
		}
	}
	return s.castles >= 2 && s.end(text)
}

// readPiece reads a move with its destination; named says that it begins with the letter of the piece.
func (s *spelling) readPiece(text string, named bool) bool {
	begin, piece := 0, byte(0)
	if named {
		begin, piece = 1, text[0]&^0x20
	}
	for _, from := range [...]struct{ file, rank int }{{1, 1}, {1, 0}, {0, 1}, {0, 0}} {
		i := begin + from.file + from.rank
		if i >= len(text) || from.file > 0 && !isFile(text[begin]) || from.rank > 0 && !isRank(text[i-1]) {
			continue
		}
		if text[i] == '-' || isCapture(rune(text[i])) {
			i++
		}
		if i+2 > len(text) || !isFile(text[i]) || !isRank(text[i+1]) {
			continue
		}
		*s = spelling{piece: piece, to: text[i : i+2], text: text}
		if from.file > 0 {
			s.file = text[begin]
		}
		if from.rank > 0 {
			s.rank = text[begin+from.file]
		}
		length, promotion := promotionIn(text[i+2:])
		for _, s.bare = range [...]int{i + 2 + length, i + 2} {
			if s.promotion = promotion; s.bare == i+2 {
				s.promotion = 0
			}
			if s.end(text) {
				return true
			}
		}
	}
	return false
}

// readFiles reads a pawn's capture without ranks.
func (s *spelling) readFiles(text string) bool {
	to := 1
	if isCapture(rune(text[1])) {
		to = 2
	}
	if to >= len(text) || !isFile(text[0]) || !isFile(text[to]) {
		return false
	}
	*s = spelling{files: [2]byte{text[0], text[to]}, bare: to + 1}
	return s.end(text)
}

// isCapture reports whether c is a sign of captures.
func isCapture(c rune) bool { return c == 'x' || c == ':' }

func isFile(c byte) bool { return c >= 'a' && c <= 'h' }
func isRank(c byte) bool { return c >= '1' && c <= '8' }

// promotionIn returns the length of a promotion at the beginning of a text, and the small letter of the piece; 0 if there is
// none.
func promotionIn(text string) (length int, piece byte) {
	if text == "" {
		return 0, 0
	}
	rest := text
	if rest[0] == '=' || rest[0] == '/' {
		rest = rest[1:]
	}
	rest = strings.TrimPrefix(rest, "(")
	for _, name := range [...]string{"queen", "rook", "bishop", "knight", "q", "r", "b", "n"} {
		if len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) {
			if piece = name[0]; name == "knight" {
				piece = 'n'
			}
			return len(text) - len(strings.TrimPrefix(rest[len(name):], ")")), piece
		}
	}
	return 0, 0
}

// end reads what follows the first bare bytes of a move, and reports whether a move may end so.
func (s *spelling) end(text string) bool {
	rest := text[s.bare:]
	if rest == "" {
		return true
	}
	for _, passing := range [...]string{"e.p.", "e.p", "ep.", "ep"} {
		if after, ok := strings.CutPrefix(rest, passing); ok {
			rest = after
			break
		}
	}
	for _, length := range checkLengths(rest) {
		after := rest[length:]
		judgement := strings.TrimLeft(after, "!?")
		if slices.Contains(judgementsAfter, judgement) {
			s.bare = len(text) - len(rest)
			s.marks, s.judgement = after[:len(after)-len(judgement)], judgement
			return true
		}
	}
	return false
}

// checkLengths returns the lengths that a sign or a word for check or mate may have at the beginning of a text: none first, since
// + may also begin a judgement.
func checkLengths(text string) []int {
	signs := len(text) - len(strings.TrimLeft(text, "+#"))
	switch {
	case signs >= 2:
		return []int{0, 2, 1}
	case signs == 1:
		return []int{0, 1}
	}
	for _, word := range [...]string{"ch.", "ch", "dbl.ch.", "dbl.ch", "dblch.", "dblch", "mate"} {
		if strings.HasPrefix(text, word) {
			return []int{0, len(word)}
		}
	}
	return []int{0}
}
