/* unset.h - values that nobody has set: local memory that was never written, and what a shuffle took from a
 * lane that has ended or is not in its mask.
 *
 * To have such a value is no mistake: compilers copy the padding of a struct, and lanes at the end of a
 * reduction add what nobody asks for. So it is followed, from local memory through registers and back, and
 * told where it is used: as an address; as what decides a branch (not after a shuffle: a lane may come to
 * a maximum of nothing, and not use it); as a value that is stored into memory that others see, unless it is
 * local memory's own, only copied.
 *
 * A value counts as unset when all of its bytes are. Arithmetic, conversions and choices hand it on;
 * operations on bits do not, except with a constant, because of fields of a few bits. What is not handed
 * on is missed, and no right program is accused. It costs little where there is none: a warp's registers are
 * looked at as long as one of them is unset. */
#ifndef PTX_UNSET_H
#define PTX_UNSET_H

#include "framework/simcuda/ptx/launch.h"

struct PtxWarp;
struct PtxFrame;

/* Lanes, a bit each, in which a value, or a byte of local memory, is unset. */
typedef struct PtxUnset {
	uint32_t raw;   /* never written */
	uint32_t made;  /* worked out from such */
	uint32_t taken; /* by a shuffle, or worked out from that */
} PtxUnset;

/* Before the current split's instruction: hands on, and tells. `lanes`: of those, the ones that execute it. Only
 * where the frame has unset registers. */
void ptx_unset_step(struct PtxWarp *warp, const PtxInstr *instr, uint32_t lanes);

/* Loads and stores of local memory, at an offset of each lane. */
void ptx_unset_local(struct PtxWarp *warp, const PtxInstr *instr, const uint32_t *offset,
		     uint32_t lanes, uint32_t bytes, bool write);
/* Something else has written there. */
void ptx_unset_written(struct PtxWarp *warp, uint32_t offset, uint32_t bytes, uint32_t lanes);
/* A call hands over local memory. */
void ptx_unset_copy(struct PtxWarp *warp, uint32_t lanes, uint32_t to, uint32_t from,
		    uint32_t bytes);
/* A shuffle: from which lane each lane takes its value, of those that are here. */
void ptx_unset_shuffle(struct PtxWarp *warp, const PtxInstr *instr, const uint8_t *from,
		       uint32_t lanes);
/* A store into shared memory has been done: what is unset there counts as not written. */
void ptx_unset_stored(struct PtxWarp *warp, const PtxInstr *instr, const uint64_t *address,
		      uint32_t lanes);

/* Local memory of these bytes, of which the first `kept` are as they were. False: no memory. */
bool ptx_unset_room(struct PtxWarp *warp, uint32_t bytes, uint32_t kept);
/* A warp begins: nothing of its local memory has been written, and all of its registers are set. */
void ptx_unset_start(struct PtxWarp *warp);
/* A function begins: nothing of its own local memory has been written. */
void ptx_unset_frame(struct PtxWarp *warp, const struct PtxFrame *frame, uint32_t lanes);

#endif
