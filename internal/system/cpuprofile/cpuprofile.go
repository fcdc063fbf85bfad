// Package cpuprofile writes CPU profiles for "go tool pprof" and "go build -pgo".
package cpuprofile

import (
	"errors"
	"os"
	"runtime/pprof"
)

// Start creates the file and begins a CPU profile of the process; stop ends it and closes the file. An error comes
// from the file, or says that a profile is being taken already.
func Start(file string) (stop func() error, err error) {
	f, err := os.Create(file)
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
