/* protocol.h - what the two halves of a check say to each other.
 *
 * Judge and student's process hold the two ends of a stream socket; in the student's process it is
 * descriptor CHANNEL_FD. Everything on it is a frame: a FrameHead, then the name, then the payload,
 * in the machine's own byte order, because both ends are on one machine.
 *
 *     judge                                   student's process (drive.c)
 *     INT x, GIVEN y, ... inputs    ->
 *     START "3.2"                   ->        calls the drive of check 3.2
 *                                   <-        PUT_AT y          (drive_give)
 *     writes y in the machine, GO   ->
 *                                   <-        READY             (drive_go)
 *     GO                            ->
 *                                   <-        DONE + counters   (drive_end)
 *     freezes the machine, GO       ->
 *                                   <-        INT z, TENSOR_AT w
 *     peeks at w in the machine, GO ->
 *                                   <-        THAW              (drive_thaw), if it has to
 *     lets the machine go on, GO    ->
 *                                   <-        INT v, ... what only then can be told
 *                                   <-        KEPT              if blocks of memory are left
 *                                   <-        ROUND             if START said so
 *     INT x, ... other inputs       ->
 *     START "3.2"                   ->        calls it once more
 *                                   <-        READY ... results, as before
 *                                   <-        END               after the search for leaks
 *     GO                            ->        ends
 *
 * START says whether another round follows; nobody knows its inputs before the first one is over.
 * When the simulator has found a mistake in the first round, END may come instead of ROUND. Instead
 * of END there may come TODO with the number of an exercise that is not written yet, or MISSING
 * with the name of an input that the drive wanted and did not get, or CRASH with the places where
 * the program was when a signal ended it, and HEAP before it if that was because of a block of
 * memory. The student's code shares its process with drive.c, so the judge believes nothing that
 * these frames say about themselves: frames.c checks every one. */
#ifndef GRADER_INCLUDE_PROTOCOL_H
#define GRADER_INCLUDE_PROTOCOL_H

#include <stdint.h>

#include "simcuda.h"

#define CHANNEL_FD        3
#define MACHINE_MEMORY_FD 4 /* in the program: the memory that it shares with its machine */
#define DRIVE_LOST                                                                                 \
	113 /* exit status: the judge is gone, or what the drive keeps of it is damaged */
#define DRIVE_SHUT        114 /* exit status: nothing can be read from the judge any more */
#define NO_CHILDREN       "USEGPU_NO_CHILDREN" /* in the environment: the program may make no processes */
#define FRAME_FAIL_PREFIX "fail:" /* of INTS: which operation of that kind fails, how many */
#define FRAME_FAILED                                                                               \
	"cuda.failed" /* of TEXT: the error of the first call that failed, where one did */
#define FRAME_CHANGED                                                                              \
	"framework.changed" /* of INT: FrameworkState that is another one behind a window, where one is */
#define FRAME_TENSORS                                                                              \
	"tensors.kept" /* of INT: how many tensors more there are behind a round than before, where there are */
#define FRAME_THREADS "threads.kept" /* of INT: the same of threads */
#define FRAME_GROWN                                                                                \
	"blocks.grown" /* of INTS: a place in the program, how many blocks more it has asked for that are there than behind the
			* round before, and their bytes; of each place where there are more */
#define GROWN_NUMBERS     3
#define FRAME_FAILED_AT   "cuda.failed.at" /* of INTS: where that call was, as in CRASH */
#define FRAME_NAME_MAX    40
#define FRAME_WINDOWS     8 /* measured windows in a round */
#define CRASH_PLACES_MAX  48
#define FRAME_PAYLOAD_MAX (UINT64_C(64) << 20)

/* What the framework keeps from call to call, of the drive's thread. */
typedef enum FrameworkState {
	STATE_DEVICE = 1, /* device_current() */
	STATE_STREAM,     /* in which stream of a GPU operations are queued */
	STATE_POLICY,     /* what becomes of inputs on two devices */
	STATE_PARTS
} FrameworkState;

typedef enum FrameType {
	FRAME_INT = 1, /* int64_t */
	FRAME_REAL,    /* double */
	FRAME_TEXT,    /* bytes, without a NUL */
	FRAME_INTS,    /* int64_t each */
	FRAME_FLOATS,  /* float each */
	FRAME_TENSOR,  /* FrameTensor, then 4 bytes an element */
	FRAME_START,   /* name: the check; uint32_t: FrameStart */
	FRAME_READY,
	FRAME_GO,
	FRAME_DONE,    /* FrameWindow */
	FRAME_TODO,    /* name: the exercise */
	FRAME_MISSING, /* name: the input; uint32_t: the FrameType that was wanted */
	FRAME_END,
	FRAME_CRASH, /* uint64_t each: places in the program, from its start, innermost first */
	FRAME_ROUND, /* the first round is over; uint32_t: what the simulator found in it */
	FRAME_HEAP,  /* FrameHeap, before a CRASH: a block of host memory that it has to do with */
	FRAME_THAW,  /* the drive has named what it has to; it wants to use the GPUs again */
	FRAME_FLOATS_AT, /* FramePlace each: floats in memory of a GPU, one behind the other */
	FRAME_TENSOR_AT, /* FrameTensor, then uint64_t: where in memory of a GPU its elements are */
	FRAME_GIVEN,     /* uint64_t: of so many numbers of 4 bytes, which only the judge has */
	FRAME_HELD, /* name: of INTS, what the program has (HeldPart); the judge looks itself, and answers with GO */
	FRAME_PUT_AT, /* FramePut: where in memory of a GPU it shall put some of them */
	FRAME_KEPT, /* FrameKept each: blocks that the exercise has made and nobody gave back; where there are some */
	FRAME_FILE, /* name: of an input that is the path of a file in the program's folder. The judge looks itself what
		     * is in it: a result of that name; and answers with GO */
	FRAME_WATCH, /* name: likewise. The judge watches from now on what becomes of that file (HELD_TOUCHED), once in a round
		      * and before its first window; and answers with GO */
	FRAME_TYPES
} FrameType;

typedef enum HeldPart {
	HELD_RESIDENT,       /* bytes of its own; of these */
	HELD_KEPT,           /* those that are neither on the stack nor static */
	HELD_FIXED,          /* addresses of what is static, */
	HELD_FIXED_RESIDENT, /* and bytes there */
	HELD_LINE,           /* of the memory that it shares with the machine, mapped or not */
	HELD_FILED,          /* bytes of files that are mapped, but for the machine's memory; */
	HELD_FILED_RESIDENT, /* and resident ones, with those */
	HELD_PEAK, /* the most that was resident since the round's first look, whatever it was; -1: that cannot be told */
	HELD_ALL,  /* and what of all is resident now */
	HELD_PROCESSES, /* of the program, besides the first one, that have not ended */
	HELD_FILES,     /* open, folders too; -1: that cannot be told */
	HELD_NAMES,     /* in the program's folder, and in the folders there; likewise */
	HELD_TOUCHED,   /* FileTouch of the file that is watched; -1: none is */
	HELD_PARTS
} HeldPart;

/* What has become of a file since it is watched. */
typedef enum FileTouch {
	FILE_TOUCHED = 1, /* it was written to, moved, removed or replaced */
	FILE_LOST =
		2, /* it was written to in its place, moved away or removed: not replaced by one rename() */
	FILE_OTHER = 4 /* a file took its name that was not called the same with ".part" behind */
} FileTouch;

typedef struct FrameHead {
	uint16_t type;
	uint16_t nothing; /* 1: a TEXT, INTS, FLOATS or TENSOR that is NULL; no payload */
	uint32_t name_bytes;
	uint64_t payload_bytes;
} FrameHead;

typedef struct FrameTensor {
	int32_t rank;
	int32_t dtype; /* Dtype */
	int32_t device_kind, device_index;
	int64_t dim[4];
} FrameTensor;

typedef enum FrameStart {
	START_LAST,     /* no round follows */
	START_IF_CLEAN, /* another one, unless the simulator found a mistake in this one */
	START_MORE,     /* another one, whatever it found */
	START_WAYS = 3, /* bits in which these are; and beside them */
	START_AGAIN,    /* in the next round GPUs give the same addresses again */
} FrameStart;

typedef struct FramePlace {
	uint64_t address;
	uint64_t count; /* of floats */
} FramePlace;

typedef struct FramePut {
	uint64_t address;
	uint64_t first, count; /* of the input's numbers */
} FramePut;

/* What was done to a block from malloc() or its like; the last three are about other memory. */
typedef enum HeapAct {
	HEAP_TOUCHED,
	HEAP_READ,
	HEAP_WRITTEN,
	HEAP_FREED,
	HEAP_ACTS,
	HEAP_NOT_OURS = HEAP_ACTS, /* free() got what is not malloc's */
	HEAP_STACK,                /* the stack, of `bytes`, is full */
	HEAP_SMASHED /* an array on the stack was left, as was seen when its function ended */
} HeapAct;

typedef struct FrameHeap {
	uint64_t bytes;  /* of the block */
	int64_t offset;  /* where it was touched, from the block's begin */
	uint64_t made;   /* the place in the program where it was asked for, as in CRASH */
	uint32_t act;    /* HeapAct */
	uint32_t freed;  /* 1: it had been given back before */
	uint32_t late;   /* 1: found when the block was given back, 2: when the exercise was over */
	uint32_t memory; /* cudaMemoryType of what free() got */
} FrameHeap;

/* Blocks from malloc() and its like, of one place in the program. */
typedef struct FrameKept {
	uint64_t blocks, bytes;
	uint64_t made; /* that place, as in CRASH */
} FrameKept;

#define KEPT_MAX 8 /* places that are told */

/* The simulator's counters at both ends of the window; all zero where there is no simulator. */
typedef struct FrameWindow {
	uint64_t counted; /* 1 with a simulator, else 0 */
	SimcudaCounters go, end;
} FrameWindow;

#endif
