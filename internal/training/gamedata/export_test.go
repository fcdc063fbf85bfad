package gamedata

import "vertigo/board"

// Pack and Unpack are pack and unpack.
func Pack(p *board.Position) packed { return pack(p) }

// Unpack returns the position that c holds.
func Unpack(c packed) (board.Position, error) { return c.unpack() }

// OpenBytes returns a Reader of a file that exists in memory only.
func OpenBytes(data []byte) (*Reader, error) {
	return newReader("bytes", data, func() error { return nil })
}

// Break makes w unable to write from now on.
func Break(w *Writer) error { return w.file.Close() }
