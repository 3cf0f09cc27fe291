/* warp.h - warps that run: what the executor's parts share.
 *
 * Theory of operation. The 32 lanes of a warp are executed together, an instruction at a time. Lanes
 * that go different ways at a branch become two splits, each with an instruction of its own, and a
 * convergence barrier where they meet again: the branch's immediate post-dominator. A split that
 * reaches it is parked until its lanes are all there, or have ended. So threads of a warp may wait
 * for each other, as on hardware since Volta: a split that runs for very long while others are parked
 * lets them go on alone.
 *
 * All warps of a block take turns, in order; blocks run one after the other. A launch may have a number
 * that draws another order (PtxLaunch.schedule): then several blocks are there at once, and turns are
 * of any length. Nothing depends on time, so a launch does the same whenever and wherever it runs. */
#ifndef PTX_WARP_H
#define PTX_WARP_H

#include "framework/simcuda/ptx/run/handed.h"
#include "framework/simcuda/ptx/run/shadow.h"
#include "framework/simcuda/ptx/run/share.h"
#include "framework/simcuda/ptx/run/unset.h"

#define PTX_ALL        UINT32_MAX
#define PTX_BARRIERS   16
#define PTX_TURN       4096 /* instructions that a warp is given before it is the next one's turn */
#define PTX_LOCAL_STEP 1024 /* local memory of a thread grows in such steps */

/* Lanes of a register are used as several types. */
typedef uint32_t __attribute__((may_alias)) LaneU32;
typedef int32_t __attribute__((may_alias)) LaneS32;
typedef uint64_t __attribute__((may_alias)) LaneU64;
typedef int64_t __attribute__((may_alias)) LaneS64;
typedef float __attribute__((may_alias)) LaneF32;
typedef double __attribute__((may_alias)) LaneF64;

/* A function that is being executed, by lanes of one warp that called it together. */
typedef struct PtxFrame {
	const PtxKernel *code;
	PtxTally *tally; /* of its instructions */
	unsigned char *registers;
	/* Where a register lies, but in words: a PtxUnset, or of a predicate its .made; NULL: all are set. */
	uint32_t *unset;
	uint32_t unsets; /* words of it that are not 0 */
	uint32_t local;  /* where its local memory begins */
	struct PtxFrame *caller;
	uint32_t back;       /* the caller's instruction behind the call */
	const PtxList *list; /* of the call */
	uint32_t depth;
} PtxFrame;

/* A convergence barrier: lanes that parted meet at that instruction; or those of a call, when they
 * return. */
typedef struct PtxMeeting {
	uint32_t at, members, arrived;
	bool call;
	PtxFrame *frame; /* of a call: the function that was called */
	struct PtxMeeting *outer;
} PtxMeeting;

typedef enum PtxState {
	PTX_READY,
	PTX_AT_BARRIER, /* of the block */
	PTX_AT_SYNC,    /* waits for lanes of its own warp */
} PtxState;

typedef struct PtxSplit {
	uint32_t at, lanes;
	PtxState state;
	uint32_t barrier; /* PTX_AT_BARRIER: which */
	PtxFrame *frame;
	PtxMeeting *meeting; /* the innermost; NULL: none */
} PtxSplit;

typedef struct PtxWarp {
	unsigned char *base[3]; /* where operands lie, by their kind; of [PTX_ABSENT] each is 0 */
	struct PtxBlock *block;
	uint32_t number;
	uint32_t live;     /* lanes that have not ended */
	uint32_t carry;    /* of .cc, a bit a lane */
	uint32_t syncs;    /* how often lanes of it were synchronised */
	uint32_t together; /* the last time that all were that had not ended */
	uint32_t met[PTX_LANES]
		    [PTX_LANES];      /* [i][k]: or that i has learned what k had done by then */
	const unsigned char *storing; /* what a lane is about to store; NULL: nothing */
	PtxOwn own[PTX_WORKS];
	PtxSplit split[PTX_LANES];
	uint32_t splits, turn;
	uint32_t stall; /* turns that it still stands still */
	uint32_t alone; /* instructions of turns that one split has had while others were parked */
	uint32_t
		owed; /* lanes that were let go on and are to come to this barrier, as others wait there */
	const PtxInstr *owed_to; /* NULL: nobody ever was */
	PtxSplit *current;
	uint64_t executed;
	PtxFrame kernel;
	unsigned char *local[PTX_LANES];
	uint32_t local_bytes; /* of each */
	PtxUnset *unset;      /* of each byte of it; NULL: nobody wants to know, or there is none */
	const PtxInstr *taken_by; /* the last shuffle that took what is unset */
	unsigned char sink[8 * PTX_LANES] __attribute__((aligned(64)));
} PtxWarp;

typedef struct PtxBarrier {
	uint32_t arrived, wanted, popc, all, any;
	uint32_t waiting;      /* threads: some only arrive */
	uint32_t came;         /* warps, a bit each: a block has 32 at most */
	const PtxInstr *first; /* where one waits first, and which thread */
	uint32_t thread;
} PtxBarrier;

typedef struct PtxBlock {
	struct PtxRunning *run;
	uint32_t at[3], number;
	uint32_t read_strongly; /* when it last did so, by PtxGlobal.clock */
	uint32_t threads, live, warps;
	PtxWarp *warp;
	unsigned char *shared;
	uint32_t shared_bytes;
	PtxShadow shadow;
	PtxHands hands;
	PtxBarrier barrier[PTX_BARRIERS];
} PtxBlock;

#define PTX_SPANS 64

#define PTX_L1_LINES 128

/* Of each line of 128 bytes which block brought it in, and which of its four sectors. */
typedef struct PtxL1 {
	struct PtxL1Line {
		uint64_t line, block;
		uint32_t sectors;
	} line[PTX_L1_LINES];
} PtxL1;

typedef struct PtxRunning {
	const PtxLaunch *launch;
	PtxFault *fault;
	PtxCounts *counts;
	PtxTally *tally;
	const PtxInstr *watched; /* launch->watch */
	PtxL1 l1;
	uint64_t hot;               /* where the last atomic on global memory was */
	uint64_t left;              /* of the budget */
	uint64_t drawn;             /* the state of what draws an order; of the usual one 0 */
	bool raced, read_unwritten; /* and that has been told */
	bool used_unset, apart;     /* and that, too */
	PtxRewrites rewrites;
	PtxGlobal global;
	PtxSpan span[PTX_SPANS]; /* found before, by bits of the address */
	PtxBlock *block;         /* the one that runs, or all of a cooperative launch */
	uint32_t blocks;
	unsigned char handed[40]; /* what a lane is about to load: 32 bytes at most, in words */
	unsigned char meeting[64] __attribute__((aligned(8))); /* behind PTX_WINDOW_GRID */
} PtxRunning;

/* --- operands --------------------------------------------------------------------------------- */

static inline void *ptx_at(const PtxWarp *warp, const PtxOperand *operand)
{
	return warp->base[operand->kind] + operand->at;
}

/* Where a result goes. What nobody wants does not come to where a source that is absent would be read: there is 0. */
static inline void *ptx_to(PtxWarp *warp, const PtxOperand *operand)
{
	return (operand->kind == PTX_ABSENT ? warp->sink : warp->base[operand->kind]) + operand->at;
}

#define PTX_SRC(type, name, number) const type *name = ptx_at(warp, &instr->operand[number])

static inline void ptx_put32(PtxWarp *warp, const PtxOperand *operand, const void *from,
			     uint32_t lanes)
{
	LaneU32 *to = ptx_to(warp, operand);
	const LaneU32 *bits = from;
	if (lanes == PTX_ALL)
		for (int i = 0; i < PTX_LANES; i++)
			to[i] = bits[i];
	else
		for (int i = 0; i < PTX_LANES; i++)
			to[i] = lanes >> i & 1 ? bits[i] : to[i];
}

static inline void ptx_put64(PtxWarp *warp, const PtxOperand *operand, const void *from,
			     uint32_t lanes)
{
	LaneU64 *to = ptx_to(warp, operand);
	const LaneU64 *bits = from;
	if (lanes == PTX_ALL)
		for (int i = 0; i < PTX_LANES; i++)
			to[i] = bits[i];
	else
		for (int i = 0; i < PTX_LANES; i++)
			to[i] = lanes >> i & 1 ? bits[i] : to[i];
}

static inline uint32_t ptx_predicate(const PtxWarp *warp, const PtxOperand *operand)
{
	return *(const LaneU32 *)ptx_at(warp, operand);
}

static inline void ptx_put_predicate(PtxWarp *warp, const PtxOperand *operand, uint32_t bits,
				     uint32_t lanes)
{
	LaneU32 *to = ptx_to(warp, operand);
	*to = (*to & ~lanes) | (bits & lanes);
}

/* A source of any integer type, or the bits of another, widened. */
uint64_t ptx_lane(const PtxWarp *warp, const PtxOperand *operand, int lane);
void ptx_put_lane(PtxWarp *warp, const PtxOperand *operand, int lane, uint64_t value);

/* --- handlers: each file's are found by its function; NULL: it has none for that ------------------ */

PtxHandler ptx_integer_handler(const PtxInstr *instr);
PtxHandler ptx_bits_handler(const PtxInstr *instr);
PtxHandler ptx_float_handler(const PtxInstr *instr);
PtxHandler ptx_half_handler(const PtxInstr *instr);
PtxHandler ptx_compare_handler(const PtxInstr *instr);
PtxHandler ptx_convert_handler(const PtxInstr *instr);
PtxHandler ptx_move_handler(const PtxInstr *instr);
PtxHandler ptx_memory_handler(const PtxInstr *instr);
PtxHandler ptx_atomic_handler(const PtxInstr *instr);
PtxHandler ptx_exchange_handler(const PtxInstr *instr);
PtxHandler ptx_print_handler(const PtxInstr *instr);
PtxHandler ptx_matrix_handler(const PtxInstr *instr);

/* --- memory.c --------------------------------------------------------------------------------- */

/* What to add to marks, one or several in a word, for an access: PTX_READ_FIRST where it reads bytes that
 * the kernel has not written. */
static inline uint32_t ptx_read_first(uint32_t mark, uint32_t what)
{
	_Static_assert(PTX_READ << 2 == PTX_READ_FIRST && PTX_WRITTEN << 1 == PTX_READ_FIRST,
		       "shifts make one of the other");
	return what << 2 & ~mark << 1 & PTX_READ_FIRST * 0x01010101U;
}

/* What an instruction accesses in one lane; NULL: a fault, which is noted. */
unsigned char *ptx_access(PtxWarp *warp, const PtxInstr *instr, int lane, uint64_t address,
			  uint32_t bytes, unsigned what);
uint64_t ptx_address(const PtxWarp *warp, const PtxInstr *instr, int lane);
/* Counts an access of these lanes, to generic addresses or those of the instruction's space. */
void ptx_count(PtxWarp *warp, const PtxInstr *instr, const uint64_t *address, uint32_t lanes,
	       uint32_t bytes, unsigned access);
/* The allocation that holds that address; NULL: none. */
const PtxSpan *ptx_span(PtxRunning *run, uint64_t address);
/* The space of a generic address. */
PtxSpace ptx_space(uint64_t address);
/* In which an address of the instruction lies; of constant memory PTX_CONST. */
PtxSpace ptx_space_reached(const PtxInstr *instr, uint64_t address);
/* Whether the kernel has written any of these bytes of global memory. */
bool ptx_is_changed(PtxRunning *run, uint64_t address, uint32_t bytes);
/* Whether that address is of pinned memory. */
bool ptx_is_host(PtxRunning *run, uint64_t address);

/* --- owned.c ---------------------------------------------------------------------------------- */

/* False: no memory. */
bool ptx_owned_make(PtxModule *module);
static inline bool ptx_in_image(const PtxLaunch *launch, uint64_t address)
{
	return address - launch->image_address < launch->module->image_bytes;
}
/* Whether these accesses, in the image, are of bytes that are a variable's. */
bool ptx_owned(const PtxLaunch *launch, const uint64_t *address, uint32_t lanes, uint32_t bytes);

/* --- reach.c ---------------------------------------------------------------------------------- */

/* Whether ptx_reach() is for that instruction. */
bool ptx_is_words(const PtxInstr *instr);
/* Loads or stores of all lanes. False: nothing has been done, but *counted says whether it was counted. */
bool ptx_reach(PtxWarp *warp, const PtxInstr *instr, const uint64_t *from, uint32_t lanes,
	       bool write, bool *counted);

/* --- count.c ---------------------------------------------------------------------------------- */

/* Counts a request, of lanes that all reach one space; the addresses are within it. */
void ptx_count_access(PtxWarp *warp, const PtxInstr *instr, PtxSpace space, const uint64_t *address,
		      uint32_t lanes, uint32_t bytes, unsigned access);
/* The lanes that want one address one by one: how many times something is done. */
uint32_t ptx_rounds(const uint64_t *address, uint32_t lanes);
/* Sums over all instructions. */
void ptx_count_sum(const PtxRunning *run);
PtxClass ptx_class(const PtxInstr *instr);

static inline uint32_t ptx_popcount(uint32_t lanes)
{
	return lanes == PTX_ALL ? PTX_LANES : (uint32_t)__builtin_popcount(lanes);
}

static inline bool ptx_is_atomic(const PtxInstr *instr)
{
	return instr->op == PTX_ATOM || instr->op == PTX_RED;
}

/* The current split's tally of its instruction. */
static inline PtxTally *ptx_tally(const PtxWarp *warp, const PtxInstr *instr)
{
	const PtxFrame *frame = warp->current->frame;
	return &frame->tally[instr - frame->code->code];
}

/* run.c: where the tally of a function begins. */
PtxTally *ptx_tally_of(const PtxRunning *run, const PtxKernel *code);

/* --- share.c ---------------------------------------------------------------------------------- */

/* These lanes did so much work each. */
static inline void ptx_share_note(PtxWarp *warp, PtxWork work, uint32_t lanes, uint32_t amount)
{
	PtxOwn *own = &warp->own[work];
	if (lanes == PTX_ALL)
		own->all += amount;
	else
		for (int i = 0; i < PTX_LANES; i++)
			own->lane[i] += lanes >> i & 1 ? amount : 0;
}

/* A warp has such work, whichever lanes it is of. */
static inline void ptx_share_warp(PtxWarp *warp, PtxWork work)
{
	warp->own[work].lane[0]++;
}

/* What is told by a sum, a product or a time: so many bits of each lane. */
#define PTX_ALL_BITS 32

/* These lanes are told something that hangs on others of them: so many bits of each. */
void ptx_votes_note(PtxWarp *warp, uint32_t lanes, uint32_t bits, uint32_t words);

/* --- usage.c ---------------------------------------------------------------------------------- */

/* Fills in what ptx_link() says of kinds, waits and live registers. False: no memory. */
bool ptx_usage(PtxKernel *code);

/* --- unset.c ---------------------------------------------------------------------------------- */

/* What PtxFrame.unset has room for. */
static inline size_t ptx_unset_bytes(const PtxKernel *code)
{
	return code->register_bytes + 256U;
}

/* --- faults ----------------------------------------------------------------------------------- */

static inline bool ptx_failed(const PtxWarp *warp)
{
	return warp->block->run->fault->end != PTX_DONE;
}
/* The x, y and z of a block's thread with that number. */
void ptx_thread_at(const PtxLaunch *launch, uint32_t thread, uint32_t at[3]);
/* Which instruction, block and thread. */
void ptx_fault_at(const PtxWarp *warp, const PtxInstr *instr, int lane, PtxFault *fault);
/* Notes the first one. */
void ptx_fail(PtxWarp *warp, const PtxInstr *instr, int lane, PtxEnd end);

/* --- grid.c ----------------------------------------------------------------------------------- */

/* An order of things by numbers below count. */
typedef struct PtxShuffle {
	uint64_t count, at, step;
} PtxShuffle;

/* By chance, where the launch has another order than the usual one. */
PtxShuffle ptx_shuffle(PtxRunning *run, uint64_t count);
static inline uint64_t ptx_shuffle_next(PtxShuffle *order)
{
	uint64_t number = order->at;
	order->at += order->step;
	order->at -= order->at >= order->count ? order->count : 0;
	return number;
}
/* How many instructions the warp is given now. */
uint32_t ptx_turn_length(PtxWarp *warp);
/* Lets the warp stand still, once in so many times, where the order is one with such; true: it does now. */
bool ptx_stall(PtxWarp *warp, uint32_t times);
/* How many blocks are there at once; 0: more than can be. */
uint32_t ptx_blocks_together(const PtxLaunch *launch, uint64_t count);
/* Runs all blocks of the grid. */
void ptx_grid_run(PtxRunning *run, uint64_t count);

/* --- block.c ---------------------------------------------------------------------------------- */

void ptx_block_start(PtxBlock *block, uint64_t number);
/* Each of its warps gets a turn. False: it is over, or something is wrong. */
bool ptx_block_turn(PtxBlock *block);
/* All zero. NULL: no memory. */
unsigned char *ptx_registers(const PtxKernel *code);

/* --- special.c -------------------------------------------------------------------------------- */

/* Where dynamic shared memory begins. */
uint32_t ptx_dynamic_shared(const PtxLaunch *launch);
/* What the registers hold that tell which thread this is. */
void ptx_specials_fill(PtxWarp *warp, PtxFrame *frame);

/* --- split.c ---------------------------------------------------------------------------------- */

/* The lanes of the current split part: those of `taken` go on at `target`. */
void ptx_branch(PtxWarp *warp, uint32_t taken, uint32_t target, uint32_t reconverge);
/* Before the current split's next instruction: false when it is parked there. */
bool ptx_arrive(PtxWarp *warp);
/* These lanes of the current split end, or come back from a function. */
void ptx_exit(PtxWarp *warp, uint32_t lanes);
void ptx_return(PtxWarp *warp, uint32_t lanes);
bool ptx_call(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes);
/* Lets the parked lanes go that wait for the current split. */
void ptx_release_parked(PtxWarp *warp);
/* Lets those who have arrived there go on without the others. */
void ptx_parked_go(PtxWarp *warp, PtxMeeting *meeting);
/* Nobody can go on: lets lanes go on that are parked, and for whom others of their warp wait at a barrier. False: there
 * are none. */
bool ptx_parked_release(PtxBlock *block);
/* Lanes that owe to come to a barrier are at one, or end (NULL). False: it is not theirs, and the kernel has failed. */
bool ptx_owed_look(PtxWarp *warp, const PtxInstr *barrier, uint32_t lanes);
/* Behind a barrier, lanes of one place become one split again, where some were let go on. */
void ptx_owed_join(PtxWarp *warp);
/* Makes that split the one that runs. */
void ptx_split_select(PtxWarp *warp, PtxSplit *split);
void ptx_split_drop(PtxWarp *warp, PtxSplit *split);

/* --- block.c, control.c ----------------------------------------------------------------------- */

/* An instruction that is no handler's: branches, calls, ends, barriers. False: the split no longer
 * goes on. */
bool ptx_control(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes);
/* Whether an instruction is one of those. */
bool ptx_is_control(const PtxInstr *instr);
/* Ends the block's barriers that now have all. */
void ptx_barriers_check(PtxBlock *block);
PtxEnd ptx_blocks_run(PtxRunning *run);
/* A barrier has all: the split gets what it asked it for. */
void ptx_barrier_answer(PtxWarp *warp, PtxSplit *split, const PtxBarrier *barrier);

#endif
