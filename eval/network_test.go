package eval

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"vertigo/eval/nnue"
	"vertigo/eval/winrate"
	"vertigo/internal/testing/must"
)

// TestWinRateNetwork fails when the network is another than the one that the win-rate model is fitted to.
func TestWinRateNetwork(t *testing.T) {
	net := must.Get(Default())(t)
	must.Equal(t, net.String(), winrate.Network, net)
}

// TestLoad reads a network back from a file, and refuses other files with errors that name them; the reasons are nnue's.
func TestLoad(t *testing.T) {
	folder := t.TempDir()
	want := nnue.RandomNetwork(5, 32, 2)
	var file bytes.Buffer
	must.Do(t, want.Write(&file))
	write := func(name string, content []byte) string {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, content, 0o600))
		return path
	}
	got, err := Load(write("whole", file.Bytes()))
	if err != nil || got.String() != want.String() {
		t.Errorf("read %v, %v; want %v", got, err, want)
	}
	damaged := bytes.Clone(file.Bytes())
	damaged[5000] ^= 1
	for _, path := range []string{filepath.Join(folder, "missing"), write("empty", nil), write("damaged", damaged)} {
		_, err := Load(path)
		must.Fail(t, err, path)
	}
}

// TestDefaultCard checks that the network in the binary says where it comes from.
func TestDefaultCard(t *testing.T) {
	must.Contain(t, network(t).Info, "samples", "training")
}
