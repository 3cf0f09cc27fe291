/* shadow.h - who touched shared memory when: by this, races within a block, and reads of bytes that
 * nobody wrote, are found.
 *
 * An interval ends at every barrier of the block and every fence. Accesses of two warps to a byte race
 * when they are in one interval, one of them writes, and they are not both atomic. A barrier of a
 * part of the block, or a fence, ends the interval for all: so a race may be missed, and no right
 * program is accused. */
#ifndef PTX_SHADOW_H
#define PTX_SHADOW_H

#include "framework/simcuda/ptx/ptx.h"

struct PtxWarp;
struct PtxBlock;

/* Of 4 bytes of shared memory. A thread is 1 + its number; 0: nobody. Instructions are numbered as for
 * ptx_code_at(). */
typedef struct PtxCell {
	uint32_t write_interval, read_interval;
	uint32_t write_at, read_at;
	uint16_t writer, reader;      /* the last of each */
	uint8_t wrote, read;          /* which of the 4 bytes, a bit each */
	uint8_t ever;                 /* which have been written at all */
	bool atomic : 1, several : 1; /* the write was; threads of several warps have read */
} PtxCell;

typedef struct PtxShadow {
	PtxCell *cell; /* NULL: nobody wants to know */
	uint32_t interval;
} PtxShadow;

/* False: no memory. */
bool ptx_shadow_make(struct PtxBlock *block);
void ptx_shadow_start(struct PtxBlock *block);
/* An access of a lane to shared memory: notes it, or a fault when it races or reads what nobody wrote. */
void ptx_shadow_access(struct PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t offset,
		       uint32_t bytes, unsigned what);
/* The same of whole words by several lanes: each word once, whoever else of them wants it. */
void ptx_shadow_words(struct PtxWarp *warp, const PtxInstr *instr, uint32_t lanes,
		      const uint64_t *address, uint32_t bytes, unsigned what);

#endif
