// Command nnueneon writes the vector kernels of package nnue for 64-bit Arm processors as Go assembly, together with their Go
// declarations.
//
// The pure-Go reference in package nnue says what the kernels compute, and this command shows how. Rows and accumulators are
// multiples of 64 bytes long, which four vectors hold. Each step is written for all its vectors before the next one begins,
// since small processors execute in order and wait for what is not ready.
package main

import (
	"flag"
	"fmt"
	"os"

	"vertigo/internal/build/kernelgen/arm64"
)

// A block is what four vectors hold: 64 bytes, 32 neurons.
const (
	blockVectors = 4
	blockBytes   = 64
	blockShift   = 5 // neurons to blocks
)

// activationLimit is the upper bound of the clipped activation, the quantised 1.
const activationLimit = 255

func main() {
	pkg := flag.String("pkg", "", "package of the files")
	out := flag.String("out", "", "assembly file to write")
	stubs := flag.String("stubs", "", "Go file with the declarations to write")
	flag.Parse()
	if err := generate(*pkg, *out, *stubs); err != nil {
		fmt.Fprintln(os.Stderr, "nnueneon:", err)
		os.Exit(1)
	}
}

// generate writes all kernels.
func generate(pkg, out, stubs string) error {
	f := arm64.NewFile(pkg, fmt.Sprintf("nnueneon -pkg %s -out %s -stubs %s", pkg, out, stubs))
	addSub(f)
	dot(f, "NEON", "NEON", multiplyLanes)
	dot(f, "DotProd", "NEON and FEAT_DotProd", dotUnsigned)
	dot(f, "I8MM", "NEON and FEAT_I8MM", dotMixed)
	if err := os.WriteFile(out, f.Assembly(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(stubs, f.Declarations(), 0o644)
}

// begin starts a kernel that computes what the pure-Go function of the same name, less the suffix, computes.
func begin(f *arm64.File, name, suffix, title, signature string) *arm64.Kernel {
	return f.Begin(name+suffix, signature, fmt.Sprintf("%s%s is %s in %s instructions.", name, suffix, name, title))
}

// each applies an instruction to the 16-bit lanes of values and the vectors at the same places in row.
func each(instruction func(lanes arm64.Lanes, d, n, m arm64.Vector), values, row []arm64.Vector) {
	for i, v := range values {
		instruction(arm64.Halves, v, v, row[i])
	}
}

// addSub emits the kernel that adds and subtracts any number of rows. It keeps a tile of the accumulator in registers
// while it goes through the rows: four blocks as long as there are as many, then one.
func addSub(f *arm64.File) {
	k := begin(f, "addSub", "NEON", "NEON", "func(dst, src, weights *int16, adds *int, addCount int, subs *int, subCount int, hidden int)")
	dst, src, weights := k.Parameter("dst"), k.Parameter("src"), k.Parameter("weights")
	lists := []arm64.Register{k.Parameter("adds"), k.Parameter("subs")}
	counts := []arm64.Register{k.Parameter("addCount"), k.Parameter("subCount")}
	left := k.Parameter("hidden")
	k.LSR(left, left, blockShift)
	tiles, list, count, row := k.Register(), k.Register(), k.Register(), k.Register()
	accumulator, weight := k.Vectors(4*blockVectors), k.Vectors(4*blockVectors)

	tile := func(label string, blocks int) {
		k.CBZ(tiles, label+"_done")
		k.Loop(label, tiles, func() {
			for b := range blocks {
				k.LD1Next(block(accumulator, b), src)
			}
			for i, name := range []string{"adds", "subs"} {
				apply := []func(lanes arm64.Lanes, d, n, m arm64.Vector){k.ADDVector, k.SUBVector}[i]
				k.MOVRegister(list, lists[i])
				k.MOVRegister(count, counts[i])
				k.CBZ(count, label+"_"+name+"_done")
				k.Loop(label+"_"+name, count, func() {
					k.LDRNext(row, list)
					k.ADD(row, weights, row, 1)
					for b := range blocks {
						k.LD1Next(block(weight, b), row)
					}
					for b := range blocks {
						each(apply, block(accumulator, b), block(weight, b))
					}
				})
				k.Label(label + "_" + name + "_done")
			}
			for b := range blocks {
				k.ST1Next(block(accumulator, b), dst)
			}
			k.ADDConstant(weights, blocks*blockBytes)
		})
		k.Label(label + "_done")
	}
	k.LSR(tiles, left, 2)
	tile("wide", 4)
	k.AND(tiles, left, 3)
	tile("narrow", 1)
	k.End()
}

// block returns the vectors of block b.
func block(v []arm64.Vector, b int) []arm64.Vector { return v[blockVectors*b:][:blockVectors] }

// A product is a way to multiply a block of neurons with their weights.
type product struct {
	// accumulate adds the products of a block, which it destroys together with the weights.
	accumulate func(values, weights []arm64.Vector)
	// sum returns a vector whose 32-bit lanes add up to the result.
	sum func() arm64.Vector
}

// dot emits the kernel that activates both accumulators and multiplies them with the output weights.
func dot(f *arm64.File, suffix, title string, way func(k *arm64.Kernel) product) {
	k := begin(f, "dot", suffix, title, "func(us, them, weights *int16, hidden int) int32")
	us, them, ours := k.Parameter("us"), k.Parameter("them"), k.Parameter("weights")
	blocks, theirs := k.Parameter("hidden"), k.Register()
	k.ADD(theirs, ours, blocks, 1)
	k.LSR(blocks, blocks, blockShift)
	p := way(k)
	values, weights := k.Vectors(blockVectors), k.Vectors(blockVectors)
	k.Loop("block", blocks, func() {
		k.LD1Next(values, us)
		k.LD1Next(weights, ours)
		p.accumulate(values, weights)
		k.LD1Next(values, them)
		k.LD1Next(weights, theirs)
		p.accumulate(values, weights)
	})
	result := k.Register()
	k.ADDV(result, p.sum())
	k.Return(result)
}

// zeros returns n cleared vectors.
func zeros(k *arm64.Kernel, n int) []arm64.Vector {
	v := k.Vectors(n)
	for _, d := range v {
		k.EOR(d, d, d)
	}
	return v
}

// constant returns a vector of lanes of the given value.
func constant(k *arm64.Kernel, lanes arm64.Lanes, value int) arm64.Vector {
	r, v := k.Register(), k.Vector()
	k.MOV(r, value)
	k.DUP(lanes, v, r)
	return v
}

// fold adds the 32-bit lanes of all vectors to those of the first, which it returns.
func fold(k *arm64.Kernel, v []arm64.Vector) arm64.Vector {
	for ; len(v) > 1; v = v[:len(v)/2] {
		for i := range len(v) / 2 {
			k.ADDVector(arm64.Words, v[i], v[i], v[len(v)/2+i])
		}
	}
	return v[0]
}

// multiplyLanes clips the neurons as 16-bit lanes, multiplies them with the weights, which the contract on the weights
// makes fit 16 bits, and once more with the clipped values, to sums of 32 bits. Eight sums hide the latency.
func multiplyLanes(k *arm64.Kernel) product {
	zero, one := zeros(k, 1)[0], constant(k, arm64.Halves, activationLimit)
	sums := zeros(k, 2*blockVectors)
	return product{
		accumulate: func(values, weights []arm64.Vector) {
			for _, v := range values {
				k.SMAX(v, v, zero)
			}
			for _, v := range values {
				k.SMIN(v, v, one)
			}
			for i, v := range values {
				k.MUL(weights[i], weights[i], v)
			}
			for i, v := range values {
				k.SMLAL(sums[2*i], v, weights[i])
				k.SMLAL2(sums[2*i+1], v, weights[i])
			}
		},
		sum: func() arm64.Vector { return fold(k, sums) },
	}
}

// The dot products multiply bytes. Clipped neurons are unsigned bytes, weights signed ones, and the squares of the neurons
// are two unsigned bytes each. So the sum of squares times weights is that of their low bytes times weights plus 256 times
// that of their high bytes times weights.

// squareBytes clips the neurons of a block and separates the low from the high bytes of their squares. It returns vectors of
// bytes: the clipped neurons, the low and the high bytes of the squares, and the weights, two of each. They take the places
// of values and weights and two vectors more.
func squareBytes(k *arm64.Kernel, values, weights, spare []arm64.Vector) (clipped, low, high, bytes []arm64.Vector) {
	clipped, bytes = []arm64.Vector{spare[0], spare[1]}, []arm64.Vector{weights[0], weights[2]}
	low, high = []arm64.Vector{weights[1], weights[3]}, []arm64.Vector{values[0], values[2]}
	for i := range 2 {
		k.SQXTUN(clipped[i], values[2*i])
	}
	for i := range 2 {
		k.SQXTUN2(clipped[i], values[2*i+1])
	}
	for i := range 2 {
		k.UZP1(bytes[i], weights[2*i], weights[2*i+1])
	}
	for i := range 2 {
		k.UMULL(values[2*i], clipped[i], clipped[i])
	}
	for i := range 2 {
		k.UMULL2(values[2*i+1], clipped[i], clipped[i])
	}
	for i := range 2 {
		k.UZP1(low[i], values[2*i], values[2*i+1])
	}
	for i := range 2 {
		k.UZP2(high[i], values[2*i], values[2*i+1])
	}
	return clipped, low, high, bytes
}

// dotMixed multiplies the unsigned bytes of the squares with the signed weights at once.
func dotMixed(k *arm64.Kernel) product {
	lows, highs, spare := zeros(k, 2), zeros(k, 2), k.Vectors(2)
	return product{
		accumulate: func(values, weights []arm64.Vector) {
			_, low, high, bytes := squareBytes(k, values, weights, spare)
			for i := range 2 {
				k.USDOT(lows[i], low[i], bytes[i])
			}
			for i := range 2 {
				k.USDOT(highs[i], high[i], bytes[i])
			}
		},
		sum: func() arm64.Vector {
			low, high := fold(k, lows), fold(k, highs)
			k.SHL(arm64.Words, high, high, 8)
			k.ADDVector(arm64.Words, low, low, high)
			return low
		},
	}
}

// dotUnsigned has only dot products of bytes with like signs. It adds 128 to the weights, which makes them unsigned, and
// takes away 128 times the sum of the squares in the end.
func dotUnsigned(k *arm64.Kernel) product {
	lows, highs, squares, spare := zeros(k, 2), zeros(k, 2), zeros(k, 2), k.Vectors(2)
	offset := constant(k, arm64.Bytes, 128)
	return product{
		accumulate: func(values, weights []arm64.Vector) {
			clipped, low, high, bytes := squareBytes(k, values, weights, spare)
			for i := range 2 {
				k.EOR(bytes[i], bytes[i], offset)
			}
			for i := range 2 {
				k.UDOT(squares[i], clipped[i], clipped[i])
			}
			for i := range 2 {
				k.UDOT(lows[i], low[i], bytes[i])
			}
			for i := range 2 {
				k.UDOT(highs[i], high[i], bytes[i])
			}
		},
		sum: func() arm64.Vector {
			low, high, square := fold(k, lows), fold(k, highs), fold(k, squares)
			k.SHL(arm64.Words, high, high, 8)
			k.SHL(arm64.Words, square, square, 7)
			k.ADDVector(arm64.Words, low, low, high)
			k.SUBVector(arm64.Words, low, low, square)
			return low
		},
	}
}
