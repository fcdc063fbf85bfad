package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
)

// card returns the text in the file of a network: its shape, its data and settings, and the losses. It follows from settings
// and samples, so that the same training gives the same file.
func (r *training) card(quantisationError float64, scale int, reference *eval.Network) string {
	s, set := &r.state, &r.state.Settings
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	line("network: mirrored %d -> 2x%d -> 1, SCReLU, %d output buckets by pieces", nnue.FeatureCount, set.Hidden, set.Buckets)
	line("unit: an output of 1 means %d cp, so that evaluations are as large as those of %v", scale, reference)
	line("rounding to integers: %.2f cp on average", quantisationError)
	line("samples: %d for training, %d for validation, checksum %016x", s.Training, s.Validation, s.SamplesChecksum)
	text.WriteString(strings.ToValidUTF8(r.samples.info, "?"))
	line("training: %d of %d batches of %d samples, %.1f epochs", s.Batches, set.batches(), set.Batch,
		float64(s.Batches)*float64(set.Batch)/float64(max(s.Training/runLength*runLength, 1)))
	line("target: %g of the result, the rest sigmoid(score / %.4g cp); loss: the squared error", set.Result, set.Scale)
	if set.Start != "" {
		line("start: %s", set.Start)
	}
	line("optimiser: AdamW, weight decay %g, learning rate %g to %g after %d batches of warm-up, seed %d",
		set.Decay, set.Rate, set.Rate*set.EndShare, set.WarmUp, set.Seed)
	if s.Batches > set.settled() {
		line("hidden layer: rounded to integers and fixed from batch %d on", set.settled()+1)
	}
	line("losses:")
	line("superbatch  training  validation     score    result  learning rate")
	for i, b := range s.Superbatches {
		line("%10d  %8.6f  %10s  %8s  %8s  %13.3g", i+1, b.Training, r.validationText(b.Validation), r.validationText(b.Score),
			r.validationText(b.Result), b.Rate)
	}
	return text.String()
}

func (r *training) validationText(loss float64) string {
	if r.samples.validation == 0 {
		return "-"
	}
	return fmt.Sprintf("%.6f", loss)
}

// errorSamples bounds the training samples on which the rounding error is measured.
const errorSamples = 4096

// writeNetwork writes the quantised network and its card, which in its own file has the checksum of the network's
// file, too.
func (r *training) writeNetwork() error {
	n := r.trainer.quantise()
	whole := r.samples.training / runLength * runLength
	measured := min(errorSamples, r.state.Settings.Batch, whole)
	runs := r.samples.runs(whole-measured, measured)
	reference, err := eval.Default()
	if err != nil {
		return err
	}
	n.Scale = matchingScale(n, reference, runs)
	difference, err := r.trainer.quantisationError(n, runs)
	if err != nil {
		return err
	}
	n.Info = r.card(difference, n.Scale, reference)
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		return err
	}
	err = files.WriteFile(filepath.Join(r.folder, networkFile), file.Bytes())
	if err != nil {
		return err
	}
	return files.Write(filepath.Join(r.folder, cardFile), func(f *files.File) error {
		_, err := fmt.Fprintf(f, "file: %s, %d bytes, xxHash64 %016x\n%s", networkFile, file.Len(), xxhash.Sum64(file.Bytes()), n.Info)
		return err
	})
}
