package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Differences describes the differences of an analysis from the one that wrote the header h.
func (h *Header) Differences(now *Header) (list []string) {
	differ := func(what, before, now string) {
		list = append(list, fmt.Sprintf("%s was %s, now it is %s", what, cmp.Or(before, "none"), cmp.Or(now, "none")))
	}
	add := func(what string, before, now any) {
		if before != now {
			differ(what, fmt.Sprint(before), fmt.Sprint(now))
		}
	}
	add("the engine", h.Engine, now.Engine)
	if h.Build != "" && now.Build != "" { // older files have none
		add("the build of the engine", h.Build, now.Build)
	}
	add("the network", h.Network, now.Network)
	h.Limits.Differences(now.Limits, differ)
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
