package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible returns a context that ends when the process is asked to end, so that a command can keep its results: by an
// interrupt, a request to terminate, a hang-up (unless that is ignored, as with nohup), or a pipe for output or messages that
// has lost its reader. From then on, and after stop, the next signal ends the process at once.
func Interruptible(parent context.Context) (ctx context.Context, stop func()) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	asked, stop := signal.NotifyContext(parent, signals...)
	ctx, cancel := context.WithCancel(asked)
	unread := make(chan os.Signal, 1)
	signal.Notify(unread, syscall.SIGPIPE) // permanently: the last message must not end the process before its results are kept
	go func() {
		select {
		case <-unread:
		case <-ctx.Done():
		}
		cancel()
		stop()
	}()
	return ctx, stop
}
