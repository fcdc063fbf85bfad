package source

import (
	"context"
	"io"
)

// Until returns a reader of in, such as standard input, whose Read does not wait any longer when the context has ended: it
// returns the context's error. What arrives later is lost.
func Until(ctx context.Context, in io.Reader) io.Reader {
	return &until{ctx: ctx, in: in, arrived: make(chan int, 1)}
}

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
