package gamedata

// OpenBytes returns a Reader of a file that exists in memory only.
func OpenBytes(data []byte) (*Reader, error) {
	return newReader("bytes", data, func() error { return nil })
}

// Break makes w unable to write from now on.
func Break(w *Writer) error { return w.file.Close() }
