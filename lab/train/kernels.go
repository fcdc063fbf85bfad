package main

import (
	"math"
	"unsafe"
)

//go:generate go run ./kernelgen -pkg main -out vector_amd64.s -stubs vector_amd64.go

// kernels are the loops that training spends its time in, for one instruction set. They trust their arguments, whose
// slices are given by their first elements. All sets of kernels round alike: the reference in plain Go says in which
// order, and its conversions to float32 keep compilers from fusing multiplications with additions.
type kernels struct {
	name string // of the instruction set

	// forward computes the columns of the tile: the activations, clipped to 0..1 but not squared, and the sums.
	forward func(*unit)

	// backward adds the gradients of the tile, from the errors and the activations of forward.
	backward func(*unit)

	// step applies AdamW. It zeroes the gradients.
	step func(*update)
}

// unit is a part of the work of forward and backward: a tile, for samples of one output bucket that have the same number of
// pieces, at least 2. It is an alias, as the generator writes it out.
type unit = struct {
	tile           *float32
	output         *float32 // row of the bucket's output weights in the tile; its opponent's follows
	gradient       *float32 // of the tile
	outputGradient *float32 // of output
	features       *uint32  // one number for each piece of a sample (see packFeatures)
	samples        int
	pieces         int
	activations    *float32 // by sample, of the tile's columns for the side to move and for its opponent
	sums           *float32 // by sample, the share of the tile in the output
	errors         *float32 // by sample, the derivative of the loss by the output
}

// update is a step of the optimiser for count parameters, a multiple of tileColumns. Their gradient is the sum of the given
// number of slices' gradients, which are stride apart.
type update = struct {
	parameters *float32
	momentum   *float32
	variance   *float32
	gradients  *float32
	count      int
	slices     int
	stride     int
	rates      *rates
}

// rates are the coefficients of an AdamW step, in the order in which the kernels expect them.
type rates = [9]float32

const (
	rateKeep1      = iota // decay of the momentum
	rateTake1             // 1 - rateKeep1
	rateKeep2             // decay of the variance
	rateTake2             // 1 - rateKeep2
	rateDecay             // factor of the weights: 1 - learning rate * weight decay
	rateSize              // learning rate with the momentum's bias correction
	rateCorrection        // factor of the square root of the variance: its bias correction
	rateEpsilon           // keeps the quotient finite
	rateLimit             // parameters are clipped to ± this
)

// smallestMoment is the bound below which moments count as zero: far too small to move a weight, and far above denormal
// numbers, which are slow.
const smallestMoment = 1e-30

// packFeatures returns a feature of the side to move and one of its opponent as the kernels expect them: as numbers of rows in
// a tile, the side to move's in the lower half.
func packFeatures(us, them int) uint32 { return uint32(us) | uint32(them)<<16 }

// unpackFeatures is the inverse of packFeatures.
func unpackFeatures(f uint32) (us, them int) { return int(f & 0xffff), int(f >> 16) }

// referenceKernels returns the kernels in plain Go, the reference for the others.
func referenceKernels() kernels {
	return kernels{name: "go", forward: forward, backward: backward, step: step}
}

// columns is a row of a tile.
type columns = [tileColumns]float32

// rowAt returns the row that begins the given number of rows after base.
func rowAt(base *float32, rows int) *columns {
	return (*columns)(unsafe.Add(unsafe.Pointer(base), rows*rowBytes))
}

func forward(a *unit) {
	list, total := unsafe.Slice(a.features, a.samples*a.pieces), unsafe.Slice(a.sums, a.samples)
	ours, theirs := rowAt(a.output, 0), rowAt(a.output, 1)
	for i := range total {
		us, them := *rowAt(a.tile, biasRow), *rowAt(a.tile, biasRow)
		for _, f := range list[i*a.pieces:][:a.pieces] {
			first, second := unpackFeatures(f)
			addRow(&us, rowAt(a.tile, first))
			addRow(&them, rowAt(a.tile, second))
		}
		clip(&us)
		clip(&them)
		*rowAt(a.activations, 2*i), *rowAt(a.activations, 2*i+1) = us, them
		for c := range us {
			us[c] = float32(float32(us[c]*us[c])*ours[c]) + float32(float32(them[c]*them[c])*theirs[c])
		}
		total[i] = fold(us)
	}
}

func addRow(sum, row *columns) {
	for c := range sum {
		sum[c] += row[c]
	}
}

func clip(row *columns) {
	for c, v := range row {
		row[c] = min(max(v, 0), 1)
	}
}

// fold adds up the columns: it folds the row in the middle until one column is left.
func fold(row columns) float32 {
	for width := tileColumns / 2; width > 0; width /= 2 {
		for c := range width {
			row[c] += row[c+width]
		}
	}
	return row[0]
}

func backward(a *unit) {
	list, scales := unsafe.Slice(a.features, a.samples*a.pieces), unsafe.Slice(a.errors, a.samples)
	bias := rowAt(a.gradient, biasRow)
	var delta [2]columns
	for i, scale := range scales {
		for p := range 2 {
			active, weights, sum := rowAt(a.activations, 2*i+p), rowAt(a.output, p), rowAt(a.outputGradient, p)
			for c, v := range active {
				d := float32(scale * v)
				sum[c] += float32(d * v)
				if d = float32(d * (weights[c] + weights[c])); !(v < 1) {
					d = 0
				}
				delta[p][c] = d
			}
			addRow(bias, &delta[p])
		}
		for _, f := range list[i*a.pieces:][:a.pieces] {
			first, second := unpackFeatures(f)
			addRow(rowAt(a.gradient, first), &delta[0])
			addRow(rowAt(a.gradient, second), &delta[1])
		}
	}
}

func step(a *update) {
	weights, r := unsafe.Slice(a.parameters, a.count), a.rates
	first, second := unsafe.Slice(a.momentum, a.count), unsafe.Slice(a.variance, a.count)
	all := unsafe.Slice(a.gradients, (a.slices-1)*a.stride+a.count)
	for i := range weights {
		g := float32(0)
		for s := range a.slices {
			g += all[s*a.stride+i]
			all[s*a.stride+i] = 0
		}
		m := flush(float32(first[i]*r[rateKeep1]) + float32(g*r[rateTake1]))
		v := flush(float32(second[i]*r[rateKeep2]) + float32(float32(g*g)*r[rateTake2]))
		first[i], second[i] = m, v
		root := float32(math.Sqrt(float64(v))) // rounded once: a float64 has twice the digits and more
		change := float32(m*r[rateSize]) / (float32(root*r[rateCorrection]) + r[rateEpsilon])
		weights[i] = max(min(float32(weights[i]*r[rateDecay])-change, r[rateLimit]), -r[rateLimit])
	}
}

func flush(moment float32) float32 {
	if moment < smallestMoment && moment > -smallestMoment {
		return 0
	}
	return moment
}
