package worker

import (
	"errors"
	"fmt"
	"sync"

	"vertigo/eval"
	"vertigo/internal/engine/syzygy"
)

// OpenNetwork reads the network in a file, or takes the one in the binary if the name of the file is empty, and returns the network's
// name.
func OpenNetwork(file string) (network *eval.Network, name string, err error) {
	if file == "" {
		if network, err = eval.Default(); err != nil {
			return nil, "", err
		}
		return network, defaultName(), nil
	}
	if network, err = eval.Load(file); err != nil {
		return nil, "", err
	}
	return network, network.String(), nil
}

// defaultName is the name of the network in the binary. It has a checksum, which takes long.
var defaultName = sync.OnceValue(func() string {
	network, _ := eval.Default() // OpenNetwork has it
	return network.String()
})

// OpenTablebases opens the tablebases in the folders that path names, and describes them as the limits of answers have it. What
// a player would rather do without is an error: answers say which tables they were found with. An empty path has none.
func OpenTablebases(path string) (tables *syzygy.Tables, description string, err error) {
	if path == "" {
		return nil, "", nil
	}
	tables, errs := syzygy.Open(path)
	wdl, dtz := tables.Count()
	if len(errs) == 0 && wdl == 0 {
		errs = append(errs, fmt.Errorf("there are no tablebases in %s", path))
	}
	var print uint64
	if len(errs) == 0 {
		var err error
		if print, err = tables.Fingerprint(); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return tables, "", named(errs)
	}
	return tables, fmt.Sprintf("%d WDL and %d DTZ files of up to %d men, %016x", wdl, dtz, tables.MaxMen(), print), nil
}

// CheckTablebases returns an error if a file has been found to be damaged.
func CheckTablebases(tables *syzygy.Tables) error {
	if errs := tables.Problems(); len(errs) > 0 {
		return named(errs)
	}
	return nil
}

// named joins errors of --syzygy.
func named(errs []error) error { return fmt.Errorf("--syzygy: %w", errors.Join(errs...)) }
