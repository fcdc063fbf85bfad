package train

import (
	"math"
	"unsafe"
)

//go:generate go run -C ../../build/kernelgen ./train -pkg train -out ../../training/train/vector_amd64.s -stubs ../../training/train/vector_amd64.go

// kernels are the loops that training spends its time in, for one instruction set. They trust their arguments, whose
// slices are given by their first elements. All sets of kernels round alike: the reference in plain Go says in which
// order, and its conversions to float32 keep compilers from fusing multiplications with additions.
type kernels struct {
	name string // of the instruction set

	// forward computes the columns of one tile for samples of one output bucket that have the same number of pieces, at
	// least 2. Features has one number for each piece of a sample (see packFeatures). To activations go, per sample, the tile's
	// activations for the side to move and for its opponent, clipped to 0..1 but not squared; to sums the share of
	// the tile in the sample's output. Output is the row of the bucket's output weights in the tile, its opponent's
	// follows.
	forward func(tile, output *float32, features *uint32, samples, pieces int, activations, sums *float32)

	// backward adds the gradients of the parameters of the tile, from the samples' derivatives of the loss by the output
	// (errors) and the activations of forward.
	backward func(gradient, outputGradient, output *float32, features *uint32, samples, pieces int, activations, errors *float32)

	// step applies AdamW to count parameters, a multiple of tileColumns. Their gradient is the sum of the given number
	// of slices' gradients, which are stride apart, and which are zeroed.
	step func(parameters, momentum, variance, gradients *float32, count, slices, stride int, r *rates)
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

func forward(tile, output *float32, features *uint32, samples, pieces int, activations, sums *float32) {
	list, total := unsafe.Slice(features, samples*pieces), unsafe.Slice(sums, samples)
	ours, theirs := rowAt(output, 0), rowAt(output, 1)
	for i := range total {
		us, them := *rowAt(tile, biasRow), *rowAt(tile, biasRow)
		for _, f := range list[i*pieces:][:pieces] {
			first, second := unpackFeatures(f)
			addRow(&us, rowAt(tile, first))
			addRow(&them, rowAt(tile, second))
		}
		clip(&us)
		clip(&them)
		*rowAt(activations, 2*i), *rowAt(activations, 2*i+1) = us, them
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

func backward(gradient, outputGradient, output *float32, features *uint32, samples, pieces int, activations, errors *float32) {
	list, scales := unsafe.Slice(features, samples*pieces), unsafe.Slice(errors, samples)
	bias := rowAt(gradient, biasRow)
	var delta [2]columns
	for i, scale := range scales {
		for p := range 2 {
			active, weights, sum := rowAt(activations, 2*i+p), rowAt(output, p), rowAt(outputGradient, p)
			for c, a := range active {
				d := float32(scale * a)
				sum[c] += float32(d * a)
				if d = float32(d * (weights[c] + weights[c])); !(a < 1) {
					d = 0
				}
				delta[p][c] = d
			}
			addRow(bias, &delta[p])
		}
		for _, f := range list[i*pieces:][:pieces] {
			first, second := unpackFeatures(f)
			addRow(rowAt(gradient, first), &delta[0])
			addRow(rowAt(gradient, second), &delta[1])
		}
	}
}

func step(parameters, momentum, variance, gradients *float32, count, slices, stride int, r *rates) {
	weights := unsafe.Slice(parameters, count)
	first, second := unsafe.Slice(momentum, count), unsafe.Slice(variance, count)
	all := unsafe.Slice(gradients, (slices-1)*stride+count)
	for i := range weights {
		g := float32(0)
		for s := range slices {
			g += all[s*stride+i]
			all[s*stride+i] = 0
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
