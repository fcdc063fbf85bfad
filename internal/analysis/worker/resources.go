package worker

import (
	"errors"
	"fmt"
	"sync"

	"vertigo/eval"
	"vertigo/internal/engine/syzygy"
)

// Resources are what the workers of a command share.
type Resources struct {
	Network     *eval.Network
	NetworkName string
	Tables      *syzygy.Tables // nil for none
	Tablebases  string         // what they are, as the limits of answers have it; "" for none
}

// Open opens the network in a file and the tablebases in the folders that path names. Without a file it is the network in the binary.
func Open(evalFile, path string) (r Resources, err error) {
	if r.Network, r.NetworkName, err = openNetwork(evalFile); err == nil {
		r.Tables, r.Tablebases, err = openTablebases(path)
	}
	return r, err
}

// openNetwork reads the network in a file, or takes the one in the binary if the name of the file is empty, and returns the network's
// name.
func openNetwork(file string) (network *eval.Network, name string, err error) {
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
	network, _ := eval.Default() // openNetwork has it
	return network.String()
})

// openTablebases opens the tablebases in the folders that path names, and describes them as the limits of answers have it. What
// a player would rather do without is an error: answers say which tables they were found with. An empty path has none.
func openTablebases(path string) (tables *syzygy.Tables, description string, err error) {
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
	return tables, fmt.Sprintf("%d WDL and %d DTZ files of up to %d pieces, %016x", wdl, dtz, tables.MaxMen(), print), nil
}

// CheckTables returns an error if a file has been found to be damaged.
func (r *Resources) CheckTables() error {
	if errs := r.Tables.Problems(); len(errs) > 0 {
		return named(errs)
	}
	return nil
}

// named joins errors of --syzygy.
func named(errs []error) error { return fmt.Errorf("--syzygy: %w", errors.Join(errs...)) }
