package source

import (
	"context"
	"io"
	"os"
)

// until reads from in, such as standard input. When the context has ended, Read does not wait any longer: it returns the
// context's error. What arrives later is lost.
type until struct {
	ctx     context.Context
	in      io.Reader
	buf     []byte
	arrived chan int // the number of bytes that the pending read has put into buf
	err     error    // of that read
}

func (u *until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	if len(u.buf) < len(p) {
		u.buf = make([]byte, len(p))
	}
	go func() {
		n, err := u.in.Read(u.buf[:len(p)])
		u.err = err
		u.arrived <- n
	}()
	select {
	case n := <-u.arrived:
		return copy(p, u.buf[:n]), u.err
	case <-u.ctx.Done():
		return 0, u.ctx.Err()
	}
}

// pipe is a named pipe. Its first Read opens it, which waits for a writer; the last one closes it.
type pipe struct {
	name string
	file *os.File
}

func (p *pipe) Read(b []byte) (n int, err error) {
	if p.file == nil {
		if p.file, err = os.Open(p.name); err != nil {
			return 0, err
		}
	}
	if n, err = p.file.Read(b); err != nil {
		_ = p.file.Close() // it was only read
	}
	return n, err
}
