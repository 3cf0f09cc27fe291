/* usage.h - which registers an instruction reads and writes. */
#ifndef PTX_USAGE_H
#define PTX_USAGE_H

#include "framework/simcuda/ptx/run/warp.h"

/* Registers that are no predicates lie apart by this at least. */
#define REGISTER_BYTES    (4 * PTX_LANES)
#define SLOT(operand)     ((operand)->at / REGISTER_BYTES)
#define IS_VALUE(operand) ((operand)->kind == PTX_REGISTER && (operand)->bits != 1)

/* Whether the instruction writes that operand. */
bool ptx_is_target(const PtxInstr *instr, uint32_t operand);

/* How many operands it has, those of matrices too, and one of them. */
uint32_t ptx_operands(const PtxInstr *instr);
const PtxOperand *ptx_operand(const PtxKernel *code, const PtxInstr *instr, uint32_t number);

/* live.c: fills in code->live. False: no memory. */
bool ptx_live(PtxKernel *code);

/* idle.c: marks the exchanges that only store. False: no memory. */
bool ptx_idle(PtxKernel *code);

#endif
