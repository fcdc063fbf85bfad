package analyse

import (
	"errors"
	"fmt"

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

// OpenResources opens the network in a file, or the one in the binary if evalFile is empty, and the tablebases in the folders
// that path names, if it names any.
func OpenResources(evalFile, path string) (r Resources, err error) {
	if evalFile == "" {
		r.Network, err = eval.Default()
	} else {
		r.Network, err = eval.Load(evalFile)
	}
	if err == nil {
		r.NetworkName = r.Network.String()
		err = r.openTables(path)
	}
	return r, err
}

// openTables opens the tablebases. What a player would rather do without is an error: answers say which tables they were found
// with.
func (r *Resources) openTables(path string) error {
	if path == "" {
		return nil
	}
	var errs []error
	r.Tables, errs = syzygy.Open(path)
	wdl, dtz := r.Tables.Count()
	if len(errs) == 0 && wdl == 0 {
		errs = append(errs, fmt.Errorf("there are no tablebases in %s", path))
	}
	if len(errs) > 0 {
		return named(errs)
	}
	fingerprint, err := r.Tables.Fingerprint()
	if err != nil {
		return named([]error{err})
	}
	r.Tablebases = fmt.Sprintf("%d WDL and %d DTZ files of up to %d pieces, %016x", wdl, dtz, r.Tables.MaxPieces(), fingerprint)
	return nil
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
