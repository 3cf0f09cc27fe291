/* handed.h - what threads of a block hand each other in shared memory. Only where the launch asks (PtxHanding): then
 * of each byte is known which thread put it there last.
 *
 * A word that is 0 says nothing: arrays are begun with it. What a thread has put there itself is not handed to it, but
 * comes out changed as well. */
#ifndef PTX_HANDED_H
#define PTX_HANDED_H

#include <stdbool.h>
#include <stdint.h>

struct PtxBlock;
struct PtxWarp;

/* Of a word. */
typedef struct PtxHand {
	uint16_t writer[4]; /* of each byte: 1 + the thread; 0: nobody */
	bool counted;       /* as one that another thread of the writer's warp got */
	bool fresh; /* put there once between two barriers between which the warp read as much of global memory */
	bool kept; /* that was the last time */
	uint32_t barriers,
		syncs; /* how many of the block and the warp there were when it was put there */
	struct {
		uint32_t writer, barriers, syncs;
	} plain; /* the same, of the last store that was no atomic operation */
	struct {
		uint32_t warp, lanes, barriers, syncs;
	} read; /* which lanes of which warp got it last, and how many there were then; no lanes: nobody did */
} PtxHand;

/* What a warp has read of global memory, and not put into shared memory yet. */
typedef struct PtxHandRead {
	uint32_t words, in; /* behind so many barriers last */
} PtxHandRead;

typedef struct PtxHands {
	PtxHand *hand; /* NULL: nobody wants to know */
	uint32_t *
		from; /* of each thread and each warp: the lanes of that one of which it got words, or words of
			 * threads that had got such */
	uint32_t *words; /* of each thread: how many it got that others had put there */
	uint32_t *own;   /* of each warp: how many words of its own lanes went to others of them */
	uint32_t barriers; /* that all threads came to. A fence is none */
	PtxHandRead *read; /* of each warp */
} PtxHands;

/* False: no memory. */
bool ptx_hands_make(struct PtxBlock *block);
void ptx_hands_start(struct PtxBlock *block);
/* A warp reads so many words of global memory. */
void ptx_hands_read(struct PtxWarp *warp, uint32_t words);
/* These lanes are told about each other's bits, in which may be what each has got. */
void ptx_hands_join(struct PtxWarp *warp, uint32_t lanes);
/* The block is over. */
void ptx_hands_end(const struct PtxBlock *block);
void ptx_hands_free(struct PtxBlock *block);

/* A lane gets these bytes, or they are what it had, by an instruction in which another lane has the address: notes that,
 * where they lie in shared memory. */
struct PtxInstr;
void ptx_hands_note(struct PtxWarp *warp, const struct PtxInstr *instr, int lane, uint64_t address,
		    uint32_t bytes, unsigned what);

/* An access of a lane to shared memory, before it: where its bytes are to be read or written. Those of a load may lie
 * elsewhere, until the next access. */
unsigned char *ptx_hands_access(struct PtxWarp *warp, int lane, uint32_t address, uint32_t bytes,
				unsigned what);

#endif
