package board

// Vertigo needs a 64-bit processor: times, counts of nodes and sizes of memory are ints. On other processors, this constant is
// the only compile error, since no package that depends on this one is compiled.
const _ int = 1 << 62
