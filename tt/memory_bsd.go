//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package tt

// adviseHugePages does nothing: these systems promote aligned memory to large pages by themselves, or not at all.
func adviseHugePages([]byte) {}
