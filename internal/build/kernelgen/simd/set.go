// Package simd has the parts that the generators of vector kernels share: instruction sets that differ in the width of their
// registers.
package simd

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

// Set is an instruction set.
type Set struct {
	Suffix string // of the kernels' names
	Title  string // for readers
	Width  int    // bytes in a vector register, 32 or 64
}

// The instruction sets that kernels are written for.
var (
	AVX512 = Set{Suffix: "AVX512", Title: "AVX-512", Width: 64}
	AVX2   = Set{Suffix: "AVX2", Title: "AVX2", Width: 32}
)

// Begin starts a kernel that computes what the pure-Go function of the same name, less the suffix, computes.
func (s Set) Begin(name, signature string) {
	TEXT(name+s.Suffix, NOSPLIT, signature)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s%s is %s in %s instructions.", name, s.Suffix, name, s.Title))
}

// End returns from a kernel.
func (s Set) End() {
	VZEROUPPER()
	RET()
}

// Vector returns a register.
func (s Set) Vector() VecVirtual {
	if s.Width == 64 {
		return ZMM()
	}
	return YMM()
}

// Zero returns a register that holds zeros.
func (s Set) Zero() VecVirtual {
	v := s.Vector()
	if s.Width == 64 {
		VPXORD(v, v, v)
	} else {
		VPXOR(v, v, v)
	}
	return v
}
