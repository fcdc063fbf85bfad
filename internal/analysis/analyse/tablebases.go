package analyse

import (
	"errors"
	"fmt"

	"vertigo/internal/engine/syzygy"
)

// openTablebases opens the tablebases that --syzygy leads to. What a player would rather do without ends an analysis: its
// results say which tables they were found with.
func (a *analysis) openTablebases() error {
	path := a.options.syzygy
	if path == "" {
		return nil
	}
	tables, errs := syzygy.Open(path)
	a.tables = tables
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
		return fmt.Errorf("--syzygy: %w", errors.Join(errs...))
	}
	a.options.tablebases = fmt.Sprintf("%d WDL and %d DTZ files of up to %d men, %016x", wdl, dtz, tables.MaxMen(), print)
	return nil
}

// checkTablebases ends the analysis if a file has been found to be damaged.
func (a *analysis) checkTablebases() error {
	if errs := a.tables.Problems(); len(errs) > 0 {
		return fmt.Errorf("--syzygy: %w", errors.Join(errs...))
	}
	return nil
}
