/* decoded.h - a decoded module as bytes, for another process, which believes nothing of them.
 *
 * Whoever has the text (a student's, so in a sandbox) parses it and encodes the module before it is
 * linked. Whoever runs it decodes and verifies: afterwards every opcode, type, operand, register,
 * constant, target, list, parameter and variable of it lies within its bounds, as if it had come from
 * ptx_parse(). Both sides are built together, so numbers go as they lie in memory. */
#ifndef PTX_DECODED_H
#define PTX_DECODED_H

#include "framework/simcuda/ptx/ptx.h"

/* Limits of a module that comes as bytes, besides those of ptx.h. */
#define PTX_DECODED_BYTES (16U << 20) /* of it */
#define PTX_DECODED_CODE  (1U << 18)  /* instructions of all its kernels and functions */
#define PTX_DECODED_JUMPS (1U << 20)  /* ways on from all of its brx */

/* Before ptx_link(). The caller frees; NULL: no memory, or more bytes than the limit. */
unsigned char *ptx_encode(const PtxModule *module, size_t *bytes);

/* A module to be linked, verified. NULL, and *error says why. */
PtxModule *ptx_decode(const void *bytes, size_t size, PtxError *error);

/* How many bytes of the image come before those that are all zero. */
uint32_t ptx_image_told(const PtxModule *module);

/* verify.c: false, and *error names the first field that cannot be. */
bool ptx_verify(const PtxModule *module, PtxError *error);
/* verify_registers.c: that no register of its instructions lies in a part of another one. */
bool ptx_verify_registers(const PtxKernel *code, PtxError *error);
/* verify_instr.c: an instruction of `code`, which lies within its bounds but for its instructions. */
bool ptx_verify_instr(const PtxModule *module, const PtxKernel *code, const PtxInstr *instr,
		      PtxError *error);

/* verify_instr.c: a result of twice the bits has a product of whole numbers alone. */
bool ptx_may_be_wide(const PtxInstr *instr);

/* flow.c: finds where lanes that part meet again. False: no memory. */
bool ptx_flow_find(PtxKernel *kernel);
/* Control goes elsewhere than to the next instruction, where its guard holds. */
bool ptx_leaves(const PtxInstr *instr);

#endif
