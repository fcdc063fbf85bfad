package eval

import (
	"bytes"
	_ "embed" // the network is part of the binary
	"fmt"
	"sync"

	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
)

// embedded is the network that the engine plays with unless another is loaded. A build with EVALFILE replaces it.
//
//go:embed default.nnue
var embedded []byte

// Default returns the network that is part of the binary. The error says that the file that EVALFILE named for the build is not
// a network.
func Default() (*Network, error) { return readEmbedded() }

// readEmbedded reads the embedded network once; all evaluators share it.
var readEmbedded = sync.OnceValues(func() (*Network, error) {
	net, err := nnue.Read(bytes.NewReader(embedded))
	if err != nil {
		return nil, fmt.Errorf("the network in the binary: %w", err)
	}
	return net, nil
})

// InstructionSet names the instructions that evaluators compute with on this machine, such as "avx2"; "go" stands
// for plain Go.
func InstructionSet() string { return nnue.InstructionSet() }

// Load reads a network from a file. The error says what is wrong with the file: it is missing, not a network, truncated or
// damaged, or has weights that could overflow.
func Load(path string) (*Network, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing is lost by an error after reading
	net, err := nnue.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return net, nil
}
