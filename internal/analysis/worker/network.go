package worker

import "vertigo/eval"

// OpenNetwork reads the network in the file of the given name, or takes the one in the binary if the name is empty.
func OpenNetwork(name string) (*eval.Network, error) {
	if name == "" {
		return eval.Default()
	}
	return eval.Load(name)
}
