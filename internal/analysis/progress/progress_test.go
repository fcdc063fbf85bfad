package progress

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

// told returns what a progress tells at a number of seconds after the beginning, when one more job of 100 bytes is
// finished at each of them, of 1000 bytes in all.
func told(p *Progress, out *bytes.Buffer, at ...int) (texts []string) {
	begin := time.Unix(1e9, 0)
	now := begin
	p.out, p.now = out, func() time.Time { return now }
	p.start()
	for i, s := range at {
		now = begin.Add(time.Duration(s) * time.Second)
		p.Count()
		p.Count()
		p.Finish(int64(100*(i+1)), i == 0)
		p.tick()
		texts = append(texts, out.String())
		out.Reset()
	}
	p.Hide()
	return append(texts, out.String())
}

func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name string
		p    *Progress
		at   []int
		want []string
	}{
		{"bar", &Progress{unit: "positions", bar: true, size: 1000}, []int{0, 2, 3700}, []string{
			"",
			"\r[####....................]  20%  4 positions, 2.0/s, 16 s left\x1b[K",
			"\r[#######.................]  30%  6 positions, 0.0/s, 3 h 35 min left\x1b[K",
			"\r\x1b[K"}},
		{"pipe", &Progress{unit: "positions", bar: true}, []int{1, 2}, []string{
			"\r2 positions, 2.0/s\x1b[K", "\r4 positions, 2.0/s\x1b[K", "\r\x1b[K"}},
		{"log", &Progress{name: "analyse", unit: "positions", size: 1000}, []int{1, 10, 40, 71}, []string{
			"", "vertigo analyse:  20%  4 positions, 0.4/s, 1 min 20 s left\n", "",
			"vertigo analyse:  40%  8 positions, 0.1/s, 2 min 22 s left\n", ""}},
	} {
		var out bytes.Buffer
		if got := told(test.p, &out, test.at...); strings.Join(got, "|") != strings.Join(test.want, "|") {
			t.Errorf("%s: told\n%q\nwant\n%q", test.name, got, test.want)
		}
	}
}

func TestRoundTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", 1400 * time.Millisecond: "1 s", 59999 * time.Millisecond: "1 min 0 s", 3600 * time.Second: "1 h 0 min", 50 * time.Hour: "2 d 2 h", -time.Second: "0 s",
	} {
		if got := roundTime(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
}

// TestNoTerminal checks that a device that is not a terminal gets no bar.
func TestNoTerminal(t *testing.T) {
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if New("", "", f, 0).bar || New("", "", &bytes.Buffer{}, 0).bar {
		t.Error("something else is taken for a terminal")
	}
}
