package board

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// TestNeeds64Bits checks that the compiler refuses processors of 32 bits in a file whose name says why, and no others.
func TestNeeds64Bits(t *testing.T) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "needs_64_bits.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for processor, want := range map[string]string{"386": "needs_64_bits.go:", "arm": "needs_64_bits.go:", "amd64": "", "riscv64": ""} {
		checker := types.Config{Sizes: types.SizesFor("gc", processor)}
		_, err := checker.Check("board", files, []*ast.File{file}, nil)
		if (err != nil) != (want != "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", processor, err, want)
		}
	}
}
