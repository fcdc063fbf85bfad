package arm64

import "fmt"

// The methods that emit instructions have Arm's names and Arm's order of operands: what is written comes first, then n and m
// of the architecture's manual. The assembly has Go's names and order.

// Instructions of general-purpose registers.

// MOV sets d to a constant.
func (k *Kernel) MOV(d Register, value int) { k.emit("MOVD", "$%d, %v", value, d) }

// MOVRegister sets d to n.
func (k *Kernel) MOVRegister(d, n Register) { k.emit("MOVD", "%v, %v", n, d) }

// ADDConstant adds a constant to d.
func (k *Kernel) ADDConstant(d Register, value int) { k.emit("ADD", "$%d, %v, %v", value, d, d) }

// ADD sets d to n plus m shifted to the left.
func (k *Kernel) ADD(d, n, m Register, shift int) { k.emit("ADD", "%v<<%d, %v, %v", m, shift, n, d) }

// LSR sets d to n shifted to the right.
func (k *Kernel) LSR(d, n Register, shift int) { k.emit("LSR", "$%d, %v, %v", shift, n, d) }

// AND sets d to the bits that n and a constant share.
func (k *Kernel) AND(d, n Register, mask int) { k.emit("AND", "$%d, %v, %v", mask, n, d) }

// LDR loads the 8 bytes at offset from base.
func (k *Kernel) LDR(d, base Register, offset int) { k.emit("MOVD", "%d(%v), %v", offset, base, d) }

// LDRNext loads 8 bytes and moves base past them.
func (k *Kernel) LDRNext(d, base Register) { k.emit("MOVD.P", "8(%v), %v", base, d) }

// CBZ jumps to the label if the register is zero.
func (k *Kernel) CBZ(r Register, label string) { k.emit("CBZ", "%v, %s", r, label) }

// Vector instructions that Go's assembler knows.

// Lanes is how a vector is divided.
type Lanes string

// The divisions of a vector that are in use.
const (
	Bytes   Lanes = "B16"
	Halves  Lanes = "H8" // 16 bits each
	Words   Lanes = "S4" // 32 bits each
	wordAt0       = "S[0]"
)

// LD1Next loads four vectors with consecutive numbers, 64 bytes, and moves base past them.
func (k *Kernel) LD1Next(v []Vector, base Register) { k.emit("VLD1.P", "64(%v), %s", base, four(v)) }

// ST1Next stores four vectors with consecutive numbers, 64 bytes, and moves base past them.
func (k *Kernel) ST1Next(v []Vector, base Register) { k.emit("VST1.P", "%s, 64(%v)", four(v), base) }

// four is the list of four vectors in the syntax of Go's assembler.
func four(v []Vector) string {
	if len(v) != 4 || v[3] != v[0]+3 {
		panic(fmt.Sprintf("arm64: %v are not four vectors with consecutive numbers", v))
	}
	return fmt.Sprintf("[%v.B16, %v.B16, %v.B16, %v.B16]", v[0], v[1], v[2], v[3])
}

// same emits an instruction of three vectors that are divided in the same way.
func (k *Kernel) same(name string, lanes Lanes, d, n, m Vector) {
	k.emit(name, "%v.%s, %v.%s, %v.%s", m, lanes, n, lanes, d, lanes)
}

// DUP sets all lanes of d to the low bits of n.
func (k *Kernel) DUP(lanes Lanes, d Vector, n Register) { k.emit("VDUP", "%v, %v.%s", n, d, lanes) }

// ADDVector sets d to n plus m.
func (k *Kernel) ADDVector(lanes Lanes, d, n, m Vector) { k.same("VADD", lanes, d, n, m) }

// SUBVector sets d to n minus m.
func (k *Kernel) SUBVector(lanes Lanes, d, n, m Vector) { k.same("VSUB", lanes, d, n, m) }

// EOR sets d to the bits in which n and m differ.
func (k *Kernel) EOR(d, n, m Vector) { k.same("VEOR", Bytes, d, n, m) }

// UZP1 sets d to the even bytes of n, followed by those of m: the low bytes of 16-bit lanes.
func (k *Kernel) UZP1(d, n, m Vector) { k.same("VUZP1", Bytes, d, n, m) }

// UZP2 sets d to the odd bytes of n, followed by those of m: the high bytes of 16-bit lanes.
func (k *Kernel) UZP2(d, n, m Vector) { k.same("VUZP2", Bytes, d, n, m) }

// SHL shifts the lanes of n to the left.
func (k *Kernel) SHL(lanes Lanes, d, n Vector, shift int) {
	k.emit("VSHL", "$%d, %v.%s, %v.%s", shift, n, lanes, d, lanes)
}

// ADDV sets d to the sum of the 32-bit lanes of n, which it destroys.
func (k *Kernel) ADDV(d Register, n Vector) {
	k.emit("VADDV", "%v.%s, %v", n, Words, n)
	k.emit("VMOV", "%v.%s, %v", n, wordAt0, d)
}

// Vector instructions that Go's assembler lacks. They are put together from their fields as the Arm Architecture Reference
// Manual (DDI 0487, chapter C4.1, "Advanced SIMD") lays them out. In the assembly their names stand beside the words.

// The sizes of lanes in instructions.
const (
	size8  = 0b00
	size16 = 0b01
	size32 = 0b10
)

// The bit that distinguishes unsigned lanes from signed ones, and the one that makes an instruction use all of a vector, or
// its upper half where the unnumbered form uses the lower one.
const (
	signed   = 0
	unsigned = 1 << 29
	lower    = 0
	upper    = 1 << 30
	full     = 1 << 30
)

// vectorGroup is what the groups of vector instructions below have in common.
const vectorGroup = 0b01110 << 24

// threeSame encodes an instruction of the group "three same".
func threeSame(sign, size, opcode uint32, d, n, m Vector) uint32 {
	return full | sign | vectorGroup | size<<22 | 1<<21 | opcode<<11 | 1<<10 | fields(d, n, m)
}

// threeExtra encodes an instruction of the group "three same extra", to which the dot products belong.
func threeExtra(sign, size, opcode uint32, d, n, m Vector) uint32 {
	return full | sign | vectorGroup | size<<22 | 1<<15 | opcode<<11 | 1<<10 | fields(d, n, m)
}

// threeDifferent encodes an instruction of the group "three different": lanes of d are twice as wide as those of n and m,
// whose size is given.
func threeDifferent(half, sign, size, opcode uint32, d, n, m Vector) uint32 {
	return half | sign | vectorGroup | size<<22 | 1<<21 | opcode<<12 | fields(d, n, m)
}

// twoMiscellaneous encodes an instruction of the group "two-register miscellaneous".
func twoMiscellaneous(half, sign, size, opcode uint32, d, n Vector) uint32 {
	return half | sign | vectorGroup | size<<22 | 1<<21 | opcode<<12 | 0b10<<10 | fields(d, n, 0)
}

// fields puts the numbers of vectors into their places.
func fields(d, n, m Vector) uint32 { return uint32(m)<<16 | uint32(n)<<5 | uint32(d) }

// word writes an encoded instruction and, as a comment, its form in Arm's syntax, in which %d stands for the number of each
// vector.
func (k *Kernel) word(encoding uint32, arm string, vectors ...any) {
	k.emit("WORD", "$0x%08x // %s", encoding, fmt.Sprintf(arm, vectors...))
}

// SMAX sets the 16-bit lanes of d to the larger of n and m, signed.
func (k *Kernel) SMAX(d, n, m Vector) {
	k.word(threeSame(signed, size16, 0b01100, d, n, m), "smax v%d.8h, v%d.8h, v%d.8h", d, n, m)
}

// SMIN sets the 16-bit lanes of d to the smaller of n and m, signed.
func (k *Kernel) SMIN(d, n, m Vector) {
	k.word(threeSame(signed, size16, 0b01101, d, n, m), "smin v%d.8h, v%d.8h, v%d.8h", d, n, m)
}

// MUL multiplies 16-bit lanes and keeps the low 16 bits.
func (k *Kernel) MUL(d, n, m Vector) {
	k.word(threeSame(signed, size16, 0b10011, d, n, m), "mul v%d.8h, v%d.8h, v%d.8h", d, n, m)
}

// SMLAL multiplies the four lower 16-bit lanes, signed, and adds the products to the 32-bit lanes of d.
func (k *Kernel) SMLAL(d, n, m Vector) {
	k.word(threeDifferent(lower, signed, size16, 0b1000, d, n, m), "smlal v%d.4s, v%d.4h, v%d.4h", d, n, m)
}

// SMLAL2 is SMLAL for the four upper lanes.
func (k *Kernel) SMLAL2(d, n, m Vector) {
	k.word(threeDifferent(upper, signed, size16, 0b1000, d, n, m), "smlal2 v%d.4s, v%d.8h, v%d.8h", d, n, m)
}

// UMULL multiplies the eight lower bytes, unsigned, to eight products of 16 bits.
func (k *Kernel) UMULL(d, n, m Vector) {
	k.word(threeDifferent(lower, unsigned, size8, 0b1100, d, n, m), "umull v%d.8h, v%d.8b, v%d.8b", d, n, m)
}

// UMULL2 is UMULL for the eight upper bytes.
func (k *Kernel) UMULL2(d, n, m Vector) {
	k.word(threeDifferent(upper, unsigned, size8, 0b1100, d, n, m), "umull2 v%d.8h, v%d.16b, v%d.16b", d, n, m)
}

// SQXTUN clips the 16-bit lanes of n, signed, to 0..255, which become the lower eight bytes of d. The upper ones become zero.
func (k *Kernel) SQXTUN(d, n Vector) {
	k.word(twoMiscellaneous(lower, unsigned, size8, 0b10010, d, n), "sqxtun v%d.8b, v%d.8h", d, n)
}

// SQXTUN2 is SQXTUN for the upper eight bytes of d. The lower ones stay.
func (k *Kernel) SQXTUN2(d, n Vector) {
	k.word(twoMiscellaneous(upper, unsigned, size8, 0b10010, d, n), "sqxtun2 v%d.16b, v%d.8h", d, n)
}

// UDOT adds to each 32-bit lane of d the products of its four bytes in n and in m, all unsigned. It is part of FEAT_DotProd.
func (k *Kernel) UDOT(d, n, m Vector) {
	k.word(threeExtra(unsigned, size32, 0b0010, d, n, m), "udot v%d.4s, v%d.16b, v%d.16b", d, n, m)
}

// USDOT adds to each 32-bit lane of d the products of its four bytes in n, unsigned, and in m, signed. It is part of
// FEAT_I8MM.
func (k *Kernel) USDOT(d, n, m Vector) {
	k.word(threeExtra(signed, size32, 0b0011, d, n, m), "usdot v%d.4s, v%d.16b, v%d.16b", d, n, m)
}
