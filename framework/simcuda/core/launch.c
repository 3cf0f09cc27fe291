/* launch.c - kernels, cuBLAS's routines included.
 *
 * What a launch touches is known when it is queued, from its arguments, and checked then. A kernel
 * that misses its memory behaves as on hardware: the launch itself succeeds, and the GPU answers
 * everything after it with a sticky error. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"
#include "framework/simcuda/core/numbers.h"

#define SLOWEST 100000 /* thousandths of a kernel's time */

/* Arguments are stored so that any type of value is aligned. */
#define ARGUMENT_UNIT 16

/* A table of pointers followed by the values that they point to; NULL: no memory. */
static void *arguments_copy(const SimKernel *kernel, const void *const *arguments)
{
	size_t head = SIM_MAX_ARGUMENTS * sizeof(void *), bytes = head;
	for (int i = 0; i < kernel->arguments; i++)
		bytes += (kernel->argument_bytes[i] + ARGUMENT_UNIT - 1U) & ~(ARGUMENT_UNIT - 1U);
	void **copy = malloc(bytes);
	if (!copy)
		return NULL;
	unsigned char *value = (unsigned char *)copy + head;
	for (int i = 0; i < kernel->arguments; i++) {
		copy[i] = value;
		memcpy(value, arguments[i], kernel->argument_bytes[i]);
		value += (kernel->argument_bytes[i] + ARGUMENT_UNIT - 1U) & ~(ARGUMENT_UNIT - 1U);
	}
	return copy;
}

/* Whose GPU is chosen by a handle, and not by cudaSetDevice. */
static bool is_blas(const char *kernel)
{
	return strncmp(kernel, "cublas", 6) == 0;
}

/* A handle that was left in device pointer mode is the usual reason for host memory in cuBLAS. */
static const char *argument_words(const char *kernel)
{
	return is_blas(kernel) ? "an argument; in device pointer mode alpha, beta and single "
				 "results belong there, too"
			       : "a kernel's argument";
}

/* Finds the memory of one range. False, with a finding, when the kernel may not touch it. */
static bool range_resolve(const Actor *actor, const Gpu *gpu, Access *access)
{
	const SimRange *range = &access->range;
	if (!memory_gpu(actor->sim, range->address)) {
		if (host_pinned(actor->sim, range->address, range_extent(range)))
			return true;
		check_host_pointer(actor, range, argument_words(actor->name));
		return false;
	}
	access->alloc = check_range(actor, range);
	check_is_library(actor->sim, access->alloc,
			 is_blas(actor->name) && range->access == SIM_WRITE &&
				 range_extent(range) <= SIM_LIBRARY_RESULT);
	if (!access->alloc)
		return false;
	if (access->alloc->gpu == gpu || peer_enabled(actor->sim, gpu, access->alloc->gpu))
		return true;
	finding_add(actor->sim, SIM_FINDING_WRONG_DEVICE, actor->site, &access->alloc->made,
		    "%s%s runs on GPU %d%s and touches memory on GPU %d without peer access",
		    actor->prefix, actor->name, gpu->index,
		    is_blas(actor->name) ? ", where its cuBLAS handle was made," : "",
		    access->alloc->gpu->index);
	return false;
}

/* Fills spec->touch. False when the kernel will miss its memory. */
static bool ranges_resolve(const Actor *actor, const Gpu *gpu, OpSpec *spec, const SimRange *range)
{
	bool good = true;
	for (int i = 0; i < spec->accesses; i++) {
		Access *access = &spec->access[i];
		access->range = range[i];
		if (range[i].rows == 0 || range[i].width == 0) {
			access->range = (SimRange){0};
			continue;
		}
		range_join(&access->range);
		good = range_resolve(actor, gpu, access) && good;
	}
	return good;
}

/* The longer of a time and that of so many bytes over a link. */
static int64_t time_with_link(int64_t time, const SimLink *link, uint64_t bytes)
{
	int64_t over_link = bytes ? machine_copy_time(link, bytes) : 0;
	return over_link > time ? over_link : time;
}

Linked linked_bytes(const Gpu *gpu, const OpSpec *spec)
{
	Linked linked = {0, 0, 0};
	for (int i = 0; i < spec->accesses; i++) {
		const Access *access = spec->many ? &spec->many[i] : &spec->access[i];
		uint64_t bytes = access->range.width * access->range.rows;
		if (access->alloc) {
			linked.peer += access->alloc->gpu != gpu ? bytes : 0;
			continue;
		}
		linked.in += access->range.access & SIM_READ ? bytes : 0;
		linked.out += access->range.access & SIM_WRITE ? bytes : 0;
	}
	return linked;
}

int64_t launch_time(const Sim *sim, const Gpu *gpu, const Linked *linked, int64_t time)
{
	const SimMachine *machine = &sim->machine;
	if (gpu->thousandths > 0)
		time = (int64_t)((double)time * gpu->thousandths / 1000);
	time = time_with_link(time, &machine->peer, linked->peer);
	time = time_with_link(time, &machine->h2d_pinned, linked->in);
	return time_with_link(time, &machine->d2h_pinned, linked->out);
}

/* A link passes one thing after the other, whoever sends it. */
static void links_turn(Op *op, int64_t *const *engine, const int64_t *time, int count)
{
	int64_t from = op->start, longest = 0;
	for (int i = 0; i < count; i++) {
		if (*engine[i] > from)
			from = *engine[i];
		if (time[i] > longest)
			longest = time[i];
	}
	for (int i = 0; i < count; i++)
		*engine[i] = time_add(from, time[i]);
	if (op->end < time_add(from, longest))
		op->end = time_add(from, longest);
}

/* What went out of each GPU, and into it. */
enum { LINK_OUT, LINK_IN, LINK_WAYS };

static void link_add(uint64_t (*bytes)[LINK_WAYS], int from, int to, uint64_t more)
{
	bytes[from][LINK_OUT] += more;
	bytes[to][LINK_IN] += more;
}

void launch_links(Sim *sim, const OpSpec *spec, Op *op)
{
	static const Engine engines[LINK_WAYS] = {[LINK_OUT] = ENGINE_OUT, [LINK_IN] = ENGINE_IN};
	uint64_t bytes[MACHINE_MAX_GPUS][LINK_WAYS] = {{0}};
	int64_t *taken[MACHINE_MAX_GPUS * LINK_WAYS], time[MACHINE_MAX_GPUS * LINK_WAYS];
	const Gpu *gpu = spec->stream->gpu;
	int count = 0;
	for (int i = 0; i < spec->accesses; i++) {
		const Access *access = spec->many ? &spec->many[i] : &spec->access[i];
		uint64_t more = access->range.width * access->range.rows;
		if (!access->alloc || access->alloc->gpu == gpu)
			continue;
		if (access->range.access & SIM_READ)
			link_add(bytes, access->alloc->gpu->index, gpu->index, more);
		if (access->range.access & SIM_WRITE)
			link_add(bytes, gpu->index, access->alloc->gpu->index, more);
	}
	for (int g = 0; g < sim->machine.gpus; g++)
		for (int way = 0; way < LINK_WAYS; way++) {
			if (bytes[g][way] == 0)
				continue;
			taken[count] = &sim->gpu[g].engine[engines[way]];
			time[count++] = machine_copy_time(&sim->machine.peer, bytes[g][way]);
		}
	links_turn(op, taken, time, count);
}

int sim_slow(Sim *sim, uint64_t gpu, uint64_t thousandths)
{
	if (gpu >= (uint64_t)sim->machine.gpus || thousandths < 1000 || thousandths > SLOWEST)
		return -1;
	sim->gpu[gpu].thousandths = (uint32_t)thousandths;
	return 0;
}

/* The sum, or the most there is room for: a sum that begins again at 0 would tell of less work than there was. */
static uint64_t flops_add(uint64_t sum, double more)
{
	const double room = (double)(UINT64_MAX - sum);
	return more < room / 2 ? sum + (uint64_t)more : UINT64_MAX;
}

void launch_count(const Call *call, const SimCost *cost, const Linked *linked)
{
	SimcudaCounters *counters = &call->sim->counters;
	counters->launches += !call->request->internal;
	counters->flops = flops_add(counters->flops, cost->flops);
	counters->linked_h2d += linked->in;
	counters->linked_d2h += linked->out;
	counters->linked_p2p += linked->peer;
	counters->links_h2d += linked->in > 0;
	counters->links_d2h += linked->out > 0;
	counters->links_p2p += linked->peer > 0;
}

cudaError_t launch_stream(Call *call, const Actor *actor, Gpu **gpu, Stream **stream)
{
	const SimRequest *request = call->request;
	int device = request->u.launch.device;
	if (device >= call->sim->machine.gpus)
		return cudaErrorInvalidDevice;
	*gpu = device < 0 ? call->gpu : &call->sim->gpu[device];
	cudaError_t error = stream_find(call, request->u.launch.stream, *gpu, stream);
	if (error)
		return error;
	if ((*stream)->gpu == *gpu)
		return cudaSuccess;
	finding_add(call->sim, SIM_FINDING_WRONG_DEVICE, actor->site, NULL,
		    "%s%s is launched on GPU %d into a stream of GPU %d", actor->prefix,
		    actor->name, (*gpu)->index, (*stream)->gpu->index);
	return cudaErrorInvalidResourceHandle;
}

/* Whether a product is one number, as a norm may be: it is what is made of others, and not rough once more. */
static bool writes_one(const SimRange *range, int count)
{
	uint64_t bytes = 0;
	for (int i = 0; i < count; i++)
		bytes += range[i].access & SIM_WRITE ? range[i].rows * range[i].width : 0;
	return bytes <= sizeof(float);
}

cudaError_t launch_issue(Call *call)
{
	Sim *sim = call->sim;
	const SimRequest *request = call->request;
	const SimKernel *kernel = request->u.launch.kernel;
	const void *const *arguments = request->u.launch.arguments;
	uint64_t threads = request->u.launch.threads;
	OpSpec spec = {.kind = OP_LAUNCH, .kernel = kernel, .threads = threads};
	SimRange range[SIM_MAX_RANGES] = {{0}};
	SimCost cost = {0};
	Gpu *gpu;
	Op *op;
	if (kernel && ptx_kernel_of(kernel))
		return ptx_launch_issue(call);
	if (!kernel || kernel->arguments < 0 || kernel->arguments > SIM_MAX_ARGUMENTS)
		return cudaErrorInvalidDeviceFunction;
	if (!arguments && kernel->arguments > 0)
		return cudaErrorInvalidValue;
	spec.name = kernel->name;
	Actor actor = {sim, "kernel ", kernel->name, &request->site};
	cudaError_t error = launch_stream(call, &actor, &gpu, &spec.stream);
	if (error)
		return error;
	spec.accesses = kernel->ranges(arguments, threads, range);
	if (spec.accesses < 0 || spec.accesses > SIM_MAX_RANGES)
		return cudaErrorInvalidDeviceFunction;
	if (!ranges_resolve(&actor, gpu, &spec, range)) {
		gpu->fault = cudaErrorIllegalAddress;
		sim->counters.launches += !request->internal;
		return cudaSuccess;
	}
	kernel->cost(arguments, threads, &cost);
	Linked linked = linked_bytes(gpu, &spec);
	spec.duration = launch_time(sim, gpu, &linked, machine_kernel_time(&sim->machine, &cost));
	spec.flops = cost.flops;
	spec.bytes = cost.bytes;
	if (sim->rough != 0 && strcmp(kernel->name, "cublasSgemm") == 0 &&
	    !(sim->rough & NUMBERS_WHOLE && writes_one(range, spec.accesses)))
		spec.value = ++sim->rough_products;
	spec.engine[0] = &gpu->engine[ENGINE_COMPUTE];
	spec.owned = arguments_copy(kernel, arguments);
	bool working = sim_working(sim, call->thread->clock) >> gpu->index & 1;
	error = spec.owned ? op_issue(call, &spec, &op) : cudaErrorMemoryAllocation;
	if (error) {
		free(spec.owned);
		return error;
	}
	launch_count(call, &cost, &linked);
	launch_log_keep(call, &spec, op, working);
	return cudaSuccess;
}

static bool writes(const Access *access, const Alloc *alloc)
{
	return access->alloc == alloc && access->range.access & SIM_WRITE;
}

/* Makes room for what will have been written. Ranges may lie in the same allocation: then there has
 * to be room for all of them at once. */
static bool written_reserve(const Op *op)
{
	for (int i = 0; i < op->accesses; i++) {
		Alloc *alloc = op->access[i].alloc;
		uint64_t rows = 0;
		for (int k = 0; k < op->accesses; k++)
			rows += writes(&op->access[k], alloc) ? op->access[k].range.rows : 0;
		if (alloc && rows > 0 && !interval_set_reserve(&alloc->written, rows))
			return false;
	}
	return true;
}

void sim_rough(Sim *sim, uint64_t seed)
{
	if (seed != sim->rough) /* else what is known of one product would tell of another one */
		sim->rough_products = 0;
	sim->rough = seed;
}

static void roughen(uint64_t seed, const Op *op, const SimRange *range, unsigned char *memory)
{
	uint64_t element = 0;
	for (uint64_t row = 0; row < range->rows; row++)
		for (uint64_t at = 0; at < range->width; at += sizeof(float), element++) {
			unsigned char *place = memory + row * range->pitch + at;
			float number;
			memcpy(&number, place, sizeof number);
			number = numbers_rough(number, seed, (uint64_t)op->value, element);
			memcpy(place, &number, sizeof number);
		}
}

cudaError_t launch_run(Sim *sim, Op *op)
{
	void *memory[SIM_MAX_RANGES] = {NULL};
	Staging staging;
	if (ptx_kernel_of(op->kernel)) /* it ran when it was issued */
		return cudaSuccess;
	cudaError_t error = written_reserve(op) ? cudaSuccess : cudaErrorMemoryAllocation;
	if (!error)
		error = staging_open(sim, op, &staging);
	if (error)
		return error;
	for (int i = 0; i < op->accesses; i++) {
		const Access *access = &op->access[i];
		memory[i] = staging.memory[i];
		if (!access->alloc)
			continue;
		memory[i] = memory_bytes(access->alloc, access->range.address);
		if (access->range.access & SIM_READ)
			memory_poison(access->alloc, &access->range);
	}
	op->kernel->run(op->owned, op->threads, memory);
	for (int i = 0; i < op->accesses && op->value; i++)
		if (op->access[i].range.access & SIM_WRITE)
			roughen(sim->rough, op, &op->access[i].range, memory[i]);
	staging_write(sim, op, &staging);
	staging_close(&staging);
	for (int i = 0; i < op->accesses; i++)
		if (op->access[i].alloc && op->access[i].range.access & SIM_WRITE)
			interval_set_add(&op->access[i].alloc->written, &op->access[i].range);
	return cudaSuccess;
}
