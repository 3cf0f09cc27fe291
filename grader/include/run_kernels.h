/* run_kernels.h - what the machine knows of the kernels, the products and the events of a run. Part of judge.h. */
#ifndef GRADER_INCLUDE_RUN_KERNELS_H
#define GRADER_INCLUDE_RUN_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/include/check.h"

/* How work of a launch was divided: how much there was, how many blocks and threads did any, how much the one did
 * that did most, and how much of it one thread did beyond four times what those of its block do on average. `thread_second`: the
 * most that a thread did beside which another one of its block did as much or more. */
typedef struct RunShare {
	double all, blocks, threads, block_most, thread_most, uneven, thread_second;
} RunShare;

/* What one launch of a kernel in the lab's file did (docs/kernels.md). Requests are instructions of a warp,
 * sectors are of 32 bytes. */
typedef struct RunKernel {
	char name[64];
	int gpu;
	int other_stream;                  /* 1: in another stream than the default one */
	int64_t grid[3], block[3], shared; /* shared: static and dynamic, bytes of a block */
	double us;                         /* modelled */
	double load_requests, load_sectors, store_requests, store_sectors; /* of global memory */
	double load_lines;     /* of 128 bytes that these requests were of, one after the other */
	double atomic_sectors; /* the same */
	double load_lanes, store_lanes; /* threads in these requests */
	RunShare calculated;            /* operations with floats, a multiply-add as two */
	RunShare read, written;         /* numbers of 4 bytes of global memory; atomics write */
	RunShare added;                 /* atomics of global memory */
	RunShare used_shared;           /* requests of shared memory; here `threads` are warps */
	RunShare
		voted; /* bits of others that warps were told, by votes, barriers that count and more (PTX_WORK_VOTES) */
	RunShare
		got; /* words of other threads, by shuffles and votes; with run_handed() also out of shared memory */
	double unwatched; /* uses of global memory beyond those in which the machine looks for races */
	double atomics, atomic_requests; /* of global memory and shared: of lanes; of warps */
	double global_atomics;           /* of lanes, of global memory alone */
	double shared_requests, shared_conflicts;
	double rewrites; /* with run_handed(): how often one thread wrote one number there, the most */
	/* With run_handed(), of words that are not 0: the most that threads of one warp handed others of it in shared
	 * memory; the most threads of one warp of which a thread got words there, by way of other threads, too. */
	double handed_within, handed_lanes;
	double handed_words; /* how many words threads got there that other threads had put there */
	double handed_across; /* of these, threads of another warp */
	double handed_most;   /* of these, the one thread that got most */
	/* ... of these, before a barrier made sure of it: of the block, or of the warp if both are in one. A fence and a
	 * loop that takes long make sure of nothing. */
	double handed_early;
	/* Numbers of it that a thread changed which another one of its warp had got, with neither barrier between. */
	double handed_anew;
	/* The fewest words of it into which threads of one block put anything, between the same two barriers as the
	 * block read global memory. */
	double put_least;
	double barriers;            /* that a warp came to */
	double exchanges;           /* shuffles and votes, of warps */
	double branches, divergent; /* of warps */
	double active;              /* lanes, of the 32 of a warp, in an instruction */
	double dram_bytes;
	double local_numbers; /* that threads wrote to local memory, each for itself; 4 bytes are one */
	double flops; /* that warps had room for: of 32 threads, whether they had work or not */
} RunKernel;

/* The launches of the window, in their order. NULL where the judge has no link to the machine. */
const RunKernel *run_kernels(Run *r, int *count);

/* What the machine knows of an event that the drive has made. */
typedef struct RunEvent {
	int there;      /* 0: it was destroyed */
	int recorded;   /* 1: it was, */
	double over_us; /* and is reached then; since the window began */
} RunEvent;

/* Of the event that was made last before the window began, back = 1, or the one before it, 2, at most 16; as it
 * was when the window ended. Only where run_is_linked(). */
RunEvent run_event(Run *r, int back);

/* A kernel that was launched in the window and is not the file's own, such as a product of cuBLAS; or, without a name,
 * a question how much time lies between two events. */
typedef struct RunLaunched {
	char name[24]; /* "cublasSgemm" */
	struct {
		uint64_t address;
		double bytes;
	} operand[3]; /* what it reads and writes, in its own order */
	double flops;
	int gpu;
	bool working; /* the GPU had other work when it was asked for */
	bool adds;    /* it reads an operand that it writes, as a product with beta does */
	double start,
		end; /* microseconds since the window began; of a question: where the two events stood */
	double readings; /* of the clock in the window before it, with all GPUs idle */
	uint64_t stream; /* in which it is; of a question: in which both events stood, 0: in two */
} RunLaunched;

/* All of the window, in their order; *readings: of the clock in all of it. NULL where the judge has no link to the
 * machine. */
const RunLaunched *run_launched(Run *r, int *count, double *readings);

/* Whether the GPU had work that was not over when that window ended. */
bool run_working(Run *r, int window, int gpu);

/* The same, or work that was over by the clock alone, as where the host has slept: it has waited for none of it. */
bool run_unawaited(Run *r, int window, int gpu);

/* Whether the last call to wait for work of that GPU gave memory back, or copied within the host's: it waited by the way,
 * and never tells that the work has failed. */
bool run_awaited_beside(Run *r, int window, int gpu);

#endif
