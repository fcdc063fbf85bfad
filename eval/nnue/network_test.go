package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
)

// file returns n as a file.
func file(t testing.TB, n *Network) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, n.Write(&b))
	return b.Bytes()
}

func TestWriteRead(t *testing.T) {
	for _, shape := range [][2]int{{32, 1}, {64, 8}, {160, 3}, {256, 8}, {512, 31}} {
		n := RandomNetwork(1, shape[0], shape[1])
		n.Info = "generation 3, 20 million positions – Straße"
		data := file(t, n)
		got := must.Get(Read(iotest.HalfReader(bytes.NewReader(data))))(t)
		if !reflect.DeepEqual(got, n) {
			t.Errorf("%v: what was read is not what was written", shape)
		}
		if !bytes.Equal(file(t, got), data) {
			t.Errorf("%v: written again, the file is another", shape)
		}
		if again := RandomNetwork(1, shape[0], shape[1]); !reflect.DeepEqual(again.FeatureWeights, got.FeatureWeights) {
			t.Errorf("%v: the same seed gives another network", shape)
		}
		if address := uintptr(unsafe.Pointer(&got.FeatureWeights[0])); address%64 != 0 {
			t.Errorf("%v: weights at %#x, not on a cache line", shape, address)
		}
	}
}

// TestFormat reads a file put together by hand after the format's description, and evaluates as that of the network says.
func TestFormat(t *testing.T) {
	const hidden, buckets, scale, card = 32, 3, 321, "card"
	weight := func(row, column int) int8 { return int8((row*7+column*13)%256 - 128) }
	var features []byte
	for row := range 5632 {
		for column := range hidden {
			features = append(features, byte(weight(row, column)))
		}
	}
	b := []byte("VERTINET")
	for _, v := range []uint32{8, hidden, buckets, scale, uint32(len(card))} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	b = append(b, features...)
	like := RandomNetwork(4, hidden, buckets)
	for _, part := range []any{like.FeatureBias, like.OutputWeights, like.OutputBias} {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	b = append(b, card...)
	b = binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b))
	n := must.Get(Read(bytes.NewReader(b)))(t)
	must.Equal(t, n.Info, card, "card")
	for p := range playout.Positions(21, 500) {
		sum := int64(0)
		bucket := (p.Occupied().Count() - 2) * buckets / 31
		for half, c := range []board.Color{p.Turn(), p.Turn().Other()} {
			for column := range hidden {
				a := int64(like.FeatureBias[column])
				for sq := range p.Occupied().All() {
					a += int64(weight(inputOf(p, c, sq), column))
				}
				a = min(max(a, 0), 127)
				sum += a * a * int64(like.OutputWeights[(bucket*2+half)*hidden+column])
			}
		}
		want := int((sum + 127*int64(like.OutputBias[bucket])) * scale / (127 * 127 * 256))
		if got := scratch(n, p); got != want {
			t.Fatalf("%s: %d, want %d", p.FEN(), got, want)
		}
	}
}

// inputOf returns the input that the piece on a square is from a perspective, looking at every piece and square by itself.
func inputOf(p *board.Position, perspective board.Color, sq board.Square) int {
	pc, seen := p.At(sq), sq
	if perspective == board.Black {
		seen ^= 56
	}
	if p.King(perspective).File() > 3 {
		seen ^= 7
	}
	class := structure(p, sq)
	if isThreatened(p, sq) {
		class++
	}
	if pc.Type() == board.King {
		class += 4 * min(checkingKinds(p, sq), 3)
	}
	input := ([...]int{0, 8, 14, 20, 26, 28}[pc.Type()]+class)*128 + int(seen)
	if pc.Color() != perspective {
		input += 64
	}
	return input
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
	const biases = headerSize + FeatureCount*64
	const outputs = biases + 2*64
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
		{"a former version", with(8, 7), "format version 7"},
		{"a version to come", with(8, 9), "format version 9"},
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
		{"feature bias too large", with(biases, 28672), "beyond ±28671"},
		{"output weight too large", with(outputs, 256), "beyond ±255"},
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

// repeat fills s with v.
func repeat(s []int16, v int16) {
	for i := range s {
		s[i] = v
	}
}

func TestValidate(t *testing.T) {
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
		{"output weight above", func(n *Network) { n.OutputWeights[70] = MaxOutputWeight + 1 }, "output weight 70 of bucket 0 is 256"},
		{"output weight below", func(n *Network) { n.OutputWeights[1112] = -MaxOutputWeight - 1 },
			"output weight 88 of bucket 1 is -256"},
		{"outputs just fit", func(n *Network) { repeat(n.OutputWeights[1024:][:limit/131], 131) }, ""},
		{"positive outputs add up", func(n *Network) { repeat(n.OutputWeights[1024:], 131) }, "bucket 1 add up to 134144"},
		{"negative outputs add up", func(n *Network) { repeat(n.OutputWeights[:1024], -131) }, "bucket 0 add up to 134144"},
		{"both signs in balance", func(n *Network) {
			repeat(n.OutputWeights[:512], 240)
			repeat(n.OutputWeights[512:1024], -240)
		}, ""},
		{"largest biases", func(n *Network) { n.FeatureBias[0], n.FeatureBias[7] = MaxFeatureBias, -MaxFeatureBias }, ""},
		{"bias above", func(n *Network) { n.FeatureBias[7] = MaxFeatureBias + 1 }, "feature bias 7 is 28672"},
		{"bias below", func(n *Network) { n.FeatureBias[7] = math.MinInt16 }, "feature bias 7 is -32768"},
		{"card too long", func(n *Network) { n.Info = strings.Repeat("x", MaxInfo+1) }, "card of 65537 bytes"},
		{"card no text", func(n *Network) { n.Info = "\xff" }, "UTF-8"},
		{"more neurons", func(n *Network) { n.Hidden += HiddenStep }, "feature weights, want"},
		{"odd neurons", func(n *Network) { n.Hidden-- }, "511 hidden neurons"},
		{"more buckets", func(n *Network) { n.Buckets++ }, "output weights, want"},
		{"feature weights too short", func(n *Network) { n.FeatureWeights = n.FeatureWeights[1:] }, "feature weights, want"},
		{"feature biases too short", func(n *Network) { n.FeatureBias = n.FeatureBias[1:] }, "511 feature biases, want 512"},
		{"output weights too short", func(n *Network) { n.OutputWeights = n.OutputWeights[1:] }, "2047 output weights, want 2048"},
		{"no output biases", func(n *Network) { n.OutputBias = nil }, "0 output biases, want 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := RandomNetwork(4, 512, 2)
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
