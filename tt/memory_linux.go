package tt

import "syscall"

// adviseHugePages asks for transparent huge pages, which save most of the address translations of random probes. A
// kernel without them refuses, and small pages work too.
func adviseHugePages(pages []byte) { _ = syscall.Madvise(pages, syscall.MADV_HUGEPAGE) }
