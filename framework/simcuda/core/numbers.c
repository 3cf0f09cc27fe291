/* numbers.c - numbers that a judge has drawn into the memory of a GPU, and single numbers looked at.
 *
 * A large product takes seconds to compute, and who wants to know whether it is right need not know all of
 * it: one number of it follows from a row and a column. So numbers are drawn as an operation like
 * others, which runs when somebody needs its bytes; and where a kernel can tell single numbers
 * (SimKernel.element), they are worked out without the others, from what it reads, found in the same way. */
#include <string.h>

#include "framework/simcuda/core/core.h"
#include "framework/simcuda/core/numbers.h"

/* --- drawing ---------------------------------------------------------------------------------- */

typedef struct Drawing {
	uint64_t seed, first, count;
	SimRange range;
} Drawing;

static int drawing_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	const Drawing *drawing = arguments[0];
	(void)threads;
	ranges[0] = drawing->range;
	return 1;
}

static void drawing_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	const Drawing *drawing = arguments[0];
	(void)threads;
	/* no time; but many bytes are not worth making before somebody needs them */
	*cost = (SimCost){.work = SIM_WORK_PART, .bytes = (double)drawing->count * sizeof(float)};
}

static void drawing_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	const Drawing *drawing = arguments[0];
	float *to = memory[0];
	(void)threads;
	for (uint64_t i = 0; i < drawing->count; i++)
		to[i] = numbers_at(drawing->seed, drawing->first + i);
}

static bool drawing_element(const void *const *arguments, int range, uint64_t offset,
			    const SimElements *in, float *value)
{
	const Drawing *drawing = arguments[0];
	(void)range;
	(void)in;
	*value = numbers_at(drawing->seed, drawing->first + offset / sizeof(float));
	return true;
}

static const SimKernel drawing_kernel = {.name = "the judge's numbers",
					 .arguments = 1,
					 .argument_bytes = {sizeof(Drawing)},
					 .ranges = drawing_ranges,
					 .cost = drawing_cost,
					 .run = drawing_run,
					 .element = drawing_element};

int sim_draw(Sim *sim, uint64_t address, uint64_t first, uint64_t count, uint64_t seed)
{
	Drawing drawing = {.seed = seed, .first = first, .count = count};
	uint64_t bytes = count * sizeof(float);
	Alloc *alloc =
		count > 0 && count < UINT64_MAX / sizeof(float) && address % sizeof(float) == 0
			? memory_find(sim, address, bytes)
			: NULL;
	if (!alloc || sim->threads == 0)
		return -1;
	drawing.range = (SimRange){address, bytes, 1, bytes, SIM_WRITE};
	const void *argument = &drawing;
	SimRequest request = {.code = SIM_LAUNCH, .internal = 1};
	request.u.launch.kernel = &drawing_kernel;
	request.u.launch.arguments = &argument;
	request.u.launch.device = alloc->gpu->index;
	Thread *thread = &sim->thread[0];
	SimReply reply = {.error = cudaSuccess};
	Call call = {sim, thread, alloc->gpu, &request, &reply};
	Trace *trace = sim->trace;
	SimcudaCounters counters = sim->counters;
	int64_t clock = thread->clock;
	sim->trace = NULL; /* the judge's are no work of the program's */
	cudaError_t error = launch_issue(&call);
	if (!error) {
		gather_start(sim);
		gather_gpu(sim, alloc->gpu);
		error = work_run(sim);
	}
	sim->trace = trace;
	sim->counters = counters;
	thread->clock = clock;
	return error ? -1 : 0;
}

/* --- single numbers --------------------------------------------------------------------------- */

/* How far back it goes: from a product to its factors, and to what those were made of. */
#define DEPTH_MOST 8

typedef struct Search {
	Sim *sim;
	const Op *op; /* what reads */
	int depth;
} Search;

static bool element_of(Sim *sim, Op *op, const SimRange *range, int depth, float *value);

static bool is_written_by(const Op *op, const SimRange *range)
{
	bool writes = false;
	for (int i = 0; i < op->accesses && !op->ran; i++)
		writes |= op->access[i].range.access & SIM_WRITE &&
			  ranges_meet(&op->access[i].range, range);
	return writes;
}

static bool memory_number(Sim *sim, uint64_t address, float *value)
{
	const Alloc *alloc = memory_find(sim, address, sizeof *value);
	uint64_t at = address;
	if (!alloc)
		return false;
	interval_set_gap(&alloc->written, &at, address + sizeof *value);
	if (at < address + sizeof *value) /* never written */
		return false;
	memcpy(value, memory_bytes(alloc, address), sizeof *value);
	return true;
}

/* The number that an operation finds where it reads: of the last of those before it that write there. */
static bool element_read(void *context, int range, uint64_t offset, float *value)
{
	const Search *search = context;
	const Access *access = &search->op->access[range];
	if (!access->alloc || offset >= range_extent(&access->range))
		return false;
	const SimRange at = {access->range.address + offset, sizeof *value, 1, sizeof *value,
			     SIM_READ};
	Op *last = NULL;
	for (size_t i = 0; i < search->op->dep_count; i++) {
		Op *before = search->op->deps[i].op;
		if (is_written_by(before, &at) && (!last || before->id > last->id))
			last = before;
	}
	return last ? element_of(search->sim, last, &at, search->depth + 1, value)
		    : memory_number(search->sim, at.address, value);
}

/* The number at that place as the operation leaves it; false: it has to be run. */
static bool element_of(Sim *sim, Op *op, const SimRange *range, int depth, float *value)
{
	Search search = {sim, op, depth};
	const SimElements in = {element_read, &search};
	if (op->kind == OP_FILL) {
		memset(value, op->value, sizeof *value);
		return true;
	}
	if (op->kind != OP_LAUNCH || op->value || depth > DEPTH_MOST || !op->kernel->element)
		return false;
	for (int i = 0; i < op->accesses; i++) {
		const SimRange *written = &op->access[i].range;
		if (written->access & SIM_WRITE && ranges_meet(written, range))
			return range->address >= written->address &&
			       op->kernel->element(op->owned, i, range->address - written->address,
						   &in, value);
	}
	return false;
}

int sim_number(Sim *sim, uint64_t address, float *value)
{
	const SimRange range = {address, sizeof *value, 1, sizeof *value, SIM_READ};
	const Alloc *alloc = memory_find(sim, address, sizeof *value);
	Op *last = NULL;
	if (!alloc)
		return -1;
	for (Access *access = alloc->region.writers; access; access = access->next)
		if (is_written_by(access->op, &range) && (!last || access->op->id > last->id))
			last = access->op;
	if (last && element_of(sim, last, &range, 0, value))
		return 0;
	return sim_peek_queued(sim, address, value, sizeof *value);
}
