package uci

import (
	"fmt"

	"vertigo/board"
	"vertigo/internal/engine/book"
)

// opening is the opening book and how it is used.
type opening struct {
	book    *book.Book // nil if there is none
	enabled bool       // moves are played from it
	best    bool       // always the move with the greatest weight
}

// bookOptions returns the options of the opening book.
func bookOptions() []option {
	return []option{
		check("OwnBook", "play moves from the opening book", false,
			func(s *Session, on bool) error { s.opening.enabled = on; return nil }),
		text("BookFile", "opening book in Polyglot's format",
			func(s *Session, path string) error { s.openBook(path); return nil }),
		check("BookBestMove", "always play the move with the greatest weight instead of choosing at random by weight", false,
			func(s *Session, on bool) error { s.opening.best = on; return nil }),
	}
}

// openBook replaces the book by the one at path, none if that is empty or the book cannot be read.
func (s *Session) openBook(path string) {
	s.closeBook()
	if path == "" {
		return
	}
	b, err := book.Open(besideProgram(path))
	if err != nil {
		s.out.note(fmt.Sprintf("opening book: %v; no book is used", err))
		return
	}
	s.opening.book = b
	s.out.note(fmt.Sprintf("opening book: %d entries", b.Len()))
}

// closeBook does without a book.
func (s *Session) closeBook() {
	if s.opening.book != nil {
		_ = s.opening.book.Close() // it was only read
	}
	s.opening.book = nil
}

// bookMove returns a move of the book for a timed search of all moves. It is to be played at once or, if the time is the opponent's,
// after the ponderhit.
func (s *Session) bookMove(a *goArguments) (board.Move, bool) {
	o := &s.opening
	timed := a.moveTime.given || a.time[board.White].given || a.time[board.Black].given
	if !o.enabled || o.book == nil || !timed || len(a.searchMoves) > 0 {
		return board.NoMove, false
	}
	m, ok := o.book.Pick(&s.game.Position, o.best, nil, s.mayPlay)
	if err := o.book.Err(); err != nil {
		s.out.note(fmt.Sprintf("opening book: %v; no book is used", err))
		s.closeBook()
	}
	return m, ok
}

// mayPlay reports whether a move of the book can be written, and does not repeat the position a third time: a book does not know the
// game.
func (s *Session) mayPlay(m board.Move) bool {
	next := s.game.Position.After(m)
	return (s.settings.chess960 || !m.IsChess960Castling()) && s.game.Occurrences(next.Key()) < 2
}
