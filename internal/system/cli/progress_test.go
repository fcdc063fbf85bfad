package cli

import (
	"bytes"
	"os"
	"testing"
	"time"

	"vertigo/internal/testing/must"
)

// TestProgress reads 1000 bytes in jobs of 100 bytes and ten positions, of which the first is skipped and five are read ahead.
func TestProgress(t *testing.T) {
	t.Setenv("COLUMNS", "")
	begin := time.Unix(1e9, 0)
	type step struct {
		at, done, read int // seconds, positions, jobs
		want           string
	}
	for _, test := range []struct {
		name  string
		p     *Progress
		steps []step
	}{
		{"bar", &Progress{bar: true, size: 1000}, []step{
			{0, 0, 5, ""},
			{1, 0, 5, "\r[#...............]  10%  0 of about 90 positions, 0.0/s\x1b[K"},
			{2, 1, 5, "\r[#...............]  11%  1 of about 90 positions, 0.5/s, 2 min 58 s left\x1b[K"},
			{60, 30, 8, "\r[######..........]  40%  30 of about 90 positions, 0.5/s, 2 min 0 s left\x1b[K"},
			{3600, 45, 9, "\r[########........]  55%  45 of 90 positions, 0.0/s, 1 h 1 min left\x1b[K"},
			{3700, 90, 9, "\r[################] 100%  90 of 90 positions, 0.0/s, 0 s left\x1b[K"},
		}},
		{"no room for the bar", &Progress{bar: true, size: 1e9}, []step{
			{100000, 12345, 5, "\r  0%  12345 of about 99999990 positions, 0.1/s, 9374 d 8 h left\x1b[K"},
		}},
		{"pipe", &Progress{bar: true}, []step{{1, 2, 5, "\r2 positions, 2.0/s\x1b[K"}, {2, 4, 5, "\r4 positions, 2.0/s\x1b[K"}}},
		{"long", &Progress{bar: true, size: 1000, name: "analyse", Shorter: "--nodes 100k takes less"}, []step{
			{8, 8, 5, "\r 18%  8 of about 90 positions, 1.0/s, 1 min 22 s left; --nodes 100k takes less\x1b[K"},
			{9, 16, 5, "\r[####............]  26%  16 of about 90 positions, 1.8/s, 9 s left\x1b[K"}, // all workers were busy with the first eight
		}},
		{"short", &Progress{bar: true, size: 1000, Shorter: "--nodes 100k takes less"}, []step{
			{3, 45, 5, "\r[########........]  55%  45 of about 90 positions, 15.0/s, 3 s left\x1b[K"},
			{50, 46, 5, "\r[########........]  56%  46 of about 90 positions, 0.9/s, 48 s left\x1b[K"},
		}},
		{"log", &Progress{name: "analyse", size: 1000}, []step{
			{1, 1, 5, ""}, {10, 10, 5, "vertigo analyse:  20%  10 of about 90 positions, 1.0/s, 1 min 20 s left\n"}, {40, 11, 5, ""},
			{71, 45, 9, "vertigo analyse:  55%  45 of 90 positions, 0.6/s, 1 min 12 s left\n"},
		}},
	} {
		var out bytes.Buffer
		now := begin
		p := test.p
		p.out, p.now = &out, func() time.Time { return now }
		p.start()
		p.Skip(100)
		read := 0
		for _, s := range test.steps {
			now = begin.Add(time.Duration(s.at) * time.Second)
			for ; read < s.read; read++ {
				p.Plan(100, 10, 0)
			}
			p.Count(s.done - int(p.done.Load()))
			p.tick()
			must.Equal(t, out.String(), s.want, test.name, s.at)
			out.Reset()
		}
		if p.Hide(); p.bar != (out.String() == "\r\x1b[K") {
			t.Errorf("%s: %q hides it", test.name, &out)
		}
	}
}

// TestAgain repeats searches that take as long as 20 of 100 positions, where 50 were planned: as many are expected of what is to
// come, and at the end the bar moves on when all positions are done and these are not.
func TestAgain(t *testing.T) {
	t.Setenv("COLUMNS", "")
	begin := time.Unix(1e9, 0)
	var out bytes.Buffer
	now := begin
	p := &Progress{bar: true, size: 1000, out: &out, now: func() time.Time { return now }}
	p.start()
	p.Plan(1000, 100, 50)
	for _, step := range []struct {
		count, again, countAgain int
		want                     string
	}{
		{0, 0, 0, "[................]   0%  0 of 100 positions, 0.0/s"},
		{50, 0, 0, "[#######.........]  47%  50 of 100 positions, 2.5/s, 23 s left"}, // 50 of 107: the plan counts as 20 positions
		{0, 10, 0, "[######..........]  40%  50 of 100 positions, 1.7/s, 45 s left"}, // 50 of 124
		{0, 0, 10, "[#######.........]  48%  50 of 100 positions, 1.2/s, 43 s left"},
		{50, 10, 0, "[##############..]  92%  100 of 100 positions, 2.0/s, 5 s left"}, // 110 of 120
		{0, 0, 4, "[###############.]  95%  100 of 100 positions, 1.7/s, 4 s left"},
		{0, 0, 6, "[################] 100%  100 of 100 positions, 1.4/s, 0 s left"},
	} {
		now = now.Add(10 * time.Second)
		p.Count(step.count)
		p.Again(step.again)
		p.CountAgain(step.countAgain)
		p.tick()
		must.Equal(t, out.String(), "\r"+step.want+"\x1b[K", step)
		out.Reset()
	}
}

func TestRoundTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", 1400 * time.Millisecond: "1 s", 59999 * time.Millisecond: "1 min 0 s", 3600 * time.Second: "1 h 0 min", 50 * time.Hour: "2 d 2 h", -time.Second: "0 s",
	} {
		must.Equal(t, roundTime(d), want, d)
	}
}

// TestNoTerminal checks that a device that is not a terminal gets no bar.
func TestNoTerminal(t *testing.T) {
	f := must.Get(os.OpenFile(os.DevNull, os.O_WRONLY, 0))(t)
	defer f.Close()
	if NewProgress("", f, 0).bar || NewProgress("", &bytes.Buffer{}, 0).bar {
		t.Error("something else is taken for a terminal")
	}
}
