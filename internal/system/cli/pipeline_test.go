package cli

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"vertigo/internal/testing/must"
)

// emitNumbers emits the numbers below n, each as a job with as many parts as its last digit says.
func emitNumbers(n int) func(context.Context, func(int, ...int) bool) error {
	return func(_ context.Context, emit func(int, ...int) bool) error {
		for i := range n {
			if !emit(i, slices.Repeat([]int{i}, i%10)...) {
				break
			}
		}
		return nil
	}
}

// dawdle lets others run now and then.
func dawdle() {
	for range rand.IntN(4) {
		runtime.Gosched()
	}
}

// TestPipelineOrder checks that every part is done and every job written once, in order, and not before its parts are done.
func TestPipelineOrder(t *testing.T) {
	const n = 500
	for _, workers := range []int{1, 2, 7} {
		var done [n]atomic.Int32
		var written []int
		err := Pipeline(t.Context(), make([]struct{}, workers), emitNumbers(n), func(_ context.Context, _ struct{}, part int) error {
			dawdle()
			done[part].Add(1)
			return nil
		}, func(i int) error {
			must.Equal(t, int(done[i].Load()), i%10, i)
			written = append(written, i)
			return nil
		})
		if err != nil || len(written) != n || !slices.IsSorted(written) {
			t.Errorf("%d workers: %d jobs written, in order: %t, %v", workers, len(written), slices.IsSorted(written), err)
		}
	}
}

// TestPipelineErrors checks that all jobs before the one that fails are written, and none after it, whether reading,
// a job or writing fails.
func TestPipelineErrors(t *testing.T) {
	errPart, errWrite, errRead := errors.New("part"), errors.New("write"), errors.New("read")
	for _, test := range []struct {
		part, write, read int // number of the job that fails, -1 for none
		want              []error
		written           int
	}{
		{103, -1, -1, []error{errPart}, 103},
		{-1, 57, -1, []error{errWrite}, 57},
		{103, 57, -1, []error{errWrite}, 57},
		{-1, -1, 200, []error{errRead}, 200},
		{199, -1, 200, []error{errPart}, 199},
	} {
		written := 0
		err := Pipeline(t.Context(), make([]struct{}, 3), func(ctx context.Context, emit func(int, ...int) bool) error {
			for i := range 1000 {
				if i == test.read {
					return errRead
				}
				if !emit(i, i, i) {
					return nil
				}
			}
			return nil
		}, func(_ context.Context, _ struct{}, part int) error {
			dawdle()
			if part == test.part {
				return fmt.Errorf("%d: %w", part, errPart)
			}
			return nil
		}, func(i int) error {
			if i == test.write {
				return errWrite
			}
			written++
			return nil
		})
		for _, want := range test.want {
			if !errors.Is(err, want) {
				t.Errorf("%+v: %v, want %v", test, err, want)
			}
		}
		must.Equal(t, written, test.written, test)
	}
}

// TestPipelineStopped checks that no part begins after the end of the context, and that the written parts are whole.
func TestPipelineStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	written, begun := 0, atomic.Int32{}
	endless := func(_ context.Context, emit func(int, ...int) bool) error {
		for i := 0; emit(i, i); i++ {
		}
		return nil
	}
	err := Pipeline(ctx, make([]struct{}, 2), endless, func(context.Context, struct{}, int) error {
		begun.Add(1)
		return ctx.Err()
	}, func(i int) error {
		if written++; i == 50 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || written < 51 || written > int(begun.Load()) || begun.Load() > 51+3*8+2 {
		t.Errorf("%d parts begun, %d jobs written, %v", begun.Load(), written, err)
	}
	if err := Pipeline(ctx, make([]struct{}, 2), emitNumbers(3), nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}
