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
	for processor, refused := range map[string]bool{"386": true, "arm": true, "amd64": false, "riscv64": false} {
		checker := types.Config{Sizes: types.SizesFor("gc", processor)}
		_, err := checker.Check("board", files, []*ast.File{file}, nil)
		if (err != nil) != refused || refused && !strings.HasPrefix(err.Error(), "needs_64_bits.go:") {
			t.Errorf("%s: error %v, to be refused: %v", processor, err, refused)
		}
	}
}
