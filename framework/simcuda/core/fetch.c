/* fetch.c - reading memory of a GPU as work that is queued now would find it.
 *
 * cuBLAS's batches are told by arrays of pointers in device memory where their matrices are, and
 * the machine has to know what a kernel touches when it is queued. So the library reads the arrays
 * at the call. What writes them and is ordered before the call runs first; nothing is settled by
 * that and the clocks do not move, for on hardware nobody waits here. Work that nothing orders
 * before the call is left alone, and what it writes is not seen.
 *
 * The host has learnt what it read: that counts as what a kernel writes to the host's memory. And where something runs
 * that the program sees, such as a copy to pinned memory that has to be done first, it counts as a wait.
 *
 * Where a judge looks, only pointers that the host has sent are read so. Whoever reads what a GPU has made waits for it, and
 * by a call that is there for something else: else numbers would come to the host with no copy, in no time. */
#include "framework/simcuda/core/core.h"

/* Whether what is gathered, which new work would wait for, comes after that operation. */
static bool is_before(const Sim *sim, const Op *op)
{
	bool before = op->settled;
	for (size_t i = 0; i < sim->gather.count && !before; i++) {
		const Op *last = sim->gather.op[i];
		before = last == op || (op->id < last->id && order_before(op, last));
	}
	return before;
}

cudaError_t work_produce_before(Sim *sim, Region *region, bool readers, const SimRange *range)
{
	Access *const *list = readers ? &region->readers : &region->writers;
	uint64_t *ran = readers ? &region->ran_readers : &region->ran_writers;
	uint64_t newest = *list ? (*list)->op->id : 0;
	cudaError_t error = cudaSuccess;
	bool all = true;
	for (const Access *access = *list, *next; access && !error; access = next) {
		Op *op = access->op;
		next = access->next;
		if (op->id <= *ran)
			break;
		all = all && op->ran;
		if (op->ran || !ranges_meet(&access->range, range) || !is_before(sim, op))
			continue;
		error = work_execute(sim, op);
		next = *list; /* it has changed */
	}
	if (all && newest > *ran)
		*ran = newest;
	return error;
}

cudaError_t work_call_first(Sim *sim)
{
	bool calls = false;
	for (const Op *op = sim->pending.oldest; op && sim->calls > 0 && !calls; op = op->newer)
		calls = op->kind == OP_CALL && !op->ran && is_before(sim, op);
	if (!calls)
		return cudaSuccess;
	work_waited(sim); /* the program can tell by what they do */
	return work_run(sim);
}

/* Whether it sends bytes that the host has. */
static bool is_sent(const Op *op)
{
	bool sent = op->kind == OP_COPY;
	for (int i = 0; i < op->accesses; i++)
		sent = sent && (!op->access[i].alloc || !(op->access[i].range.access & SIM_READ));
	return sent;
}

/* Whether a GPU makes these bytes, and the host has not been told yet that it has. */
static bool is_untold(const Sim *sim, const Region *region, const SimRange *range)
{
	bool untold = false;
	for (const Access *access = region->writers; access && !untold; access = access->next)
		untold = !access->op->settled && !is_sent(access->op) &&
			 ranges_meet(&access->range, range) && is_before(sim, access->op);
	return untold;
}

static void gather_before(Sim *sim, Stream *stream)
{
	gather_start(sim);
	gather_stream(sim, stream);
}

/* Runs what writes these bytes and comes before new work in the stream. */
static cudaError_t produce(Call *call, Region *region, const SimRange *range)
{
	Sim *sim = call->sim;
	const SimRequest *request = call->request;
	Stream *stream;
	int device = request->u.fetch.device;
	if (device >= sim->machine.gpus)
		return cudaErrorInvalidDevice;
	Gpu *gpu = device < 0 ? call->gpu : &sim->gpu[device];
	cudaError_t error = stream_find(call, request->u.fetch.stream, gpu, &stream);
	if (error)
		return error;
	const bool looks = sim->launched.kept && request->internal != SIM_OWN_READ;
	gather_before(sim, stream);
	if (looks && is_untold(sim, region, range)) {
		error = work_wait_beside(call);
		gather_before(sim, stream);
	}
	sim->seen = false;
	if (!error)
		error = work_produce_before(sim, region, false, range);
	if (sim->seen && looks && !error)
		error = work_wait_beside(call);
	else if (sim->seen)
		work_waited(sim);
	return error;
}

/* Copies between two places of the program, or from a GPU's memory, in small pieces. */
static void hand_over(Sim *sim, bool on_gpu, uint64_t to, uint64_t from, uint64_t bytes)
{
	unsigned char piece[4096];
	while (bytes > 0) {
		uint64_t some = bytes < sizeof(piece) ? bytes : sizeof(piece);
		if (on_gpu)
			sim_peek(sim, from, piece, some);
		else
			sim->host.read(sim->host.context, piece, from, some);
		sim->host.write(sim->host.context, to, piece, some);
		to += some;
		from += some;
		bytes -= some;
	}
}

cudaError_t memory_fetch(Call *call)
{
	Sim *sim = call->sim;
	uint64_t from = call->request->u.fetch.from, bytes = call->request->u.fetch.bytes;
	const SimRange range = {from, bytes, 1, bytes, SIM_READ};
	Alloc *alloc = memory_find(sim, from, bytes);
	const Pinned *pinned = alloc ? NULL : host_pinned(sim, from, bytes);
	if (!alloc && !pinned)
		return cudaErrorInvalidValue;
	cudaError_t error = produce(call, alloc ? &alloc->region : pinned->region, &range);
	if (error)
		return error;
	protect_lift(sim); /* the program's pages may be closed, to us too */
	hand_over(sim, alloc != NULL, call->request->u.fetch.to, from, bytes);
	if (alloc && call->request->internal != SIM_OWN_READ)
		sim_told(sim, bytes);
	return cudaSuccess;
}

void sim_told(Sim *sim, uint64_t bytes)
{
	sim->counters.linked_d2h += bytes;
	sim->counters.links_d2h++;
}
