// Package pagetest checks the pages that Vertigo writes: their structure without a browser, and what their scripts
// do in one where there is any.
package pagetest

import (
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

var (
	inline    = regexp.MustCompile(`(?s)<(style|script)>(.*?)</(?:style|script)>`)
	reference = regexp.MustCompile(`url\(([^)]*)\)`)
)

var packed = regexp.MustCompile(`(?s)<template[^>]*>([A-Za-z0-9+/=]*)</template>`)

// Data returns the JSON that the templates of a report pack, one to a line.
func Data(t *testing.T, page string) string {
	t.Helper()
	var b strings.Builder
	for _, template := range packed.FindAllStringSubmatch(page, -1) {
		compressed := base64.NewDecoder(base64.StdEncoding, strings.NewReader(template[1]))
		if _, err := io.Copy(&b, flate.NewReader(compressed)); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// Check fails the test unless page is one well-formed document that needs nothing from outside: all elements are closed, names
// are unique, references point to existing elements or are links to Lichess, and the content security policy allows exactly the
// styles and the script that it contains.
func Check(t *testing.T, page string) {
	t.Helper()
	if !strings.HasPrefix(page, "<!doctype html>\n") || !strings.HasSuffix(page, "</html>\n") {
		t.Errorf("the page is not complete: it begins %.40q and ends %q", page, page[max(0, len(page)-40):])
	}
	checkPolicy(t, page)
	checkElements(t, inline.ReplaceAllString(page, ""))
}

func checkPolicy(t *testing.T, page string) {
	t.Helper()
	parts := inline.FindAllStringSubmatch(page, -1)
	if len(parts) != 2 || strings.Count(page, "<script") != 1 || strings.Count(page, "<style") != 1 {
		t.Fatalf("%d styles and scripts, want one of each", len(parts))
	}
	for _, part := range parts {
		sum := sha256.Sum256([]byte(part[2]))
		if want := part[1] + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(page, want) {
			t.Errorf("the policy lacks %s", want)
		}
		for _, url := range reference.FindAllStringSubmatch(part[2], -1) {
			if part[1] == "style" && !strings.HasPrefix(url[1], "#") {
				t.Errorf("the style refers to %s", url[1])
			}
		}
	}
	if !strings.Contains(page, "default-src 'none'") || strings.Contains(page, "unsafe-") {
		t.Error("the policy lets more in than the page needs")
	}
}

func checkElements(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	ids, wanted := map[string]bool{}, map[string]string{}
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
			attributes := map[string]string{}
			for _, a := range e.Attr {
				attributes[a.Name.Local] = a.Value
			}
			if id := attributes["id"]; ids[id] {
				t.Errorf("two elements are called %s", id)
			} else if id != "" {
				ids[id] = true
			}
			for _, id := range references(t, e.Name.Local, attributes) {
				wanted[id] = e.Name.Local
			}
		case xml.EndElement:
			if last := open[len(open)-1]; last != e.Name.Local {
				t.Fatalf("</%s> closes <%s>", e.Name.Local, last)
			}
			open = open[:len(open)-1]
		}
	}
	for id, by := range wanted {
		if !ids[id] {
			t.Errorf("%s refers to #%s, which is not there", by, id)
		}
	}
}

// references returns the elements that an element refers to, and fails the test for what must not be there. Links to another site
// send no referrer.
func references(t *testing.T, element string, attributes map[string]string) (ids []string) {
	t.Helper()
	for name, value := range attributes {
		switch {
		case name == "href" && strings.HasPrefix(value, "#"):
			ids = append(ids, value[1:])
		case name == "aria-labelledby":
			ids = append(ids, strings.Fields(value)...)
		case name == "marker-end":
			ids = append(ids, strings.TrimSuffix(strings.TrimPrefix(value, "url(#"), ")"))
		case name == "href" && strings.HasPrefix(value, "https://lichess.org/") && attributes["rel"] == "noreferrer":
		case name == "href", name == "src", name == "style", strings.HasPrefix(name, "on"):
			t.Errorf("%s of %s is %q", name, element, value)
		}
	}
	return ids
}
