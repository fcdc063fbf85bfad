package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestManualPage writes the page as a release does. It has every command for analysis with its flags and, where groff is installed,
// that reads it without a warning.
func TestManualPage(t *testing.T) {
	testfiles.OnlyInCI(t)
	c := exec.Command("go", "run", "-trimpath", "-tags=man", ".") // flags with which build has compiled the packages
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	out := must.Get(c.Output())(t)
	page := string(out)
	for _, c := range newRoot(cli.Program{}).Commands() {
		if has := strings.Contains(page, "\n.SH VERTIGO "+strings.ToUpper(c.Name())+"\n"); has != (c.GroupID != "uci" && c.Name() != "help") {
			t.Errorf("the page has %s: %v", c.Name(), has)
		}
		if c.GroupID == "analysis" {
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if !strings.Contains(page, `--`+f.Name) {
					t.Errorf("the page lacks --%s of %s", f.Name, c.Name())
				}
			})
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		return
	}
	cmd := exec.Command(groff, "-man", "-Tascii", "-ww")
	cmd.Stdin = strings.NewReader(page)
	var text, errOut strings.Builder
	cmd.Stdout, cmd.Stderr = &text, &errOut
	if err := cmd.Run(); err != nil || errOut.Len() > 0 || !strings.Contains(text.String(), "analyse") {
		t.Errorf("groff: %v, %s", err, errOut.String())
	}
}
