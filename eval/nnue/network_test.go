package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/internal/testing/playout"
)

// file returns n as a file.
func file(t testing.TB, n *Network) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := n.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWriteRead(t *testing.T) {
	for _, shape := range [][2]int{{32, 1}, {64, 8}, {160, 3}, {256, 8}, {512, 31}} {
		n := RandomNetwork(1, shape[0], shape[1])
		n.Info = "generation 3, 20 million positions – Straße"
		data := file(t, n)
		got, err := Read(iotest.HalfReader(bytes.NewReader(data)))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, n) {
			t.Errorf("%v: what was read is not what was written", shape)
		}
		if !bytes.Equal(file(t, got), data) {
			t.Errorf("%v: written again, the file is another", shape)
		}
		if address := uintptr(unsafe.Pointer(&got.FeatureWeights[0])); address%64 != 0 {
			t.Errorf("%v: weights at %#x, not on a cache line", shape, address)
		}
	}
}

// TestFormat reads a file put together by hand after the format's description.
func TestFormat(t *testing.T) {
	const hidden, buckets, info = 32, 2, "card"
	b := []byte("VERTINET")
	for _, v := range []uint32{formatVersion, hidden, buckets, 321, uint32(len(info))} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	next := 0
	words := func(n int) {
		for range n {
			b = binary.LittleEndian.AppendUint16(b, uint16(next%101-50))
			next++
		}
	}
	words(5632 * hidden)
	words(hidden)
	words(buckets * 2 * hidden)
	b = binary.LittleEndian.AppendUint32(b, 1000000)
	b = binary.LittleEndian.AppendUint32(b, math.MaxUint32) // -1
	b = append(b, info...)
	b = binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b))
	n, err := Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	weight := func(i int) int16 { return int16(i%101 - 50) }
	switch {
	case n.Hidden != hidden || n.Buckets != buckets || n.Scale != 321 || n.Info != info:
		t.Errorf("%d neurons, %d buckets, scale %d, card %q", n.Hidden, n.Buckets, n.Scale, n.Info)
	case n.FeatureWeights[5000*hidden+5] != weight(5000*hidden+5):
		t.Errorf("feature weight %d", n.FeatureWeights[5000*hidden+5])
	case n.FeatureBias[3] != weight(5632*hidden+3):
		t.Errorf("feature bias %d", n.FeatureBias[3])
	case n.OutputWeights[100] != weight(5633*hidden+100):
		t.Errorf("output weight %d", n.OutputWeights[100])
	case n.OutputBias[0] != 1000000 || n.OutputBias[1] != -1:
		t.Errorf("output biases %d", n.OutputBias)
	}
}

// TestFormatWithoutChecks reads a file of version 5, which has no inputs for safe checks. The network evaluates as that version
// did.
func TestFormatWithoutChecks(t *testing.T) {
	const hidden, buckets = 32, 3
	weight := func(row, column int) int16 { return int16((row*7+column*13)%61 - 30) }
	b := []byte("VERTINET")
	for _, v := range []uint32{5, hidden, buckets, 300, 0} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	for row := range 4096 {
		for column := range hidden {
			b = binary.LittleEndian.AppendUint16(b, uint16(weight(row, column)))
		}
	}
	like := RandomNetwork(4, hidden, buckets)
	for _, part := range []any{like.FeatureBias, like.OutputWeights, like.OutputBias} {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	b = binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b))
	n, err := Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	for p := range playout.Positions(21, 500) {
		us := p.Turn()
		var acc [board.ColorCount][]int16
		for c := board.White; c <= board.Black; c++ {
			acc[c] = slices.Clone(like.FeatureBias)
			for sq := range p.Occupied().All() {
				seen, pc := sq, p.At(sq)
				if c == board.Black {
					seen ^= 56
				}
				if p.King(c).File() > 3 {
					seen ^= 7
				}
				row := [...]int{0, 8, 14, 20, 26, 28}[pc.Type()]*128 + int(seen)
				if pc.Color() != c {
					row += 64
				}
				row += structure(p, sq) * 128
				if isThreatened(p, sq) {
					row += 128
				}
				for column := range hidden {
					acc[c][column] += weight(row, column)
				}
			}
		}
		bucket := Bucket(p.Occupied().Count(), buckets)
		sum := dot(&acc[us][0], &acc[us.Other()][0], &like.outputWeights(bucket)[0], hidden)
		want := int((int64(sum) + QA*int64(like.OutputBias[bucket])) * 300 / (QA * QA * QB))
		if got := scratch(n, p); got != want {
			t.Fatalf("%s: %d, want %d", p.FEN(), got, want)
		}
	}
}

// sealed returns data with its checksum made right again.
func sealed(data []byte) []byte {
	body := data[:len(data)-8]
	return binary.LittleEndian.AppendUint64(bytes.Clone(body), xxhash.Sum64(body))
}

func TestReadRefuses(t *testing.T) {
	good := file(t, RandomNetwork(2, 64, 8))
	with := func(offset int, value uint32) []byte {
		b := bytes.Clone(good)
		binary.LittleEndian.PutUint32(b[offset:], value)
		return sealed(b)
	}
	flip := func(offset int) []byte {
		b := bytes.Clone(good)
		b[offset] ^= 0x10
		return b
	}
	outputs := headerSize + 2*(5633*64)
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "not a network"},
		{"text", []byte("EvalFile of another engine, much longer than the header"), "not a network"},
		{"part of the magic", good[:5], "not a network"},
		{"part of the header", good[:20], "truncated: it ends after 20 bytes"},
		{"the header alone", good[:headerSize], "truncated: it ends after 28 of"},
		{"half a file", good[:len(good)/2], "truncated"},
		{"all but a byte", good[:len(good)-1], "truncated"},
		{"a byte more", append(bytes.Clone(good), 0), "wrong size"},
		{"two files", append(bytes.Clone(good), good...), "wrong size"},
		{"a former version", with(8, 3), "format version 3"},
		{"a version to come", with(8, 7), "format version 7"},
		{"no neurons", with(12, 0), "0 hidden neurons"},
		{"odd neurons", with(12, 65), "65 hidden neurons"},
		{"fewer neurons", with(12, 32), "wrong size"},
		{"more neurons", with(12, 96), "truncated"},
		{"neurons beyond all bounds", with(12, math.MaxUint32-31), "hidden neurons"},
		{"no buckets", with(16, 0), "0 output buckets"},
		{"too many buckets", with(16, 32), "32 output buckets"},
		{"no scale", with(20, 0), "scale of 0 centipawns"},
		{"a scale beyond all bounds", with(20, math.MaxUint32), "scale of 10001 centipawns"},
		{"buckets beyond all bounds", with(16, math.MaxUint32), "output buckets"},
		{"a huge card", with(24, math.MaxUint32), "network card of"},
		{"a flipped bit in the shape", flip(12), "hidden neurons"},
		{"a flipped bit in a weight", flip(1000), "corrupt"},
		{"a flipped bit in the card", flip(len(good) - 10), "corrupt"},
		{"a flipped bit in the checksum", flip(len(good) - 1), "corrupt"},
		{"output weight too large", with(outputs, 128), "beyond ±127"},
		{"card that is no text", with(len(good)-8-4, 0xffffffff), "UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := Read(bytes.NewReader(c.data))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if err != nil && (!strings.HasPrefix(err.Error(), "network file: ") || strings.Contains(err.Error(), "\n")) {
				t.Errorf("error %q should be one line that begins with what it is about", err)
			}
			if n != nil {
				t.Error("a network came with the error")
			}
		})
	}
}

func TestReadPassesOnErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	good := file(t, RandomNetwork(3, 32, 1))
	for _, n := range []int{0, 10, 24, 1000} {
		_, err := Read(io.MultiReader(bytes.NewReader(good[:n]), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Errorf("after %d bytes: error %v, want the reader's", n, err)
		}
	}
}

func TestValidate(t *testing.T) {
	repeat := func(s []int16, v int16) {
		for i := range s {
			s[i] = v
		}
	}
	const limit = math.MaxInt32 / (QA * QA) // of the sum of output weights of one sign
	for _, c := range []struct {
		name  string
		spoil func(n *Network)
		want  string // empty: valid
	}{
		{"unchanged", func(*Network) {}, ""},
		{"largest output weights", func(n *Network) {
			n.OutputWeights[0], n.OutputWeights[1] = MaxOutputWeight, -MaxOutputWeight
		}, ""},
		{"output weight above", func(n *Network) { n.OutputWeights[70] = MaxOutputWeight + 1 }, "output weight 70 of bucket 0 is 128"},
		{"output weight below", func(n *Network) { n.OutputWeights[600] = -MaxOutputWeight - 1 },
			"output weight 88 of bucket 1 is -128"},
		{"outputs just fit", func(n *Network) { repeat(n.OutputWeights[512:][:limit/65], 65) }, ""},
		{"positive outputs add up", func(n *Network) { repeat(n.OutputWeights[512:], 65) }, "bucket 1 add up to 33280"},
		{"negative outputs add up", func(n *Network) { repeat(n.OutputWeights[:512], -65) }, "bucket 0 add up to 33280"},
		{"both signs in balance", func(n *Network) {
			repeat(n.OutputWeights[:256], 120)
			repeat(n.OutputWeights[256:512], -120)
		}, ""},
		{"bias leaves no room", func(n *Network) { n.FeatureBias[7] = math.MaxInt16 }, "neuron 7 can reach"},
		{"features just fit", func(n *Network) { repeat(n.FeatureWeights, 1023); repeat(n.FeatureBias, 31) }, ""},
		{"features too large", func(n *Network) { repeat(n.FeatureWeights, 1023); repeat(n.FeatureBias, 31); n.FeatureBias[9] = 32 },
			"neuron 9 can reach 32 to 32768"},
		{"features just fit below", func(n *Network) { repeat(n.FeatureWeights, -1024); repeat(n.FeatureBias, 0) }, ""},
		{"features too small", func(n *Network) { repeat(n.FeatureWeights, -1024); n.FeatureBias[0] = -1 },
			"neuron 0 can reach -32769"},
		{"one large weight per square and few squares", func(n *Network) {
			repeat(n.FeatureBias, 0)
			repeat(n.FeatureWeights, 0)
			for piece := range 12 {
				n.FeatureWeights[(piece*64+20)*256] = math.MaxInt16
			}
		}, ""},
		{"card too long", func(n *Network) { n.Info = strings.Repeat("x", MaxInfo+1) }, "card of 65537 bytes"},
		{"card no text", func(n *Network) { n.Info = "\xff" }, "UTF-8"},
		{"slice too short", func(n *Network) { n.FeatureBias = n.FeatureBias[1:] }, "255 feature biases, want 256"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := RandomNetwork(4, 256, 2)
			repeat(n.OutputWeights, 0)
			c.spoil(n)
			err := n.Validate()
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Fatalf("error %v, want one with %q", err, c.want)
			}
			var b bytes.Buffer
			if writeErr := n.Write(&b); (writeErr == nil) != (err == nil) {
				t.Errorf("Validate says %v, Write says %v", err, writeErr)
			}
			if err != nil && b.Len() > 0 {
				t.Errorf("%d bytes of an invalid network were written", b.Len())
			}
		})
	}
}

func TestRandomNetworkIsValidAndRepeatable(t *testing.T) {
	for hidden := HiddenStep; hidden <= MaxHidden; hidden *= 2 {
		n := RandomNetwork(5, hidden, 8)
		if err := n.Validate(); err != nil {
			t.Errorf("%d neurons: %v", hidden, err)
		}
	}
	if !reflect.DeepEqual(RandomNetwork(5, 64, 8), RandomNetwork(5, 64, 8)) {
		t.Error("the same seed gives different networks")
	}
	if reflect.DeepEqual(RandomNetwork(5, 64, 8).FeatureWeights, RandomNetwork(6, 64, 8).FeatureWeights) {
		t.Error("different seeds give the same network")
	}
}

// FuzzRead: whatever is read is refused or a network that survives writing. Half of the inputs get a right checksum.
func FuzzRead(f *testing.F) {
	good := file(f, RandomNetwork(6, 32, 1))
	f.Add(good, false)
	f.Add(good[:100], true)
	f.Add([]byte(magic), true)
	f.Add(good[:headerSize], true)
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		if seal && len(data) >= 8 {
			data = sealed(data)
		}
		n, err := Read(bytes.NewReader(data))
		if err != nil {
			if n != nil {
				t.Fatal("a network came with an error")
			}
			return
		}
		if !bytes.Equal(file(t, n), data) {
			t.Fatal("written again, the file is another")
		}
		p := parse(t, "r1bqk2r/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b kq - 0 9")
		e := New(n, 0)
		e.Reset(p)
		if got, want := e.Evaluate(0, p), scratch(n, p); got != want {
			t.Fatalf("evaluation %d, want %d", got, want)
		}
	})
}
