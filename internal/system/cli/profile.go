package cli

import (
	"errors"
	"os"
	"runtime/pprof"

	"vertigo/internal/system/files"
)

// StartProfile creates the file and begins a CPU profile of the process, for "go tool pprof" and "go build -pgo"; stop ends it
// and closes the file. An error comes from the file, or says that another profile is being taken.
func StartProfile(file string) (stop func() error, err error) {
	f, err := files.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}
