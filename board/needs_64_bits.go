package board

// Vertigo needs a processor of 64 bits: times, counts of nodes and sizes of memory are ints. On others, this constant is the only
// error of the compiler, since no package that depends on this one is compiled then.
const _ int = 1 << 62
