/* counts.h - what is counted while a kernel in PTX runs: exact, and the same whenever and wherever it
 * runs. A record of fixed size, so that it can be handed to another process as it is.
 *
 * A request is an instruction of a warp that reaches that memory with at least one lane. Global and
 * local memory are counted in sectors of 32 bytes, shared memory in wavefronts: how often its 32 banks
 * of 4 bytes have to answer. An access of 8 bytes is made by halves of a warp, one of 16 by quarters;
 * lanes that want the same word share it. Wavefronts beyond one for each part are conflicts. */
#ifndef PTX_COUNTS_H
#define PTX_COUNTS_H

#include <stdint.h>

/* What kind of work an instruction is. */
typedef enum PtxClass {
	PTX_CLASS_F32,
	PTX_CLASS_F64,
	PTX_CLASS_HALF,    /* half and bfloat16 */
	PTX_CLASS_SPECIAL, /* sqrt, rcp, ex2, sin ..., divisions */
	PTX_CLASS_INTEGER, /* and bits */
	PTX_CLASS_CONVERT, /* between types */
	PTX_CLASS_COMPARE, /* comparisons and choices */
	PTX_CLASS_MOVE,    /* register to register, most of which ptxas removes */
	PTX_CLASS_PARAM,   /* loads of parameters and constants */
	PTX_CLASS_LOAD,
	PTX_CLASS_STORE,
	PTX_CLASS_ATOMIC,
	PTX_CLASS_EXCHANGE, /* shuffles, votes */
	PTX_CLASS_BARRIER,
	PTX_CLASS_CONTROL, /* branches, calls, ends */
	PTX_CLASSES
} PtxClass;

enum { PTX_LOADS, PTX_STORES, PTX_ATOMICS, PTX_ACCESSES };

/* What threads share among them. */
typedef enum PtxWork {
	PTX_WORK_FLOPS,   /* of numbers with a point; a multiply-add is two */
	PTX_WORK_READS,   /* words of 4 bytes, of global memory; less than a word counts as one */
	PTX_WORK_WRITES,  /* the same: stores and atomics */
	PTX_WORK_ATOMICS, /* of global memory, each as one */
	PTX_WORK_SHARED,  /* requests of shared memory: of warps, so a warp counts as a thread */
	PTX_WORK_VOTES, /* of warps, too: how many of others' bits they were told: one by a vote, a match, a mask of who
			 * is active or a barrier that counts; 32 by a sum of integers (redux), a product of matrices or a
			 * reading of the clock, which goes on with each lane */
	PTX_WORK_GOT, /* words of other threads that came to a thread: by shuffles, out of shared memory (where that is
		       * asked for, PtxHanding), and what it was told of a warp's bits, as one */
	PTX_WORKS
} PtxWork;

#define PTX_FAIR 4

/* How such work is divided among the blocks and threads of a launch. */
typedef struct PtxShare {
	uint64_t all;
	uint64_t blocks, threads;         /* that did any */
	uint64_t block_most, thread_most; /* of the one that did most */
	uint64_t
		thread_second; /* the most that a thread did beside which one of its block did as much or more */
	uint64_t
		uneven; /* the most that one thread did beyond PTX_FAIR times what its block's do on average */
} PtxShare;

typedef struct PtxCounts {
	uint64_t blocks, warps;
	uint64_t warp_instructions;
	uint64_t active_lanes;                 /* of these, whatever their guards say */
	uint64_t lane_instructions;            /* of these, those that a guard did not switch off */
	uint64_t instructions[PTX_CLASSES];    /* of warps */
	uint64_t fused;                        /* of these: multiply-adds of f32 and f64 */
	uint64_t branches, divergent_branches; /* divergent: the warp's lanes part */
	uint64_t barriers;                     /* of the block: warps that come to one */

	/* By PTX_LOADS, PTX_STORES, PTX_ATOMICS. */
	uint64_t requests[PTX_ACCESSES], sectors[PTX_ACCESSES]; /* global memory */
	uint64_t lanes[PTX_ACCESSES]; /* that reach global memory, of these requests */
	uint64_t lines[PTX_ACCESSES]; /* of 128 bytes: what the L1 looks up, one a cycle */
	uint64_t local_requests[PTX_ACCESSES], local_sectors[PTX_ACCESSES];
	uint64_t shared_requests[PTX_ACCESSES], shared_wavefronts[PTX_ACCESSES];
	uint64_t shared_conflicts[PTX_ACCESSES];

	uint64_t atomics; /* of lanes, global and shared; of these: */
	uint64_t global_atomics;
	uint64_t atomic_rounds; /* in each request the lanes that want one address go one by one */
	uint64_t atomic_hot; /* rounds of global requests at the same address as the one before */

	/* The L1 of the model: 16 KiB for each block, empty when the block begins, direct-mapped in
	 * lines of 128 bytes; stores and atomics pass by. Pinned memory is not cached. */
	uint64_t l1_hits;                  /* sectors of loads */
	uint64_t l2_sectors[PTX_ACCESSES]; /* what is left of `sectors`, local ones too */

	/* How often a warp waits for what it loaded: at the first instruction that uses any of it. */
	uint64_t global_waits, shared_waits;

	/* Global memory that was used and is not watched for races any more: there were too many pages, or fences. */
	uint64_t unwatched;

	PtxShare share[PTX_WORKS]; /* by PtxWork */

	/* Only where it is asked for (PtxHanding): how often one thread wrote one word of global memory, the most; and
	 * of words of shared memory that are not 0: */
	uint64_t rewrites;
	uint64_t
		handed_within; /* the most that lanes of one warp handed others of it in shared memory */
	uint64_t
		handed_lanes; /* the most lanes of one warp of which a thread got words there, by way of other
			       * warps or of threads that it got words of: what lanes vote about is of all
			       * of them */
	uint64_t
		handed_words; /* how many words threads got there that other threads had put there */
	uint64_t handed_across; /* of these, threads of another warp */
	uint64_t handed_most;   /* of these, the one thread that got most */
	uint64_t
		handed_early; /* of these, with no barrier of all threads of the block between, and of one warp with no
			       * __syncwarp() */
	uint64_t
		handed_anew; /* words that a thread changed which another one of its warp had got, with neither between */
	uint64_t
		put_least; /* the fewest words of it into which threads of one block put anything, between the same
			    * two barriers as the block read global memory */
} PtxCounts;

/* The same of one instruction. */
typedef struct PtxTally {
	uint64_t warps, active, lanes;
	uint64_t requests, sectors; /* global */
	uint64_t wavefronts, conflicts;
	uint64_t divergent;
} PtxTally;

/* "f32", "load" ... */
const char *ptx_class_name(PtxClass which);

#endif
