/* shares.h - what judges of labs with kernels ask of how blocks and threads share the work. */
#ifndef GRADER_LABS_COMMON_SHARES_H
#define GRADER_LABS_COMMON_SHARES_H

#include "grader/labs/common/kernels.h"

/* So many times what a block's threads have on average one of them may have: who moves four numbers at once needs a
 * quarter of the threads. */
#define SHARE_MOST 4

/* Wants the threads of a block to share what it does: `did` is "read", `what` "numbers". Asked of the block that has
 * most, as the last one may be ragged, and blocks may be idle where their number is free. */
static inline void share_judge(Judge *j, const char *at, const RunShare *s, const char *did,
			       const char *what)
{
	judge_that_for(
		j, s->thread_most * KERNEL_THREADS <= SHARE_MOST * s->block_most, "idle-threads",
		"%s: one thread %s %.6g %s, of at most %.6g of a block; wanted its %d threads "
		"to share them",
		at, did, s->thread_most, what, s->block_most, KERNEL_THREADS);
}

/* What one may have beyond that, where a block has few or some are left over: of two lists four numbers each, and two. */
#define UNEVEN_MOST 10

/* The same of numbers that are read or written, and in each block: one could share the work for all. */
static inline void numbers_judge(Judge *j, const char *at, const RunShare *s, const char *did)
{
	share_judge(j, at, s, did, "numbers");
	judge_that_for(j, s->uneven <= UNEVEN_MOST, "idle-threads",
		       "%s: in one block a thread %s %.6g numbers more than %d times what its %d "
		       "threads do on "
		       "average; wanted the threads to share them",
		       at, did, s->uneven, SHARE_MOST, KERNEL_THREADS);
}

/* The same of what is read of global memory. */
static inline void readers_judge(Judge *j, const RunKernel *k, const char *at)
{
	numbers_judge(j, at, &k->read, "read");
}

/* The same of what is read there and written. */
static inline void movers_judge(Judge *j, const RunKernel *k, const char *at)
{
	readers_judge(j, k, at);
	numbers_judge(j, at, &k->written, "wrote");
}

/* Wants every block to have its part: `each` numbers to be written at most. One block could do all, and the others
 * nothing. */
static inline void blocks_judge(Judge *j, const RunKernel *k, const char *at, double each)
{
	judge_that_for(
		j, (int64_t)k->written.blocks == kernel_blocks(k) && k->written.block_most <= each,
		"wrong-grid",
		"%s: of %lld blocks %.6g wrote results, one of them %.6g; wanted each block to "
		"do its part",
		at, (long long)kernel_blocks(k), k->written.blocks, k->written.block_most);
}

/* Wants a thread for each number to be written. Where none writes more than the numbers of all would be written,
 * so many have to have written. */
static inline void writers_judge(Judge *j, const RunKernel *k, const char *at, int64_t numbers)
{
	judge_that_for(j,
		       k->written.thread_most >= 1 &&
			       k->written.all >= k->written.thread_most * (double)numbers,
		       "wrong-grid",
		       "%s: threads wrote %.6g numbers, up to %.6g of one thread; wanted a thread "
		       "for each "
		       "of the %lld numbers, which writes it",
		       at, k->written.all, k->written.thread_most, (long long)numbers);
}

/* What the first of each warp may have besides, with the sums of its 32 threads: to mind what they lose takes four
 * operations each. */
#define ROOM_OF_WARP (4 * 32)

/* Wants the threads of a block to share what it calculates, of which `useful` is counted at the most. One may have `room`
 * operations more, with what others have come to, and the others those of their warp: `warps` times. */
static inline void sharers_judge(Judge *j, const RunKernel *k, const char *at, double useful,
				 double room, double warps)
{
	const RunShare *s = &k->calculated;
	const double fair = SHARE_MOST * fmin(s->block_most, useful) / KERNEL_THREADS;

	judge_that_for(j, s->thread_most <= fair + room, "idle-threads",
		       "%s: one thread made %.6g operations with floats, of at most %.6g of a "
		       "block; wanted its %d threads to share them",
		       at, s->thread_most, s->block_most, KERNEL_THREADS);
	judge_that_for(j, s->thread_second <= fair + warps * ROOM_OF_WARP, "idle-threads",
		       "%s: two threads of a block made %.6g operations with floats or more, each; "
		       "wanted its %d threads to share them, and one at most to add up what the "
		       "others have",
		       at, s->thread_second, KERNEL_THREADS);
}

/* Wants so many threads to calculate, each `most` operations with floats at the most. */
static inline void calculators_judge(Judge *j, const RunKernel *k, const char *at, int64_t threads,
				     double most)
{
	judge_that_for(
		j, (int64_t)k->calculated.threads >= threads && k->calculated.thread_most <= most,
		"idle-threads",
		"%s: %.6g threads calculated with floats, one of them made %.6g operations; "
		"wanted %lld threads, which make at most %.6g each",
		at, k->calculated.threads, k->calculated.thread_most, (long long)threads, most);
}

/* Wants no thread to hand another one anything within a warp, in registers, bits or a matrix. */
static inline void registers_judge(Judge *j, const RunKernel *k, const char *at, const char *cause,
				   const char *wanted)
{
	judge_that_for(j, k->exchanges <= 0 && k->voted.all <= 0, cause,
		       "%s: warps made %.6g shuffles and votes, and were told %.6g bits of others "
		       "by votes, tensor cores or the clock; wanted %s",
		       at, k->exchanges, k->voted.all, wanted);
}

/* Wants each thread to work out itself what it writes. What is worked out in integers is not counted, but has to come
 * from somewhere. */
static inline void alone_judge(Judge *j, const RunKernel *k, const char *at)
{
	judge_that_for(j, k->shared_requests <= 0, "idle-threads",
		       "%s: warps used shared memory %.6g times; wanted each thread to work for "
		       "itself, with nothing handed on",
		       at, k->shared_requests);
	registers_judge(j, k, at, "idle-threads", "each thread to work for itself");
}

/* Where it is counted what threads hand each other in shared memory: wants a barrier between putting and getting, and
 * before it is put anew. */
static inline void barriers_judge(Judge *j, Run *r, const RunKernel *k, const char *at)
{
	judge_that_for(j, !run_is_handed(r) || k->handed_early <= 0, "no-barrier",
		       "%s: threads got %.6g numbers out of shared memory that others had put "
		       "there, with no __syncthreads() between, nor __syncwarp() within a warp",
		       at, k->handed_early);
	judge_that_for(j, !run_is_handed(r) || k->handed_anew <= 0, "no-barrier",
		       "%s: threads changed %.6g numbers in shared memory that others of their "
		       "warp had just read, with no __syncthreads() between, nor __syncwarp()",
		       at, k->handed_anew);
}

/* Wants threads to keep no such list for themselves: an array that is no register lies in local memory, which is as far
 * away as global memory, and counted as neither. */
static inline void kept_judge(Judge *j, const RunKernel *k, const char *at, double numbers,
			      const char *wanted)
{
	judge_that_for(
		j, k->local_numbers <= numbers / 2 + 1024, "kept-far",
		"%s: threads wrote %.6g numbers to local memory, in arrays of their own, which "
		"lies where global memory does; wanted %s",
		at, k->local_numbers, wanted);
}

#endif
