#include "textflag.h"

// The kernels hold blocks of 32 neurons in four vectors each. Each step is written for all vectors of a block before the next
// step begins, since small processors execute in order and wait for what is not ready.

// Vector instructions that Go's assembler lacks, for vectors given by their numbers. The last operand is written.
#define SADDW(m, n, d) WORD $(0x0e201000 | m<<16 | n<<5 | d)  // adds the lower eight of 8-bit lanes to lanes of 16 bits
#define SADDW2(m, n, d) WORD $(0x4e201000 | m<<16 | n<<5 | d) // likewise the upper eight
#define SSUBW(m, n, d) WORD $(0x0e203000 | m<<16 | n<<5 | d)  // subtracts the lower eight
#define SSUBW2(m, n, d) WORD $(0x4e203000 | m<<16 | n<<5 | d) // the upper eight
#define SMAX(m, n, d) WORD $(0x4e606400 | m<<16 | n<<5 | d)   // 16-bit lanes: the larger one
#define SMIN(m, n, d) WORD $(0x4e606c00 | m<<16 | n<<5 | d)   // the smaller one
#define MUL(m, n, d) WORD $(0x4e609c00 | m<<16 | n<<5 | d)    // the low 16 bits of the product
#define SMLAL(m, n, d) WORD $(0x0e608000 | m<<16 | n<<5 | d)  // adds the products of the lower lanes to lanes of 32 bits
#define SMLAL2(m, n, d) WORD $(0x4e608000 | m<<16 | n<<5 | d) // likewise the upper ones

// func addSubNEON(dst, src *int16, weights *int8, adds *int, addCount int, subs *int, subCount int, hidden int)
//
// A tile of the accumulator stays in registers while the kernel goes through the rows: V0 to V15 as long as there are four
// blocks, then V0 to V3. R11 walks along a row.

// ROW points R11 at the row in weights (R2) whose index R9 points at, and moves R9 to the next index.
#define ROW \
	MOVD.P 8(R9), R11; \
	ADD R11, R2, R11

// BLOCK adds the weights of a block, which two vectors hold, to the accumulator, or subtracts them: op and op2 are SADDW and
// SADDW2, or SSUBW and SSUBW2.
#define BLOCK(op, op2, w0, w1, a0, a1, a2, a3) \
	op(w0, a0, a0); \
	op2(w0, a1, a1); \
	op(w1, a2, a2); \
	op2(w1, a3, a3)

// TILE adds or subtracts four blocks of a row.
#define TILE(op, op2) \
	ROW; \
	VLD1.P 64(R11), [V16.B16, V17.B16, V18.B16, V19.B16]; \
	VLD1.P 64(R11), [V20.B16, V21.B16, V22.B16, V23.B16]; \
	BLOCK(op, op2, 16, 17, 0, 1, 2, 3); \
	BLOCK(op, op2, 18, 19, 4, 5, 6, 7); \
	BLOCK(op, op2, 20, 21, 8, 9, 10, 11); \
	BLOCK(op, op2, 22, 23, 12, 13, 14, 15)

TEXT ·addSubNEON(SB), NOSPLIT, $0-64
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD adds+24(FP), R3
	MOVD addCount+32(FP), R4
	MOVD subs+40(FP), R5
	MOVD subCount+48(FP), R6
	MOVD hidden+56(FP), R7
	LSR  $7, R7, R8  // tiles
	LSR  $5, R7, R7
	AND  $3, R7, R7  // blocks after them
	CBZ  R8, blocks

tile:
	VLD1.P 64(R1), [V0.B16, V1.B16, V2.B16, V3.B16]
	VLD1.P 64(R1), [V4.B16, V5.B16, V6.B16, V7.B16]
	VLD1.P 64(R1), [V8.B16, V9.B16, V10.B16, V11.B16]
	VLD1.P 64(R1), [V12.B16, V13.B16, V14.B16, V15.B16]
	MOVD   R3, R9
	MOVD   R4, R10
	CBZ    R10, tileAdded

tileAdd:
	TILE(SADDW, SADDW2)
	SUBS $1, R10, R10
	BNE  tileAdd

tileAdded:
	MOVD R5, R9
	MOVD R6, R10
	CBZ  R10, tileDone

tileSub:
	TILE(SSUBW, SSUBW2)
	SUBS $1, R10, R10
	BNE  tileSub

tileDone:
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(R0)
	VST1.P [V4.B16, V5.B16, V6.B16, V7.B16], 64(R0)
	VST1.P [V8.B16, V9.B16, V10.B16, V11.B16], 64(R0)
	VST1.P [V12.B16, V13.B16, V14.B16, V15.B16], 64(R0)
	ADD    $128, R2, R2
	SUBS   $1, R8, R8
	BNE    tile

blocks:
	CBZ R7, done

block:
	VLD1.P 64(R1), [V0.B16, V1.B16, V2.B16, V3.B16]
	MOVD   R3, R9
	MOVD   R4, R10
	CBZ    R10, blockAdded

blockAdd:
	ROW
	VLD1.P 32(R11), [V16.B16, V17.B16]
	BLOCK(SADDW, SADDW2, 16, 17, 0, 1, 2, 3)
	SUBS $1, R10, R10
	BNE  blockAdd

blockAdded:
	MOVD R5, R9
	MOVD R6, R10
	CBZ  R10, blockDone

blockSub:
	ROW
	VLD1.P 32(R11), [V16.B16, V17.B16]
	BLOCK(SSUBW, SSUBW2, 16, 17, 0, 1, 2, 3)
	SUBS $1, R10, R10
	BNE  blockSub

blockDone:
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(R0)
	ADD    $32, R2, R2
	SUBS   $1, R7, R7
	BNE    block

done:
	RET

// PRODUCTS adds clip(v) * w * clip(v) for a block of neurons and their weights to the sums V2 to V9. The contract on weights
// keeps the first product within 16 bits. V0 is the lower bound of clip, V1 the upper one.
#define PRODUCTS(neurons, weights) \
	VLD1.P 64(neurons), [V10.B16, V11.B16, V12.B16, V13.B16]; \
	VLD1.P 64(weights), [V14.B16, V15.B16, V16.B16, V17.B16]; \
	SMAX(0, 10, 10); \
	SMAX(0, 11, 11); \
	SMAX(0, 12, 12); \
	SMAX(0, 13, 13); \
	SMIN(1, 10, 10); \
	SMIN(1, 11, 11); \
	SMIN(1, 12, 12); \
	SMIN(1, 13, 13); \
	MUL(10, 14, 14); \
	MUL(11, 15, 15); \
	MUL(12, 16, 16); \
	MUL(13, 17, 17); \
	SMLAL(14, 10, 2); \
	SMLAL2(14, 10, 3); \
	SMLAL(15, 11, 4); \
	SMLAL2(15, 11, 5); \
	SMLAL(16, 12, 6); \
	SMLAL2(16, 12, 7); \
	SMLAL(17, 13, 8); \
	SMLAL2(17, 13, 9)

// func dotNEON(us, them, weights *int16, hidden int) int32
TEXT ·dotNEON(SB), NOSPLIT, $0-36
	MOVD us+0(FP), R0
	MOVD them+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD hidden+24(FP), R3
	ADD  R3<<1, R2, R4 // their weights
	LSR  $5, R3, R3    // blocks
	VEOR V0.B16, V0.B16, V0.B16
	MOVD $127, R5      // QA
	VDUP R5, V1.H8
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	VEOR V8.B16, V8.B16, V8.B16
	VEOR V9.B16, V9.B16, V9.B16

products:
	PRODUCTS(R0, R2)
	PRODUCTS(R1, R4)
	SUBS  $1, R3, R3
	BNE   products
	VADD  V6.S4, V2.S4, V2.S4
	VADD  V7.S4, V3.S4, V3.S4
	VADD  V8.S4, V4.S4, V4.S4
	VADD  V9.S4, V5.S4, V5.S4
	VADD  V4.S4, V2.S4, V2.S4
	VADD  V5.S4, V3.S4, V3.S4
	VADD  V3.S4, V2.S4, V2.S4
	VADDV V2.S4, V2
	VMOV  V2.S[0], R5
	MOVW  R5, ret+32(FP)
	RET
