/* kernels.h - what judges of labs with kernels ask of each launch. */
#ifndef GRADER_LABS_COMMON_KERNELS_H
#define GRADER_LABS_COMMON_KERNELS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "grader/labs/common/left.h"

#define KERNEL_THREADS 256 /* of a block, in all launches of labs 10 and 11 */

/* What a call is for: kernels as they were written are looked through for mistakes, also in an order of their warps and
 * blocks that is drawn, as what is missing between them need not show in the usual one; optimised ones
 * are counted; or the launch is refused, of a call as large as one that is looked
 * through: who knew it by its size would not have to ask. */
typedef enum CaseKind {
	LOOKED_THROUGH,
	ANY_ORDER,
	COUNTED,
	RAGGED, /* counted, with rows that begin anywhere and end within a warp, a sector or a tile; in a drawn order, too */
	REFUSED
} CaseKind;

/* Who has guessed in which of a pair of calls the launch is refused has to guess so often. */
#define REFUSED_PAIRS 2

/* One call: of how many numbers, on which GPU of two. */
typedef struct Case {
	int64_t n;
	int gpu;
	CaseKind kind;
	bool optimised; /* one that is refused, of a call as one that is counted */
} Case;

static inline bool case_is_counted(const Case *c)
{
	return c->kind == COUNTED || c->kind == RAGGED;
}

/* Who knows by the code that the compiler has made that a run is counted would need no barrier there, if no such run
 * had another order. */
static inline bool case_is_shuffled(const Case *c)
{
	return c->kind == ANY_ORDER || c->kind == RAGGED || c->kind == REFUSED;
}

/* Where a call is counted: who knew the GPU could do the work in another way on the other one. */
static inline int gpu_draw(Judge *j)
{
	return (int)judge_between(j, 0, 1);
}

/* Which of so many cases the calls of a pair are as, of which a launch is refused: the first, and another one. So neither
 * sizes nor the GPU tell. */
static inline int refused_as(Judge *j, int pair, int cases)
{
	return pair == 0 ? 0 : (int)judge_between(j, 1, cases - 1);
}

static inline Case case_refused(Case c)
{
	c.optimised = case_is_counted(&c);
	c.kind = REFUSED;
	return c;
}

static inline Run *case_run(Judge *j, const Case *c)
{
	Run *r = judge_run(j, 2);

	run_int(r, "gpu", c->gpu);
	run_one_thread(r);
	if (case_is_counted(c) || c->optimised)
		run_optimised(r);
	if (case_is_shuffled(c))
		run_any_order(r);
	if (c->kind == ANY_ORDER || c->kind == RAGGED)
		run_about(r, "warps in another order");
	if (c->kind == REFUSED) {
		run_fail(r, "launch", 1, 1);
		run_may_be_spared(r);
	}
	return r;
}

/* Says of which call a message is: "259 numbers", as `words` have it. */
static inline const char *say_case(Judge *j, const Case *c, const char *words)
{
	return case_is_shuffled(c) ? judge_text(j, "%s, warps in another order", words) : words;
}

/* Gives it numbers in memory of the GPU. */
static inline void case_give(Run *r, const char *name, const float *numbers, int64_t count)
{
	run_floats(r, name, numbers, count);
	run_give(r, name, 1);
}

/* "; the launch was refused: cudaErrorInvalidValue, from lab10_kernels.cu:30", where something was. */
static inline const char *say_refused(Judge *j, Run *r)
{
	const char *failed = run_failed_call(r);
	return failed ? judge_text(j, "; what it asked for was refused: %s", failed) : "";
}

/* Numbers on a grid of so many steps to 1, so that what is added up of them comes out the same in any order, to the last
 * bit: one that is left out shows. */
static inline float *case_grid(Judge *j, int64_t count, int steps)
{
	float *numbers = judge_uniform(j, count, -1, 1);

	for (int64_t i = 0; i < count; i++)
		numbers[i] = roundf(numbers[i] * (float)steps) / (float)steps;
	return numbers;
}

/* Numbers whose sum is asked for: on a grid; or one alone, of which no format has all digits: who keeps fewer of them than
 * a float is seen. */
static inline float *case_summands(Judge *j, const Case *c, int steps)
{
	if (c->n != 1)
		return case_grid(j, c->n, steps);

	float *number = judge_memory(j, sizeof *number);

	*number = (float)(3 * judge_between(j, 1, 20) + 1) / 3;
	return number;
}

static inline const char *say_summands(Judge *j, const Case *c)
{
	return say_case(j, c,
			judge_text(j, "%lld number%s", (long long)c->n, c->n == 1 ? "" : "s"));
}

/* Rows that end within a warp, and have no number for some of a block's threads. */
static inline int64_t columns_draw(Judge *j)
{
	const int64_t whole = judge_between(j, 1, 7);

	return 32 * whole + judge_between(j, 1, 31);
}

/* What memory of a simulated GPU has where nobody has written: a NaN that no arithmetic makes. */
#define UNWRITTEN 0xFFF5FFF5U

/* Fails a run that has left one of these numbers as it was made. */
static inline void case_written(Judge *j, const char *at, const char *name, const float *got,
				int64_t count)
{
	const uint32_t unwritten = UNWRITTEN;

	for (int64_t i = 0; i < count; i++)
		judge_that_for(j, memcmp(&got[i], &unwritten, sizeof unwritten) != 0,
			       "never-written",
			       "%s: %s: element %lld was never written (it reads as NaN)", at, name,
			       (long long)i);
}

/* Wants these numbers there in the end. */
static inline void case_holds(Judge *j, Run *r, const Case *c, const char *at, const char *name,
			      const float *wanted, int64_t count, double tolerance)
{
	int64_t there;
	const float *got = run_get_floats_given(r, name, c->gpu, &there);

	judge_complete(j, count == 0 || (got && there == count));
	if (count == 0)
		return;
	if (got && there == count)
		case_written(j, at, name, got, count);
	judge_because(j, "wrong-element");
	judge_floats(j, judge_text(j, "%s: %s", at, name), got, wanted, count, tolerance);
}

/* The same of sums whose numbers are on a grid: nothing of them is rounded. */
static inline void case_adds_up(Judge *j, Run *r, const Case *c, const char *at, const char *name,
				const float *wanted, int64_t count)
{
	int64_t there;
	const float *got = run_get_floats_given(r, name, c->gpu, &there);

	judge_complete(j, count == 0 || (got && there == count));
	for (int64_t i = 0; got && i < count; i++)
		judge_that_for(j, got[i] == wanted[i], "wrong-element",
			       "%s: %s: element %lld: wanted %.9g, got %.9g; the numbers are such "
			       "that no sum of them is rounded, in any order",
			       at, name, (long long)i, wanted[i], got[i]);
}

/* Fails a run in which anything but kernels moved or filled memory: the numbers lie on the GPU, and stay there.
 * Who has them copied can let the CPU compute, and launch a kernel that does nothing. */
static inline void kernel_alone(Judge *j, Run *r, const char *at)
{
	const Traffic t = run_traffic(r);
	const double fills = (double)run_counts(r)->memsets;

	judge_that_for(j, t.all.copies <= 0 && fills <= 0, "not-by-kernel",
		       "%s: besides the kernel there were %s%s and %s; the numbers lie on the GPU, "
		       "where the kernel does all that is to be done",
		       at, say_many(j, t.all.copies, "copy", "copies"),
		       t.all.copies > 0 ? judge_text(j, " (%s)", say_bytes(j, t.all.bytes)) : "",
		       say_many(j, fills, "fill", "fills"));
}

/* Who asks again and again whether work is over waits for it, too. */
static inline const char *say_asked(uint64_t waits)
{
	return waits > 1 ? ", or asked whether it was done" : "";
}

/* Fails a run in which the call waited for a GPU: who asks again and again whether it is done has waited, too, as has who
 * gives memory back. `over`: what was launched is. */
static inline void kernel_unawaited(Judge *j, Run *r, bool over, const char *at)
{
	judge_that_for(
		j, run_counts(r)->synchronizes == 0 && !over, "waited-for-kernel",
		"%s: the call waited for the GPU%s; what it launches may still run when it returns",
		at, say_asked(run_counts(r)->synchronizes));
}

/* Where nothing is to be done, or no more: then nothing is launched, and nothing waited for. */
static inline void case_ends(Judge *j, Run *r, const char *at)
{
	judge_that_for(j, run_counts(r)->launches == 0, "not-one-launch",
		       "%s: a kernel was launched all the same", at);
	kernel_alone(j, r, at);
	kernel_unawaited(j, r, false, at);
}

/* Whether a call has nothing to do. */
static inline bool case_is_empty(Judge *j, Run *r, int64_t numbers, const char *at)
{
	if (numbers <= 0)
		case_ends(j, r, at);
	return numbers <= 0;
}

/* Goes, and wants 0 to be returned; -1 where the launch is refused, and false then: there is no more to
 * look at. */
static inline bool case_go(Judge *j, Run *r, const Case *c, const char *at)
{
	run_go(r);
	const int64_t status = run_get_int(r, "status");
	const bool refused = c->kind == REFUSED && !run_is_spared(r);

	judge_that_for(j, !refused || status == -1, "launch-not-asked",
		       "%s, the launch is refused: the answer: wanted -1, got %lld", at,
		       (long long)status);
	judge_that_for(j, refused || status == 0, c->n == 0 ? "empty-grid" : "launch-refused",
		       "%s: the answer: wanted 0, got %lld%s", at, (long long)status,
		       say_refused(j, r));
	const char *error = run_get_text(r, "left.error");
	judge_that_for(j, refused || !error || strcmp(error, "cudaErrorInvalidConfiguration") != 0,
		       c->n == 0 ? "empty-grid" : "launch-refused",
		       "%s: the launch was refused, yet 0 was returned: %s%s", at, error,
		       say_left_place(j, r));
	judge_no_error_left_at(j, r, at);
	if (refused)
		case_ends(j, r, judge_text(j, "%s, the launch is refused", at));
	return !refused;
}

/* Fails a run whose kernel stands in another stream than the default one, behind which the caller's work comes; and
 * one that waited for it: the machine says both. */
static inline void kernel_queued(Judge *j, Run *r, const RunKernel *k, const char *at)
{
	judge_that_for(j, !k->other_stream, "other-stream",
		       "%s: the kernel was launched in a stream other than the default one", at);
	kernel_unawaited(j, r, !run_working(r, 0, (int)k->gpu), at);
}

/* The one kernel of the run, or NULL: the judge has no link to the machine, which alone counts. Fails a run
 * that launched none or several, or in which something else moved numbers. */
static inline const RunKernel *kernel_one(Judge *j, Run *r, const char *at)
{
	int count;
	const RunKernel *list = run_kernels(r, &count);

	judge_that_for(j, run_counts(r)->launches == 1, "not-one-launch",
		       "%s: wanted one launch of a kernel, got %llu", at,
		       (unsigned long long)run_counts(r)->launches);
	kernel_alone(j, r, at);
	if (!list)
		return NULL;
	judge_that_for(j, count == 1, "not-one-launch",
		       "%s: the kernel that was launched is none of this file", at);
	judge_that_for(j, list->block[0] * list->block[1] * list->block[2] == KERNEL_THREADS,
		       "wrong-grid", "%s: wanted blocks of %d threads, got %lld", at,
		       KERNEL_THREADS,
		       (long long)(list->block[0] * list->block[1] * list->block[2]));
	judge_that_for(
		j, list->unwatched <= 0, "read-again",
		"%s: the kernel used more than 16 MiB of global memory, or had fences in more "
		"blocks than races can be looked for in; wanted no memory but that of the "
		"arrays, and no fence",
		at);
	kernel_queued(j, r, list, at);
	return list;
}

static inline int64_t kernel_blocks(const RunKernel *k)
{
	return k->grid[0] * k->grid[1] * k->grid[2];
}

/* As 4 sectors, with a little room for where a warp's numbers begin; as 5, where rows begin anywhere. */
#define SECTORS_MOST        4.6
#define SECTORS_MOST_RAGGED 5.6
#define ROOM_LIST           10 /* of a hundred: so many more requests than 32 numbers at a time take */
#define ROOM_ROWS           60 /* of rows that have a few more numbers than warps or tiles take */

/* Sectors of a request on average; 0: there were none. */
static inline double kernel_load_sectors(const RunKernel *k)
{
	return k->load_requests > 0 ? k->load_sectors / k->load_requests : 0;
}

static inline double kernel_store_sectors(const RunKernel *k)
{
	return k->store_requests > 0 ? k->store_sectors / k->store_requests : 0;
}

/* Numbers that a kernel has to read from global memory, and to write there. */
typedef struct Moves {
	double read, written;
	int room; /* ROOM_...: they begin anywhere, and end within a warp; 0: they do not */
} Moves;

/* Sectors for 32 numbers, where so many have to be moved: a request for 128 of them, four of each thread, takes four
 * times as many, and is as good. */
static inline double sectors_each(double sectors, double requests, double numbers)
{
	const double most = fmax(requests, numbers / 32);

	return most > 0 ? sectors / most : 0;
}

static inline void sectors_judge(Judge *j, const RunKernel *k, const char *at, Moves m)
{
	double loads = sectors_each(k->load_sectors, k->load_requests, m.read),
	       stores = sectors_each(k->store_sectors, k->store_requests, m.written),
	       most = m.room > 0 ? SECTORS_MOST_RAGGED : SECTORS_MOST;

	judge_that_for(j, loads <= most && stores <= most, "spread-out",
		       "%s: a request of a warp took %.3g sectors to read and %.3g to write, "
		       "wanted at most %.2g",
		       at, loads, stores, most);
}

/* Whether so many sectors, or requests, are more than `numbers` take of which `each` come in one; `room` of a
 * hundred more may be, and a few for what a thread looks at besides. */
static inline bool is_beyond(double got, double numbers, double each, double room)
{
	return got > numbers / each * (1 + room / 100) + 64;
}

/* Whether the kernel moved these numbers in whole sectors, each once, by loads and stores. It is asked of sums: an
 * average looks as good as one likes, once there are enough reads that nobody needs. */
static inline void moves_judge_for(Judge *j, const RunKernel *k, const char *at, Moves m,
				   const char *again)
{
	const double more = fmax(m.room, 10), wider = m.room > 0 ? fmax(m.room, 30) : 15;

	sectors_judge(j, k, at, m);
	judge_that_for(j, k->atomic_sectors <= 0, "atomics-needless",
		       "%s: atomic operations used %.6g sectors of global memory; what no other "
		       "thread changes "
		       "is read and written without them",
		       at, k->atomic_sectors);
	judge_that_for(j,
		       !is_beyond(k->load_requests, m.read, 32, more) &&
			       !is_beyond(k->store_requests, m.written, 32, more),
		       again,
		       "%s: warps read global memory %.6g times and wrote it %.6g times; 32 "
		       "numbers at a time "
		       "take %.6g and %.6g",
		       at, k->load_requests, k->store_requests, m.read / 32, m.written / 32);
	judge_that_for(j,
		       !is_beyond(k->load_sectors, m.read, 8, wider) &&
			       !is_beyond(k->store_sectors, m.written, 8, wider),
		       "spread-out",
		       "%s: %.6g sectors of global memory were read and %.6g written; each number "
		       "once takes "
		       "%.6g and %.6g",
		       at, k->load_sectors, k->store_sectors, m.read / 8, m.written / 8);
	judge_that_for(j, k->read.all >= m.read && k->written.all >= m.written, "not-by-kernel",
		       "%s: threads read %.6g numbers of global memory and wrote %.6g; wanted the "
		       "kernel to read %.6g and to write %.6g",
		       at, k->read.all, k->written.all, m.read, m.written);
}

/* Wants none in shared memory either: where nobody else changes a number they only hide that threads do not wait for
 * each other, as atomics do not race. */
static inline void atomics_judge(Judge *j, const RunKernel *k, const char *at)
{
	judge_that_for(j, k->atomics <= 0, "atomics-needless",
		       "%s: threads made %.6g atomic operations; what no other thread changes is "
		       "read and written without them, in shared memory too",
		       at, k->atomics);
}

static inline void moves_judge(Judge *j, const RunKernel *k, const char *at, Moves m)
{
	moves_judge_for(j, k, at, m, "read-again");
}

#endif
