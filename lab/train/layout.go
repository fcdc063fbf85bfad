package main

import (
	"unsafe"

	"vertigo/eval/nnue"
)

// The parameters of a network are one slice of float32:
//
//	tile 0, tile 1, …   Hidden/tileColumns of them
//	output biases       one per bucket, filled up with zeros to whole rows
//
// and a tile, which holds tileColumns neurons of the hidden layer, is
//
//	rows 0..5631        weights of the features
//	row  5632           biases
//	rows 5633, 5634     output weights of bucket 0: side to move, opponent
//	rows 5635, …        of the other buckets
//
// Gradients and the optimiser's moments have the same layout. The generator of the vector kernels knows it, too.
const (
	tileColumns = 16
	rowBytes    = 4 * tileColumns
	biasRow     = nnue.FeatureCount
	outputRow   = biasRow + 1
)

// layout is the shape of a network and where its parameters are.
type layout struct {
	hidden, buckets int
}

func (l layout) tiles() int { return l.hidden / tileColumns }

// tileSize returns the number of parameters in a tile.
func (l layout) tileSize() int { return (outputRow + 2*l.buckets) * tileColumns }

// biases returns where the output biases begin.
func (l layout) biases() int { return l.tiles() * l.tileSize() }

// size returns the number of parameters.
func (l layout) size() int {
	return l.biases() + (l.buckets+tileColumns-1)/tileColumns*tileColumns
}

// feature returns where the weight of feature f for neuron h is.
func (l layout) feature(f, h int) int {
	return h/tileColumns*l.tileSize() + f*tileColumns + h%tileColumns
}

// bias returns where the bias of neuron h is.
func (l layout) bias(h int) int { return l.feature(biasRow, h) }

// output returns where the output weight of neuron h of a bucket is, for the side to move (0) or its opponent (1).
func (l layout) output(bucket, perspective, h int) int {
	return l.feature(outputRow+2*bucket+perspective, h)
}

// alignedFloats returns n zeros that begin on a cache line, so that no row straddles two.
func alignedFloats(n int) []float32 {
	s := make([]float32, n+tileColumns)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(s)))%rowBytes) / 4
	return s[skip : skip+n : skip+n]
}
