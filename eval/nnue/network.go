// Package nnue evaluates chess positions with an efficiently updatable neural network.
//
// # Architecture
//
// Each side looks at the board from its own perspective: its own pieces come first, its back rank is the first rank, and when
// its king stands on the files e to h the board is mirrored, so that the king is always found on the files a to d. There are
// 5,632 inputs: two to sixteen per piece and square, since a piece under threat, a passed pawn or a rook on an open file is
// a different input from the same piece without such a trait (see Traits). So the network sees what it could hardly compute from
// the squares of the pieces. A first layer of Hidden neurons, shared by both perspectives, adds up the weights of the inputs
// that are present: the accumulator. Its values are clipped to 0..1 and squared (SCReLU), and the neurons of the side to move
// followed by those of its opponent are weighted and summed to one number. The weights of this last step come in buckets,
// chosen by the number of pieces (see Bucket).
//
// A move changes few inputs of a perspective: those of the pieces that move, and of those whose traits it changes.
// So the accumulator of a position follows from that of the position before in a few additions of weight rows. Evaluator does
// this along a line of play.
//
// # Numbers
//
// Everything is done in integers, and the same ones everywhere: the vector kernels and the plain Go code agree bit by
// bit. First-layer weights are int8 and biases int16 in units of 1/QA, output weights int16 in units of 1/QB, output biases
// int32 in units of 1/(QA*QB). Most of the time of an evaluation goes into loading first-layer weights, hence the eight bits.
// With the accumulators a and the weights w, the evaluation in centipawns is
//
//	dot   = sum over the 2*Hidden neurons of (clip(a) * w) * clip(a)     clip(a) = min(max(a, 0), QA)
//	score = (dot + QA * bias) * Scale / (QA * QA * QB)                   rounded towards zero
//
// so that a network trained on sigmoid(output) as the expected result, with floating-point weights W, holds
// round(W * QA) and round(W * QB), and an output of 1 means Scale centipawns, a number that comes with the network.
//
// Three bounds make sure that no step can overflow. Network.Validate checks them; they hold for every position:
//
//   - |w| <= MaxOutputWeight for output weights, so that clip(a) * w fits an int16;
//   - the positive and the negative output weights of a bucket, each times QA * QA, add up to an int32, and therefore
//     every partial sum of dot in any order is one;
//   - |b| <= MaxFeatureBias for first-layer biases, so that no 32 pieces can drive an accumulator out of an int16.
package nnue

//go:generate go run vertigo/internal/build/kernelgen -pkg nnue -out vector_amd64.s -stubs vector_amd64.go

import (
	"fmt"
	"math"
	"unicode/utf8"
	"unsafe"
)

// The quantisation: QA is the 1 of accumulators and activations, QB that of output weights. Of the first-layer weights, one in
// six hundred lies beyond ±1, which a QA of 127 leaves room for. Trained output weights are small, nine tenths of them within
// ±0.15: the smaller QA leaves room for a QB of 256, which rounds them finely.
const (
	QA = 127
	QB = 256
)

// Limits of a network's shape and numbers. HiddenStep divides the size of the hidden layer.
const (
	FeatureCount    = (8 + 6 + 6 + 6 + 2 + 16) * classFeatures // see classCounts
	HiddenStep      = 32
	MaxHidden       = 2048
	MaxBuckets      = 31
	MaxOutputWeight = 255
	MaxFeatureBias  = math.MaxInt16 + maxPieces*math.MinInt8
	MaxInfo         = 1 << 16 // bytes
)

// MaxOutputSum bounds the sum of the positive output weights of a bucket, and that of the negative ones.
const MaxOutputSum = math.MaxInt32 / (QA * QA)

// LargestScale is the greatest Scale that a network may have, in centipawns.
const LargestScale = 10000

// DefaultScale is the Scale of a network that nothing else is known about.
const DefaultScale = 400

// MaxScore bounds the evaluation in centipawns: it can never be taken for a mate.
const MaxScore = 20000

// maxPieces is the most pieces that a position can have.
const maxPieces = 32

// Network is an evaluation network. It is not changed by evaluating, so that any number of evaluators may share one.
type Network struct {
	Hidden  int // neurons per perspective, a multiple of HiddenStep up to MaxHidden
	Buckets int // output buckets, 1 to MaxBuckets
	Scale   int // centipawns that an output of 1 means, 1 to LargestScale

	FeatureWeights []int8  // [FeatureCount][Hidden], in 1/QA
	FeatureBias    []int16 // [Hidden], in 1/QA
	OutputWeights  []int16 // [Buckets][2*Hidden], the side to move first, in 1/QB
	OutputBias     []int32 // [Buckets], in 1/(QA*QB)

	// Info is the network's card: a text in UTF-8 of at most MaxInfo bytes that says where it comes from.
	Info string
}

// NewNetwork returns a network of the given shape with all weights zero, laid out in memory as the vector kernels
// like it best. The shape must be one that Validate accepts.
func NewNetwork(hidden, buckets int) *Network {
	return &Network{
		Hidden: hidden, Buckets: buckets, Scale: DefaultScale,
		FeatureWeights: aligned[int8](FeatureCount * hidden),
		FeatureBias:    aligned[int16](hidden),
		OutputWeights:  aligned[int16](buckets * 2 * hidden),
		OutputBias:     make([]int32, buckets),
	}
}

// aligned returns n zeros that begin on a cache line, so that no vector load straddles two.
func aligned[T int8 | int16](n int) []T {
	const line = 64
	s := make([]T, n+line)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(s)))%line) / int(unsafe.Sizeof(s[0]))
	return s[skip : skip+n : skip+n]
}

// Validate returns an error that says why n cannot be used: a shape or a slice of the wrong size, a card that is too
// long or no UTF-8, or weights with which some position's evaluation could overflow.
func (n *Network) Validate() error {
	if err := n.checkShape(); err != nil {
		return err
	}
	if err := checkScale(n.Scale); err != nil {
		return err
	}
	if len(n.Info) > MaxInfo {
		return fmt.Errorf("network card of %d bytes, at most %d are allowed", len(n.Info), MaxInfo)
	}
	if !utf8.ValidString(n.Info) {
		return fmt.Errorf("network card is not UTF-8 text")
	}
	for i, b := range n.FeatureBias {
		if b < -MaxFeatureBias || b > MaxFeatureBias {
			return fmt.Errorf("feature bias %d is %d, beyond ±%d", i, b, MaxFeatureBias)
		}
	}
	return n.checkOutputs()
}

// checkSizes returns an error unless there can be a network with these numbers of neurons and buckets.
func checkSizes(hidden, buckets int) error {
	if hidden < HiddenStep || hidden > MaxHidden || hidden%HiddenStep != 0 {
		return fmt.Errorf("network with %d hidden neurons, want a multiple of %d up to %d", hidden, HiddenStep, MaxHidden)
	}
	if buckets < 1 || buckets > MaxBuckets {
		return fmt.Errorf("network with %d output buckets, want 1 to %d", buckets, MaxBuckets)
	}
	return nil
}

// checkScale returns an error unless an output of 1 can mean this many centipawns.
func checkScale(scale int) error {
	if scale < 1 || scale > LargestScale {
		return fmt.Errorf("network with a scale of %d centipawns, want 1 to %d", scale, LargestScale)
	}
	return nil
}

// checkShape returns an error unless the slices have the sizes that Hidden and Buckets ask for: the vector kernels rely on it.
func (n *Network) checkShape() error {
	if err := checkSizes(n.Hidden, n.Buckets); err != nil {
		return err
	}
	for _, s := range []struct {
		name       string
		size, want int
	}{
		{"feature weights", len(n.FeatureWeights), FeatureCount * n.Hidden},
		{"feature biases", len(n.FeatureBias), n.Hidden},
		{"output weights", len(n.OutputWeights), n.Buckets * 2 * n.Hidden},
		{"output biases", len(n.OutputBias), n.Buckets},
	} {
		if s.size != s.want {
			return fmt.Errorf("network with %d %s, want %d", s.size, s.name, s.want)
		}
	}
	return nil
}

// checkOutputs bounds every product and every partial sum of the output layer.
func (n *Network) checkOutputs() error {
	for bucket := range n.Buckets {
		positive, negative := 0, 0
		for i, w := range n.outputWeights(bucket) {
			if w < -MaxOutputWeight || w > MaxOutputWeight {
				return fmt.Errorf("output weight %d of bucket %d is %d, beyond ±%d", i, bucket, w, MaxOutputWeight)
			}
			positive += max(int(w), 0)
			negative -= min(int(w), 0)
		}
		if most := max(positive, negative); most > MaxOutputSum {
			return fmt.Errorf("output weights of one sign in bucket %d add up to %d; beyond %d they could overflow",
				bucket, most, MaxOutputSum)
		}
	}
	return nil
}

// outputWeights returns the 2*Hidden output weights of a bucket.
func (n *Network) outputWeights(bucket int) []int16 {
	return n.OutputWeights[bucket*2*n.Hidden:][:2*n.Hidden]
}

// score turns the dot product of activations and output weights into centipawns.
func (n *Network) score(dot int32, bucket int) int {
	total := (int64(dot) + QA*int64(n.OutputBias[bucket])) * int64(n.Scale)
	return int(min(max(total/(QA*QA*QB), -MaxScore), MaxScore))
}
