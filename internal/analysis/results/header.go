package results

import (
	"fmt"
	"slices"
	"strings"
)

// Differences describes the differences of an analysis from the one that wrote the header h.
func (h *Header) Differences(now *Header) (list []string) {
	add := func(what string, before, now any) {
		if before != now {
			list = append(list, fmt.Sprintf("%s was %v, now it is %v", what, orNone(before), orNone(now)))
		}
	}
	add("the engine", h.Engine, now.Engine)
	if h.Build != "" && now.Build != "" { // older files have none
		add("the build of the engine", h.Build, now.Build)
	}
	add("the network", h.Network, now.Network)
	h.Limits.Differences(now.Limits, add)
	add("--format", h.Reading, now.Reading)
	add("--shard", h.Shard, now.Shard)
	add("--skip", h.Skip, now.Skip)
	add("--no-times", h.NoTimes, now.NoTimes)
	if slices.Equal(h.Inputs, now.Inputs) {
		return list
	}
	add("the number of inputs", len(h.Inputs), len(now.Inputs))
	for i := range min(len(h.Inputs), len(now.Inputs)) {
		before, now := h.Inputs[i], now.Inputs[i]
		add("an input", before.Name, now.Name)
		if before.Name == now.Name && before != now {
			list = append(list, fmt.Sprintf("%s has changed", now.Name))
		}
	}
	return list
}

func orNone(v any) any {
	if v == "" {
		return "none"
	}
	return v
}

// checkSame returns an error if an analysis has other settings than the one that wrote the header h.
func (h *Header) checkSame(now *Header) error {
	before := *h
	if before.Build == "" {
		before.Build = "unknown"
	}
	if list := before.Differences(now); len(list) > 0 {
		return fmt.Errorf("it belongs to an analysis with other settings: %s", strings.Join(list, "; "))
	}
	return nil
}
