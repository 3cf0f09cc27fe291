/* draw_request.c - makes requests out of bytes.
 *
 * Three things are kept within reason, because a program cannot ask for them or the host would be
 * what breaks: host memory is at most 256 KiB large, copies within the host too; a kernel has at
 * most 64 rows a range, since what it touches is the kernel's own word and is believed. */
#include <string.h>

#include "framework/simcuda/fuzz/draw.h"

#define ROWS_MOST 64
#define NO_THREAD (1 << 20) /* more threads than a machine takes */

/* --- the kernel: adds 1 to every byte that it writes ------------------------------------------ */

static int kernel_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	(void)threads;
	for (int i = 0; i < DRAW_RANGES; i++)
		memcpy(&ranges[i], arguments[i], sizeof ranges[i]);
	return DRAW_RANGES;
}

static void kernel_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	(void)arguments;
	*cost = (SimCost){.work = (SimWork)(threads % 4),
			  .flops = (double)threads,
			  .bytes = (double)(threads >> 3)};
}

static void kernel_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)threads;
	for (int i = 0; i < DRAW_RANGES; i++) {
		SimRange range;
		memcpy(&range, arguments[i], sizeof range);
		if (!memory[i] || !(range.access & SIM_WRITE))
			continue;
		for (uint64_t row = 0; row < range.rows; row++)
			for (uint64_t k = 0; k < range.width; k++)
				((unsigned char *)memory[i])[row * range.pitch + k]++;
	}
}

static const SimKernel kernel_any = {.name = "any",
				     .arguments = DRAW_RANGES,
				     .argument_bytes = {sizeof(SimRange), sizeof(SimRange)},
				     .ranges = kernel_ranges,
				     .cost = kernel_cost,
				     .run = kernel_run};

static void draw_launch(Draw *draw, SimRequest *request, DrawKernel *kernel)
{
	for (int i = 0; i < DRAW_RANGES; i++) {
		const DrawPointer *about;
		SimRange *range = &kernel->range[i];
		range->address = draw_pointer(draw, &about);
		range->width = draw_size(draw, about);
		range->rows = draw_below(draw, 4) ? 1 : draw_bytes(draw, 1) % ROWS_MOST;
		range->pitch = draw_below(draw, 2) ? range->width : draw_bytes(draw, 2);
		if (range->rows > 1 && range->width > range->pitch)
			range->width = range->pitch;
		if (!draw_is_gpu(draw, range->address) && range->width > DRAW_HOST_MOST)
			range->width = DRAW_HOST_MOST;
		range->access = (SimAccess)(1 + draw_below(draw, 3) +
					    (draw_below(draw, 4) ? 0 : SIM_MAY_ACCESS));
		kernel->argument[i] = range;
	}
	int strange = draw_below(draw, 32);
	request->u.launch.kernel = strange == 1 ? NULL : &kernel_any;
	request->u.launch.arguments = strange == 2 ? NULL : kernel->argument;
	request->u.launch.threads = draw_bytes(draw, draw_below(draw, 8) ? 2 : 8);
	request->u.launch.stream = draw_stream(draw);
	request->u.launch.device = draw_below(draw, 4) ? -1 : draw_below(draw, DRAW_GPUS + 1);
}

/* --- the other requests ----------------------------------------------------------------------- */

static void draw_copy(Draw *draw, SimRequest *request)
{
	const DrawPointer *to, *from;
	request->u.copy.to = draw_pointer(draw, &to);
	request->u.copy.from = draw_pointer(draw, &from);
	request->u.copy.width = draw_size(draw, draw_below(draw, 2) ? to : from);
	request->u.copy.rows = draw_below(draw, 4) ? 1 : draw_size(draw, NULL);
	request->u.copy.to_pitch =
		draw_below(draw, 2) ? request->u.copy.width : draw_bytes(draw, 2);
	request->u.copy.from_pitch =
		draw_below(draw, 2) ? request->u.copy.width : draw_bytes(draw, 2);
	request->u.copy.kind = (enum cudaMemcpyKind)(draw_below(draw, 4) ? cudaMemcpyDefault
									 : draw_below(draw, 6));
	request->u.copy.stream = draw_stream(draw);
	request->u.copy.async = draw_below(draw, 2);
	request->u.copy.peer = !draw_below(draw, 8);
	request->u.copy.to_device = draw_device(draw);
	request->u.copy.from_device = draw_device(draw);
	if (!draw_is_gpu(draw, request->u.copy.to) && !draw_is_gpu(draw, request->u.copy.from)) {
		if (request->u.copy.width > DRAW_HOST_MOST)
			request->u.copy.width = DRAW_HOST_MOST;
		if (request->u.copy.rows > 1)
			request->u.copy.rows = 1;
	}
}

static void draw_memset(Draw *draw, SimRequest *request)
{
	const DrawPointer *about;
	request->u.memset.to = draw_pointer(draw, &about);
	request->u.memset.bytes = draw_size(draw, about);
	request->u.memset.rows = draw_below(draw, 4) ? 0 : draw_size(draw, NULL);
	request->u.memset.pitch = draw_bytes(draw, 2);
	request->u.memset.stream = draw_stream(draw);
	request->u.memset.value = (int)draw_bytes(draw, 2);
	request->u.memset.async = draw_below(draw, 2);
}

static void draw_memory(Draw *draw, SimRequest *request)
{
	const DrawPointer *about;
	switch (request->code) {
	case SIM_MALLOC:
		request->u.malloc.bytes = draw_size(draw, NULL);
		request->u.malloc.ordered = draw_below(draw, 2);
		request->u.malloc.stream = draw_stream(draw);
		request->u.malloc.pool = draw_handle(draw, draw->pool, draw->pools);
		break;
	case SIM_FREE:
		request->u.free.address = draw_pointer(draw, &about);
		request->u.free.ordered = draw_below(draw, 2);
		request->u.free.stream = draw_stream(draw);
		break;
	case SIM_HOST_ALLOC:
		request->u.host.address = DRAW_HOST_BASE + draw_bytes(draw, 2);
		request->u.host.bytes = draw_size(draw, NULL) % DRAW_HOST_MOST;
		request->u.host.kind = (SimHostKind)draw_below(draw, 3);
		break;
	case SIM_HOST_TOUCH:
		request->u.touch.address = draw_pointer(draw, &about);
		request->u.touch.writes = draw_below(draw, 2);
		request->u.touch.atomic = draw_below(draw, 2);
		break;
	case SIM_HOST_FREE:
		request->u.host.address = draw_pointer(draw, &about);
		request->u.host.kind = (SimHostKind)draw_below(draw, 3);
		break;
	case SIM_MANAGED_MOVE:
	case SIM_MANAGED_ATTACH:
		request->u.managed.address = draw_pointer(draw, &about);
		request->u.managed.bytes = draw_size(draw, about);
		request->u.managed.device = draw_device(draw);
		request->u.managed.stream = draw_stream(draw);
		request->u.managed.flags = (unsigned)draw_below(draw, 8);
		break;
	case SIM_FETCH:
		request->u.fetch.to = DRAW_HOST_BASE + draw_bytes(draw, 2);
		request->u.fetch.from = draw_pointer(draw, &about);
		request->u.fetch.bytes = draw_size(draw, about);
		request->u.fetch.stream = draw_stream(draw);
		request->u.fetch.device = draw_device(draw);
		break;
	default:
		request->u.pointer.address = draw_pointer(draw, &about);
		break;
	}
}

static void draw_pool(Draw *draw, SimRequest *request)
{
	request->u.pool.pool = draw_handle(draw, draw->pool, draw->pools);
	request->u.pool.device = draw_device(draw);
	request->u.pool.attribute = (enum cudaMemPoolAttr)draw_below(draw, 10);
	request->u.pool.value = draw_size(draw, NULL);
}

static void draw_order(Draw *draw, SimRequest *request)
{
	switch (request->code) {
	case SIM_STREAM_CREATE:
	case SIM_STREAM_DESTROY:
	case SIM_STREAM_SYNC:
	case SIM_STREAM_QUERY:
	case SIM_STREAM_WAIT:
	case SIM_STREAM_INFO:
		request->u.stream.stream = draw_stream(draw);
		request->u.stream.event = draw_event(draw);
		request->u.stream.flags = (unsigned)draw_below(draw, 3);
		request->u.stream.priority = draw_below(draw, 3) - 1;
		break;
	default:
		request->u.event.event = draw_event(draw);
		request->u.event.stop = draw_event(draw);
		request->u.event.stream = draw_stream(draw);
		request->u.event.flags = (unsigned)draw_below(draw, 10);
		break;
	}
}

static void draw_rest(Draw *draw, SimRequest *request)
{
	switch (request->code) {
	case SIM_SET_DEVICE:
		request->u.device = draw_device(draw);
		break;
	case SIM_CAN_ACCESS_PEER:
	case SIM_ENABLE_PEER:
	case SIM_DISABLE_PEER:
		request->u.peer.device = draw_device(draw);
		request->u.peer.peer = draw_device(draw);
		request->u.peer.flags = !draw_below(draw, 16);
		break;
	case SIM_HOST_FUNCTION:
		request->u.function.function = draw_bytes(draw, 1);
		request->u.function.argument = draw_bytes(draw, 1);
		request->u.function.stream = draw_stream(draw);
		break;
	case SIM_HOST_WORK:
		request->u.work.flops =
			draw_below(draw, 4) ? draw_bytes(draw, 2) : draw_double(draw);
		request->u.work.bytes =
			draw_below(draw, 4) ? draw_bytes(draw, 2) : draw_double(draw);
		break;
	case SIM_CLOCK_MOVE:
	case SIM_THREAD_START:
		request->u.clock.by = (int64_t)draw_bytes(draw, draw_below(draw, 8) ? 2 : 8);
		request->u.clock.to = (int64_t)draw_bytes(draw, draw_below(draw, 8) ? 3 : 8);
		break;
	default:
		break;
	}
}

void draw_request(Draw *draw, SimRequest *request, DrawKernel *kernel)
{
	/* work is drawn more often than the rest */
	static const SimCode often[] = {SIM_MALLOC,       SIM_COPY,        SIM_COPY,
					SIM_COPY,         SIM_MEMSET,      SIM_LAUNCH,
					SIM_LAUNCH,       SIM_STREAM_WAIT, SIM_EVENT_RECORD,
					SIM_HOST_ALLOC,   SIM_SET_DEVICE,  SIM_STREAM_CREATE,
					SIM_EVENT_CREATE, SIM_ENABLE_PEER};
	int code = draw_below(draw, 128);
	memset(request, 0, sizeof *request);
	request->code = code < 64 ? (SimCode)(code % (SIM_CODES + 1))
				  : often[(size_t)code % (sizeof often / sizeof *often)];
	int who = draw_below(draw, 64);
	request->thread = who < 40 ? 0 : who % DRAW_THREADS;
	if (who == 63) /* one that cannot be, or only just */
		request->thread = draw_below(draw, 2) ? draw_below(draw, 256)
						      : (int)draw_bytes(draw, 4) | NO_THREAD;
	request->internal = who % 16 == 1;
	request->site.frame[0] = draw_bytes(draw, 1);
	switch (request->code) {
	case SIM_COPY:
		draw_copy(draw, request);
		break;
	case SIM_MEMSET:
		draw_memset(draw, request);
		break;
	case SIM_LAUNCH:
		draw_launch(draw, request, kernel);
		break;
	default:
		if ((request->code >= SIM_MALLOC && request->code <= SIM_POINTER) ||
		    request->code == SIM_FETCH)
			draw_memory(draw, request);
		else if (request->code >= SIM_POOL_CREATE && request->code <= SIM_POOL_SET)
			draw_pool(draw, request);
		else if (request->code >= SIM_STREAM_CREATE && request->code <= SIM_EVENT_ELAPSED)
			draw_order(draw, request);
		else
			draw_rest(draw, request);
		break;
	}
}
