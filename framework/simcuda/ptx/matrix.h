/* matrix.h - instructions of tensor cores: how many registers the parts of matrices take in each lane.
 *
 * They have more operands than PtxInstr holds: these stand in PtxKernel.more, from PtxInstr.target on,
 * targets first. Part of ptx.h. */
#ifndef PTX_MATRIX_H
#define PTX_MATRIX_H

#include "framework/simcuda/ptx/ptx.h"

/* A product of rows * depth by depth * columns, and the registers of 32 bits of its parts. Of a load or
 * store that part alone has some. */
typedef struct PtxMatrix {
	uint32_t rows, columns, depth;
	uint32_t d, a, b, c;
} PtxMatrix;

/* False: there is no such instruction. Others than those of tensor cores have no registers. */
bool ptx_matrix_of(const PtxInstr *instr, PtxMatrix *matrix);

/* Of these, all that are in PtxKernel.more, and those that are written. */
uint32_t ptx_matrix_operands(const PtxInstr *instr);
uint32_t ptx_matrix_targets(const PtxInstr *instr);

static inline bool ptx_is_matrix(const PtxInstr *instr)
{
	return instr->op == PTX_MMA || instr->op == PTX_MATRIX_LD || instr->op == PTX_MATRIX_ST;
}

#endif
