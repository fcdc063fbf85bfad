package cli

import (
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/system/files"
)

// fileHash returns a hash of the program's file, which it reads once.
var fileHash = sync.OnceValues(func() (string, error) {
	name, err := files.Program()
	if err != nil {
		return "", err
	}
	f, err := files.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close() // it is only read
	hash := xxhash.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%016x", hash.Sum64()), nil
})

// Build describes the build of the program. Releases of one version are the same. Other builds are described by the revision of
// the source that Go has recorded, and by a hash of the file if there is no revision or the source was changed.
func (p *Program) Build() (string, error) {
	if p.Release {
		return "release", nil
	}
	revision, changed := "", false
	if info, ok := debug.ReadBuildInfo(); ok {
		revision, changed = source(info.Settings)
	}
	if revision != "" && !changed {
		return "revision " + revision, nil
	}
	hash, err := fileHash()
	if err != nil {
		return "", err
	}
	if revision != "" {
		return "revision " + revision + " with changes, file " + hash, nil
	}
	return "file " + hash, nil
}

// source returns the revision of the source, "" if it is not known, and whether the source had been changed since.
func source(settings []debug.BuildSetting) (revision string, changed bool) {
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	return revision, changed
}
