package main

import (
	"bytes"
	"go/format"
	"os"
	"testing"

	"vertigo/internal/build/tunables"
)

// The generated files are those that the table gives.
func TestGeneratedFilesAreUpToDate(t *testing.T) {
	text, err := os.ReadFile("../../../search/tunables.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, err := tunables.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range sources(all) {
		want, err := format.Source(source)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate ./search", name)
		}
	}
}
