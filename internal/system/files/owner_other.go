//go:build !unix

package files

import "io/fs"

// isOwn reports that a file belongs to the user of this process, as on this system nobody else can have made it so.
func isOwn(fs.FileInfo) bool { return true }
