package uci

import (
	"fmt"

	"vertigo/internal/engine/syzygy"
)

const (
	defaultProbeDepth = 1 // plies
	defaultProbeLimit = 7 // pieces, as many as the format of the tables provides for
)

// tablebaseOptions returns the options of the endgame tablebases.
func tablebaseOptions() []option {
	return []option{
		text("SyzygyPath", "folders with Syzygy tablebases, separated by ; or the system's path separator",
			func(s *Session, path string) error { s.openTablebases(path); return nil }),
		spin("SyzygyProbeDepth", "least depth at which the largest tables are probed",
			defaultProbeDepth, 1, 100,
			func(s *Session, n int) error { s.tablebases.MinDepth = n; s.useTablebases(); return nil }),
		spin("SyzygyProbeLimit", "largest number of pieces to probe, kings included; 0 for none", defaultProbeLimit, 0, 7,
			func(s *Session, n int) error { s.tablebases.MaxPieces = n; s.useTablebases(); return nil }),
		check("Syzygy50MoveRule", "treat wins that the fifty-move rule spoils as draws", true,
			func(s *Session, on bool) error { s.tablebases.Rule50 = on; s.useTablebases(); return nil }),
	}
}

// openTablebases replaces the tablebases by those in the folders of path, none if it is empty, and reports what was found.
func (s *Session) openTablebases(path string) {
	before := s.tablebases.Tables
	s.tablebases.Tables = nil
	if path != "" {
		tables, errs := syzygy.Open(path)
		s.leaveOut(errs)
		s.tablebases.Tables = tables
		if wdl, dtz := tables.Count(); wdl+dtz > 0 {
			s.out.note(fmt.Sprintf("tablebases: %d WDL and %d DTZ files, up to %d pieces", wdl, dtz, tables.MaxPieces()))
		} else {
			s.out.note("tablebases: none in " + path)
		}
	}
	s.useTablebases()
	if err := before.Close(); err != nil {
		s.leaveOut([]error{err})
	}
}

// useTablebases passes the settings on to the engine.
func (s *Session) useTablebases() { s.engine.SetTablebases(s.tablebases) }

// leaveOut reports the files and folders that are not used, each one if they are few.
func (s *Session) leaveOut(errs []error) {
	const few = 8
	if len(errs) > few {
		s.out.note(fmt.Sprintf("tablebases: %v; left out, and so are %d more files or folders", errs[0], len(errs)-1))
		return
	}
	for _, err := range errs {
		s.out.note(fmt.Sprintf("tablebases: %v; left out", err))
	}
}

// noteTablebases reports the files that have been found to be damaged since the last call.
func (s *Session) noteTablebases() { s.leaveOut(s.tablebases.Tables.Problems()) }
