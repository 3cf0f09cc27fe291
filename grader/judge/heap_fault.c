/* heap_fault.c - words for what was done to a block of host memory. What the program tells is
 * believed as far as it goes into a message about that program. */
#include "grader/judge/heap_fault.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "grader/judge/describe_inputs.h"
#include "grader/judge/judge_state.h"
#include "grader/probe/line_table.h"
#include "grader/setup/work_dir.h"

/* The line of the lab that made the block; 0: somebody else did. */
static int line_made(const Run *r, uint64_t made)
{
	char *table = run_line_table(r);
	int line = line_table_find(table, &made, 1);

	free(table);
	return line > 0 ? line : 0;
}

/* What the judge calls a block of that size, behind which the channel may have put a byte; NULL: nothing. */
static const RunBlock *block_find(const Run *r, uint64_t bytes)
{
	for (int i = 0; i < r->blocks; i++)
		if ((uint64_t)r->block[i].bytes == bytes ||
		    (uint64_t)r->block[i].bytes + 1 == bytes)
			return &r->block[i];
	return NULL;
}

/* "; made at lab2_placement.c:158", or who else made it. */
static void made_say(const Run *r, int line, const RunBlock *named, char *text, size_t size)
{
	const Judge *j = r->judge;

	if (line > 0)
		snprintf(text, size, "; made at %s%s:%d", j->lab->name, lab_ending(j->lab), line);
	else if (named)
		snprintf(text, size, "; it is %s", named->words);
	else
		snprintf(text, size, "; it is your caller's, such as an input");
}

static const char *side_say(const FrameHeap *heap)
{
	if (heap->freed)
		return "which had been given back";
	if (heap->offset < 0)
		return "before its begin";
	return (uint64_t)heap->offset >= heap->bytes ? "behind its end" : "in its middle";
}

static const char *fault_cause(const FrameHeap *heap, int line)
{
	return heap->freed ? "block-freed" : line > 0 ? "outside-block" : "outside-input";
}

/* Other memory than a block's: what free() got, or the stack. */
static int other_describe(const Run *r, const FrameHeap *heap, const char *how, Ending *ending)
{
	static const char *const kinds[] = {"",
					    ": it is pinned memory, which cudaFreeHost gives back",
					    ": it is memory of a GPU, which cudaFree gives back",
					    ": it is managed memory, which cudaFree gives back"};
	const char *const function = r->judge->check->function;
	const size_t known = sizeof kinds / sizeof *kinds;
	char about[ABOUT_MAX];

	if (heap->act == HEAP_NOT_OURS)
		ending_fail(ending, "freed-otherwise",
			    "%s crashed (%s): it gives free() what is not from malloc()%s%s",
			    function, how, heap->memory < known ? kinds[heap->memory] : "",
			    about_run(r, about, sizeof about));
	else if (heap->act == HEAP_SMASHED)
		ending_fail(
			ending, "stack-array",
			"%s crashed (%s): it writes behind the end of an array on its stack, as "
			"was seen when the function with the array returned%s",
			function, how, about_run(r, about, sizeof about));
	else if (heap->act == HEAP_STACK)
		ending_fail(ending, "stack-full",
			    "%s crashed (%s): it needs more than the %llu %s that the stack has%s",
			    function, how,
			    (unsigned long long)(heap->bytes >> (heap->bytes >> 20 ? 20 : 10)),
			    heap->bytes >> 20 ? "MiB" : "KiB", about_run(r, about, sizeof about));
	else
		return 0;
	return 1;
}

/* Far behind the end of a block is what has nothing to do with it. */
static bool is_far(const FrameHeap *heap)
{
	return !heap->freed && heap->offset > 0 && (uint64_t)heap->offset > heap->bytes + 64;
}

int heap_describe(const Run *r, const Channel *channel, const char *how, Ending *ending)
{
	static const char *const now[HEAP_ACTS] = {"touches", "reads", "writes", "gives back"};
	static const char *const found[] = {"", ", as was seen when it was given back",
					    ", as was seen when the exercise was over"};
	const FrameHeap *heap = &channel->heap;
	const char *const function = r->judge->check->function;
	const char *act = heap->act < HEAP_ACTS ? now[heap->act] : now[0];
	char made[120], about[ABOUT_MAX];
	int line;

	if (!channel->has_heap)
		return 0;
	if (other_describe(r, heap, how, ending))
		return 1;
	line = line_made(r, heap->made);
	const RunBlock *named = line > 0 ? NULL : block_find(r, heap->bytes);
	const uint64_t bytes = named ? (uint64_t)named->bytes : heap->bytes;

	if (line == 0 && !named && is_far(heap)) /* its neighbour in memory tells nothing */
		return 0;
	if (r->refuses && line == 0) /* where a copy to NULL came to the end of what it reads */
		return 0;
	made_say(r, line, named, made, sizeof made);
	if (heap->act == HEAP_FREED && heap->freed && line == 0)
		ending_fail(ending, "block-not-yours",
			    "%s gives back a block of %llu bytes of host memory that is not its "
			    "own%s%s",
			    function, (unsigned long long)bytes, made,
			    about_run(r, about, sizeof about));
	else if (heap->act == HEAP_FREED && heap->freed)
		ending_fail(ending, "block-freed-twice",
			    "%s gives back a block of %llu bytes of host memory a second time%s%s",
			    function, (unsigned long long)bytes, made,
			    about_run(r, about, sizeof about));
	else if (heap->late == 0 || heap->act == HEAP_FREED)
		ending_fail(ending, fault_cause(heap, line),
			    "%s crashed (%s): it %s byte %lld of a block of %llu bytes of host "
			    "memory, %s%s%s",
			    function, how, act, (long long)heap->offset, (unsigned long long)bytes,
			    side_say(heap), made, about_run(r, about, sizeof about));
	else
		ending_fail(ending, fault_cause(heap, line),
			    "%s wrote byte %lld of a block of %llu bytes of host memory, %s%s%s%s",
			    function, (long long)heap->offset, (unsigned long long)bytes,
			    side_say(heap), found[heap->late > 1 ? 2 : 1], made,
			    about_run(r, about, sizeof about));
	return 1;
}
