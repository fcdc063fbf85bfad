package pagetest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// patience is how long a page may take; only a browser that hangs makes a test fail.
const patience = 120 * time.Second

// browser is a Chromium that runs, and opens one page after the other. It is asked by Chrome's DevTools Protocol, whose messages
// go through pipes and end with a zero byte.
type browser struct {
	command *exec.Cmd
	profile string // folder
	out     *os.File
	in      *bufio.Reader
	last    int // number of the last command
}

// message is a command's answer, or an event.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"` // of an event
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// shared is the browser of this test binary, nil before its first page.
var shared *browser

// Run runs the tests of a package, all of whose pages are opened by one browser. It is for TestMain, and returns the exit code.
func Run(m *testing.M) int {
	code := m.Run()
	if shared != nil {
		shared.close()
	}
	return code
}

// startBrowser starts the program.
func startBrowser(program string) (b *browser, err error) {
	b = &browser{}
	if b.profile, err = os.MkdirTemp("", "pagetest"); err != nil {
		return nil, err
	}
	commands, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	in, answers, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	b.out, b.in = out, bufio.NewReader(in)
	b.command = exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--allow-file-access-from-files",
		"--user-data-dir="+b.profile, "--remote-debugging-pipe")
	b.command.ExtraFiles = []*os.File{commands, answers}
	err = b.command.Start()
	return b, errors.Join(err, commands.Close(), answers.Close())
}

// close ends the browser, which goes when its pipe does.
func (b *browser) close() {
	_ = b.out.Close()
	kill := time.AfterFunc(10*time.Second, func() { _ = b.command.Process.Kill() })
	_ = b.command.Wait()
	kill.Stop()
	_ = os.RemoveAll(b.profile)
}

// call gives a command to a page, or to the browser for the session "", and puts its result into result. It passes the events
// that come before the answer to handle.
func (b *browser) call(session, method string, params map[string]any, result any, handle func(message)) error {
	b.last++
	command := map[string]any{"id": b.last, "method": method, "params": params}
	if session != "" {
		command["sessionId"] = session
	}
	text, err := json.Marshal(command)
	if err != nil {
		return err
	}
	if _, err := b.out.Write(append(text, 0)); err != nil {
		return err
	}
	for {
		m, err := b.read()
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", method, err)
		case m.ID != b.last:
			handle(m)
		case m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		case result == nil:
			return nil
		default:
			return json.Unmarshal(m.Result, result)
		}
	}
}

// read returns the next message.
func (b *browser) read() (m message, err error) {
	text, err := b.in.ReadBytes(0)
	if err == nil {
		err = json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m)
	}
	return m, err
}

// open opens a page that shares nothing with other pages. It returns the document as it is after two seconds of the page's own
// time, which runs as fast as the machine can, and what the browser complained of.
func (b *browser) open(url string) (dom string, complaints []string, err error) {
	hang := time.AfterFunc(patience, func() { _ = b.command.Process.Kill() })
	defer hang.Stop()
	over := false
	handle := func(m message) {
		switch m.Method {
		case "Emulation.virtualTimeBudgetExpired":
			over = true
		case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
			complaints = append(complaints, string(m.Params))
		}
	}
	var context struct{ BrowserContextID string }
	var target struct{ TargetID string }
	var page struct{ SessionID string }
	var document struct{ Result struct{ Value string } }
	do := func(method string, params map[string]any, result any) {
		if err == nil {
			err = b.call(page.SessionID, method, params, result, handle)
		}
	}
	do("Target.createBrowserContext", nil, &context)
	do("Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": context.BrowserContextID}, &target)
	do("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &page)
	do("Log.enable", nil, nil)
	do("Runtime.enable", nil, nil)
	do("Page.enable", nil, nil)
	do("Emulation.setVirtualTimePolicy", map[string]any{"policy": "pause"}, nil)
	do("Page.navigate", map[string]any{"url": url}, nil)
	do("Emulation.setVirtualTimePolicy", map[string]any{"policy": "pauseIfNetworkFetchesPending", "budget": 2000}, nil)
	for err == nil && !over {
		var m message
		if m, err = b.read(); err == nil {
			handle(m)
		}
	}
	do("Runtime.evaluate", map[string]any{"expression": `"<!doctype html>" + document.documentElement.outerHTML`}, &document)
	page.SessionID = ""
	do("Target.disposeBrowserContext", map[string]any{"browserContextId": context.BrowserContextID}, nil)
	return document.Result.Value, complaints, err
}
