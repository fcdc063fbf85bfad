// Command kernelgen writes the vector kernels of the trainer as Go assembly, together with their Go declarations.
//
// The pure-Go reference in kernels.go says what the kernels compute. They perform the same roundings in the same order,
// which is why no fused multiply-add is used: it would save nothing, since the kernels wait for loads and stores.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The layout of the parameters in layout.go: a row of a tile, and where the row of biases is.
const (
	rowShift  = 6 // a row has 1<<rowShift bytes
	rowBytes  = 1 << rowShift
	biasBytes = 5632 * rowBytes
)

// Comparison predicates of VCMPPS.
const (
	notLessThan    = 5
	greaterThan    = 14
	floatOne       = 0x3f800000
	clearSign      = 0x7fffffff
	smallestMoment = 0x0da24260 // 1e-30
)

// width is the bytes of a vector register of AVX2. It is the only instruction set: with twice the width, the kernels would wait
// for loads and stores just as long.
const width = 32

func main() {
	forward()
	backward()
	step()
	Generate()
}

// begin starts a kernel that computes what the pure-Go function of the same name, less the suffix, computes.
func begin(name, signature string) {
	TEXT(name+"AVX2", NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + "AVX2 is " + name + " in AVX2 instructions.")
}

// end returns from a kernel.
func end() {
	VZEROUPPER()
	RET()
}

// zeros returns a register that holds zeros.
func zeros() VecVirtual {
	v := YMM()
	VPXOR(v, v, v)
	return v
}

// vectors returns the registers that hold a row.
func vectors() []VecVirtual {
	row := make([]VecVirtual, rowBytes/width)
	for i := range row {
		row[i] = YMM()
	}
	return row
}

// load fills registers with the row at base plus offset.
func load(base Register, offset int) []VecVirtual {
	row := vectors()
	for i := range row {
		VMOVUPS(Mem{Base: base, Disp: offset + i*width}, row[i])
	}
	return row
}

func store(row []VecVirtual, base Register, offset int) {
	for i := range row {
		VMOVUPS(row[i], Mem{Base: base, Disp: offset + i*width})
	}
}

// constant fills a register with the floating-point number that has the given bits.
func constant(bits uint32) VecVirtual {
	r, x, v := GP32(), XMM(), YMM()
	MOVL(U32(bits), r)
	VMOVD(r, x)
	VBROADCASTSS(x, v)
	return v
}

// keep zeroes the lanes of v for which the comparison of a with b does not hold.
func keep(predicate uint8, b, a Op, v VecVirtual) {
	mask := YMM()
	VCMPPS(Imm(uint64(predicate)), b, a, mask)
	VANDPS(mask, v, v)
}

// eachFeature emits a loop that calls visit with the offsets in bytes of the two rows of every feature of a sample, and moves
// on the pointer to the features. Half is pieces/2, odd pieces%2.
func eachFeature(features, half, odd Register, visit func(perspective int, offset Register)) {
	both := func(displacement int) {
		for perspective := range 2 {
			offset := GP32()
			MOVWLZX(Mem{Base: features, Disp: displacement + 2*perspective}, offset)
			SHLL(Imm(rowShift), offset)
			visit(perspective, offset.As64())
		}
	}
	left := GP64()
	MOVQ(half, left)
	Label("pair")
	both(0)
	both(4)
	ADDQ(Imm(8), features)
	DECQ(left)
	JNE(LabelRef("pair"))
	TESTQ(odd, odd)
	JEQ(LabelRef("even"))
	both(0)
	ADDQ(Imm(4), features)
	Label("even")
}

// halves splits the number of pieces in the register.
func halves(pieces Register) (half, odd Register) {
	h, o := GP64(), GP64()
	MOVQ(pieces, h)
	MOVQ(pieces, o)
	SHRQ(Imm(1), h)
	ANDQ(Imm(1), o)
	return h, o
}

// The arguments of the kernels, as kernels.go declares them.
const (
	unit = "struct { tile, output, gradient, outputGradient *float32; features *uint32; samples, pieces int; " +
		"activations, sums, errors *float32 }"
	update = "struct { parameters, momentum, variance, gradients *float32; count, slices, stride int; rates *[9]float32 }"
)

// fields returns a function that loads a field of the only argument.
func fields() func(name string) Register {
	arguments := Dereference(Param("a"))
	return func(name string) Register { return Load(arguments.Field(name), GP64()) }
}

// forward emits the kernel that accumulates, activates and weights the columns of a tile.
func forward() {
	begin("forward", "func(a *"+unit+")")
	field := fields()
	tile, output, features, samples := field("tile"), field("output"), field("features"), field("samples")
	activations, sums := field("activations"), field("sums")
	half, odd := halves(field("pieces"))
	bias := load(tile, biasBytes)
	weights := [2][]VecVirtual{load(output, 0), load(output, rowBytes)}
	zero, one := zeros(), constant(floatOne)
	accumulators := [2][]VecVirtual{vectors(), vectors()}

	Label("sample")
	for _, a := range accumulators {
		for i := range a {
			VMOVAPS(bias[i], a[i])
		}
	}
	eachFeature(features, half, odd, func(perspective int, offset Register) {
		for i, a := range accumulators[perspective] {
			VADDPS(Mem{Base: tile, Index: offset, Scale: 1, Disp: i * width}, a, a)
		}
	})
	for perspective, row := range accumulators {
		for i, a := range row {
			VMAXPS(zero, a, a)
			VMINPS(one, a, a)
			VMOVUPS(a, Mem{Base: activations, Disp: perspective*rowBytes + i*width})
			VMULPS(a, a, a)
			VMULPS(weights[perspective][i], a, a)
		}
	}
	total := accumulators[0]
	for i := range total {
		VADDPS(accumulators[1][i], total[i], total[i])
	}
	VMOVSS(reduce(total), Mem{Base: sums})
	ADDQ(I32(2*rowBytes), activations)
	ADDQ(Imm(4), sums)
	DECQ(samples)
	JNE(LabelRef("sample"))
	end()
}

// reduce adds up the columns of a row: it folds the row in the middle until one column is left.
func reduce(row []VecVirtual) VecVirtual {
	y := YMM()
	VADDPS(row[1], row[0], y)
	x, shuffled := XMM(), XMM()
	VEXTRACTF128(Imm(1), y, x)
	VADDPS(x, y.AsX(), x)
	VPERMILPS(Imm(0b11_10_11_10), x, shuffled)
	VADDPS(shuffled, x, x)
	VPERMILPS(Imm(0b01_01_01_01), x, shuffled)
	VADDPS(shuffled, x, x)
	return x
}

// backward emits the kernel that adds the gradients of a tile. Activations are read from memory each time, as no register is
// left for them.
func backward() {
	begin("backward", "func(a *"+unit+")")
	field := fields()
	gradient, outputGradient, output := field("gradient"), field("outputGradient"), field("output")
	features, samples, activations, errors := field("features"), field("samples"), field("activations"), field("errors")
	half, odd := halves(field("pieces"))
	one := constant(floatOne)
	bias := load(gradient, biasBytes)
	var doubled, outputs [2][]VecVirtual
	for perspective := range 2 {
		doubled[perspective] = load(output, perspective*rowBytes)
		for _, w := range doubled[perspective] {
			VADDPS(w, w, w)
		}
		outputs[perspective] = load(outputGradient, perspective*rowBytes)
	}

	Label("sample")
	scaled := YMM()
	VBROADCASTSS(Mem{Base: errors}, scaled)
	var deltas [2][]VecVirtual
	for perspective := range 2 {
		deltas[perspective] = vectors()
		for i, d := range deltas[perspective] {
			active, t := Mem{Base: activations, Disp: perspective*rowBytes + i*width}, YMM()
			VMULPS(active, scaled, d)
			VMULPS(active, d, t)
			VADDPS(t, outputs[perspective][i], outputs[perspective][i])
			VMULPS(doubled[perspective][i], d, d)
			keep(greaterThan, active, one, d)
			VADDPS(d, bias[i], bias[i])
		}
	}
	eachFeature(features, half, odd, func(perspective int, offset Register) {
		for i, d := range deltas[perspective] {
			at := Mem{Base: gradient, Index: offset, Scale: 1, Disp: i * width}
			t := YMM()
			VADDPS(at, d, t)
			VMOVUPS(t, at)
		}
	})
	ADDQ(I32(2*rowBytes), activations)
	ADDQ(Imm(4), errors)
	DECQ(samples)
	JNE(LabelRef("sample"))
	store(bias, gradient, biasBytes)
	for perspective := range 2 {
		store(outputs[perspective], outputGradient, perspective*rowBytes)
	}
	end()
}

// step emits the kernel that applies AdamW to parameters.
func step() {
	begin("step", "func(a *"+update+")")
	field := fields()
	parameters, momentum, variance, gradients := field("parameters"), field("momentum"), field("variance"), field("gradients")
	count, slices, stride, r := field("count"), field("slices"), field("stride"), field("rates")
	SHLQ(Imm(2), stride)
	var rate [9]VecVirtual // in the order of the fields of rates
	for i := range rate {
		rate[i] = YMM()
		VBROADCASTSS(Mem{Base: r, Disp: 4 * i}, rate[i])
	}
	keep1, take1, keep2, take2, decay, size, correction, epsilon, limit := rate[0], rate[1], rate[2], rate[3], rate[4],
		rate[5], rate[6], rate[7], rate[8]
	zero, magnitude, smallest := zeros(), constant(clearSign), constant(smallestMoment)

	Label("next")
	g, m, v, t, p := YMM(), YMM(), YMM(), YMM(), YMM()
	VMOVAPS(zero, g)
	from, left := GP64(), GP64()
	MOVQ(gradients, from)
	MOVQ(slices, left)
	Label("slice")
	VADDPS(Mem{Base: from}, g, g)
	VMOVUPS(zero, Mem{Base: from})
	ADDQ(stride, from)
	DECQ(left)
	JNE(LabelRef("slice"))

	VMULPS(Mem{Base: momentum}, keep1, m)
	VMULPS(g, take1, t)
	VADDPS(t, m, m)
	flush(m, magnitude, smallest)
	VMOVUPS(m, Mem{Base: momentum})

	VMULPS(Mem{Base: variance}, keep2, v)
	VMULPS(g, g, t)
	VMULPS(t, take2, t)
	VADDPS(t, v, v)
	flush(v, magnitude, smallest)
	VMOVUPS(v, Mem{Base: variance})

	VSQRTPS(v, v)
	VMULPS(v, correction, v)
	VADDPS(v, epsilon, v)
	VMULPS(m, size, m)
	VDIVPS(v, m, m)
	VMULPS(Mem{Base: parameters}, decay, p)
	VSUBPS(m, p, p)
	VMINPS(limit, p, p)
	VSUBPS(limit, zero, t)
	VMAXPS(t, p, p)
	VMOVUPS(p, Mem{Base: parameters})

	for _, pointer := range []Register{parameters, momentum, variance, gradients} {
		ADDQ(Imm(width), pointer)
	}
	SUBQ(Imm(width/4), count)
	JNE(LabelRef("next"))
	end()
}

// flush zeroes the lanes of v that are too small to matter, before they become denormal and slow. Magnitude is the mask
// that clears a sign.
func flush(v, magnitude, smallest VecVirtual) {
	t := YMM()
	VANDPS(magnitude, v, t)
	keep(notLessThan, smallest, t, v)
}
