// Command kernelgen writes the vector kernels of package nnue as Go assembly, together with their Go declarations.
//
// Every kernel is written once and instantiated per instruction set. The pure-Go reference in package nnue says what
// the kernels compute, and this command shows how. Rows and accumulators are multiples of 64 bytes long, so that each
// loop has a body of 128 bytes and an optional rest of 64.
package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A loop body handles body bytes of each array it reads; rest bytes are the granularity of their lengths.
const (
	body = 128
	rest = 64
)

// activationLimit is the upper bound of the clipped activation, the quantised 1.
const activationLimit = 127

// instructionSet is a vector width with the instructions that go with it.
type instructionSet struct {
	name  string // for readers
	width int    // bytes in a vector register, 32 or 64
}

// begin starts a kernel that computes what the pure-Go function of the same name, less the suffix, computes.
func (s instructionSet) begin(name, signature string) {
	suffix := strings.ReplaceAll(s.name, "-", "")
	TEXT(name+suffix, NOSPLIT, signature)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s%s is %s in %s instructions.", name, suffix, name, s.name))
}

// end returns from a kernel.
func (s instructionSet) end() {
	VZEROUPPER()
	RET()
}

// vector returns a register.
func (s instructionSet) vector() VecVirtual {
	if s.width == 64 {
		return ZMM()
	}
	return YMM()
}

// zero returns a register that holds zeros.
func (s instructionSet) zero() VecVirtual {
	v := s.vector()
	if s.width == 64 {
		VPXORD(v, v, v)
	} else {
		VPXOR(v, v, v)
	}
	return v
}

// move loads or stores a whole vector, at any alignment.
func (s instructionSet) move(from, to Op) {
	if s.width == 64 {
		VMOVDQU16(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

func main() {
	for _, s := range []instructionSet{{"AVX-512", 64}, {"AVX2", 32}} {
		addSub(s)
		dot(s)
	}
	Generate()
}

// at addresses the bytes at offset from base plus index.
func at(base, index Register, offset int) Mem {
	return Mem{Base: base, Index: index, Scale: 1, Disp: offset}
}

// chunks emits a loop of emit over index = 0, 128, … and, where 64 bytes are left, emit once more. The length is in
// bytes and a multiple of 64.
func chunks(label string, index, length Register, emit func(bytes int)) {
	whole := GP64()
	MOVQ(length, whole)
	ANDQ(I32(-body), whole)
	XORQ(index, index)
	CMPQ(whole, Imm(0))
	JE(LabelRef(label + "_rest"))
	Label(label + "_loop")
	emit(body)
	ADDQ(Imm(body), index)
	CMPQ(index, whole)
	JB(LabelRef(label + "_loop"))
	Label(label + "_rest")
	CMPQ(index, length)
	JE(LabelRef(label + "_done"))
	emit(rest)
	Label(label + "_done")
}

// addSub emits the kernel that adds and subtracts any number of rows. It keeps a tile of the accumulator in registers while it
// goes through the rows, and widens their weights to the 16 bits of the accumulator. The tiles are as large as the registers
// allow: with AVX-512, one has the accumulator of 512 neurons.
func addSub(s instructionSet) {
	s.begin("addSub", "func(dst, src *int16, weights *int8, adds *int, addCount int, subs *int, subCount int, hidden int)")
	dst, src, weights := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("weights"), GP64())
	adds, addCount := Load(Param("adds"), GP64()), Load(Param("addCount"), GP64())
	subs, subCount := Load(Param("subs"), GP64()), Load(Param("subCount"), GP64())
	left := Load(Param("hidden"), GP64())
	SHLQ(Imm(1), left)

	tile := func(label string, bytes int) {
		Label(label)
		CMPQ(left, I32(bytes))
		JB(LabelRef(label + "_done"))
		var v []VecVirtual
		for offset := 0; offset < bytes; offset += s.width {
			v = append(v, s.vector())
			s.move(Mem{Base: src, Disp: offset}, v[len(v)-1])
		}
		rows := func(name string, list, count Register, apply func(ops ...Op)) {
			k, row := GP64(), GP64()
			XORQ(k, k)
			JMP(LabelRef(label + name + "_test"))
			Label(label + name)
			MOVQ(Mem{Base: list, Index: k, Scale: 8}, row)
			ADDQ(weights, row)
			for i := range v {
				wide := s.vector()
				VPMOVSXBW(Mem{Base: row, Disp: i * s.width / 2}, wide)
				apply(wide, v[i], v[i])
			}
			INCQ(k)
			Label(label + name + "_test")
			CMPQ(k, count)
			JB(LabelRef(label + name))
		}
		rows("_adds", adds, addCount, VPADDW)
		rows("_subs", subs, subCount, VPSUBW)
		for i := range v {
			s.move(v[i], Mem{Base: dst, Disp: i * s.width})
		}
		ADDQ(I32(bytes), dst)
		ADDQ(I32(bytes), src)
		ADDQ(I32(bytes/2), weights)
		SUBQ(I32(bytes), left)
		JMP(LabelRef(label))
		Label(label + "_done")
	}
	most := 12 // of 16 registers: the others hold weights
	if s.width == 64 {
		most = 16 // of 32
	}
	tile("wide", most*s.width)
	tile("half", 8*s.width)
	tile("narrow", rest)
	s.end()
}

// dot emits the kernel that activates both accumulators and multiplies them with the output weights. Four partial
// sums hide the latency of the accumulation.
func dot(s instructionSet) {
	s.begin("dot", "func(us, them, weights *int16, hidden int) int32")
	us, them, ours := Load(Param("us"), GP64()), Load(Param("them"), GP64()), Load(Param("weights"), GP64())
	length := Load(Param("hidden"), GP64())
	SHLQ(Imm(1), length)
	theirs := GP64()
	LEAQ(Mem{Base: ours, Index: length, Scale: 1}, theirs)

	zero, one := s.zero(), s.vector()
	limit := GP32()
	MOVL(U32(activationLimit), limit)
	if s.width == 64 {
		VPBROADCASTW(limit, one)
	} else {
		x := XMM()
		VMOVD(limit, x)
		VPBROADCASTW(x, one)
	}
	var sums [4]VecVirtual
	for i := range sums {
		sums[i] = s.zero()
	}
	index := GP64()
	chunks("columns", index, length, func(bytes int) {
		next := 0
		for offset := 0; offset < bytes; offset += s.width {
			for _, side := range [][2]Register{{us, ours}, {them, theirs}} {
				s.accumulate(at(side[0], index, offset), at(side[1], index, offset), zero, one, sums[next%len(sums)])
				next++
			}
		}
	})
	VPADDD(sums[1], sums[0], sums[0])
	VPADDD(sums[3], sums[2], sums[2])
	VPADDD(sums[2], sums[0], sums[0])
	result := s.reduce(sums[0])
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// accumulate adds clip(v) * weight * clip(v) to sum, in pairs of 32 bits. The product clip(v) * weight fits 16 bits by
// the contract on the weights.
func (s instructionSet) accumulate(v, weight Mem, zero, one, sum VecVirtual) {
	clipped, product := s.vector(), s.vector()
	VPMAXSW(v, zero, clipped)
	VPMINSW(clipped, one, clipped)
	VPMULLW(weight, clipped, product)
	VPMADDWD(clipped, product, product)
	VPADDD(product, sum, sum)
}

// reduce adds the 32-bit lanes of v and returns the sum.
func (s instructionSet) reduce(v VecVirtual) Register {
	y := YMM()
	if s.width == 64 {
		VEXTRACTI64X4(Imm(1), v, y)
		VPADDD(y, v.AsY(), y)
	} else {
		y = v
	}
	x := XMM()
	VEXTRACTI128(Imm(1), y.AsY(), x)
	VPADDD(x, y.AsX(), x)
	shuffled := XMM()
	VPSHUFD(Imm(0b01_00_11_10), x, shuffled)
	VPADDD(shuffled, x, x)
	VPSHUFD(Imm(0b10_11_00_01), x, shuffled)
	VPADDD(shuffled, x, x)
	r := GP32()
	VMOVD(x, r)
	return r
}
