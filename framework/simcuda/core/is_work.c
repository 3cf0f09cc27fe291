/* is_work.c - which requests could go well, so that a judge may let them fail. What is refused by its form is none of them: it
 * names a stream, an event or a GPU that is not there, has flags that do not exist, or asks for more memory than there is.
 * Else a few calls that are refused anyway would take all failures. */
#include "framework/simcuda/core/core.h"
#include "framework/simcuda/core/sim_judge.h"

/* Behind the last address: a copy of the host's memory that reaches there is refused without a finding, too. */
static bool wraps(uint64_t address, uint64_t width, uint64_t rows, uint64_t pitch)
{
	const SimRange range = {address, width, rows, pitch, SIM_READ};
	return rows > 0 && range_extent(&range) > UINT64_MAX - address;
}

static bool copy_is_work(const Sim *sim, const SimRequest *request)
{
	const uint64_t to = request->u.copy.to, from = request->u.copy.from;
	const uint64_t width = request->u.copy.width, rows = request->u.copy.rows;
	uint64_t bytes;
	return copy_form(sim, request, &bytes) == cudaSuccess &&
	       (memory_gpu(sim, to) || memory_gpu(sim, from)) &&
	       !wraps(to, width, rows, request->u.copy.to_pitch) &&
	       !wraps(from, width, rows, request->u.copy.from_pitch);
}

static bool has_stream(const Sim *sim, uint64_t handle)
{
	return handle == SIM_STREAM_DEFAULT || handle == SIM_STREAM_LEGACY ||
	       handle == SIM_STREAM_PER_THREAD || handle_find(&sim->streams, handle);
}

static bool has_event(const Sim *sim, uint64_t handle)
{
	return handle_find(&sim->events, handle) != NULL;
}

/* The GPU in whose default stream, or in which stream, the request is; NULL: there is no such stream. */
static const Gpu *gpu_of_stream(const Sim *sim, const SimRequest *request, uint64_t handle)
{
	const int thread = request->thread;
	const Stream *stream = handle_find(&sim->streams, handle);
	if (stream || !has_stream(sim, handle))
		return stream ? stream->gpu : NULL;
	return thread < 0 || thread >= sim->threads ? &sim->gpu[0]
						    : &sim->gpu[sim->thread[thread].device];
}

/* Whether the GPU, or the pool, has memory for it. */
static bool malloc_is_work(const Sim *sim, const SimRequest *request)
{
	const uint64_t bytes = request->u.malloc.bytes;
	const bool ordered = request->u.malloc.ordered;
	const Gpu *gpu = gpu_of_stream(sim, request,
				       ordered ? request->u.malloc.stream : SIM_STREAM_DEFAULT);
	if (!gpu || !ordered)
		return gpu && bytes <= memory_free_bytes(sim, gpu);
	const Pool *pool = pool_find(sim, request->u.malloc.pool, gpu);
	return pool && pool_has(sim, pool, bytes);
}

static bool launch_is_work(const Sim *sim, const SimRequest *request)
{
	return request->u.launch.device < sim->machine.gpus &&
	       has_stream(sim, request->u.launch.stream);
}

bool sim_is_work(const Sim *sim, const SimRequest *request)
{
	uint64_t bytes;
	switch ((int)request->code) {
	case SIM_COPY:
		return copy_is_work(sim, request) && has_stream(sim, request->u.copy.stream);
	case SIM_MEMSET:
		return fill_form(request, &bytes) == cudaSuccess &&
		       has_stream(sim, request->u.memset.stream);
	case SIM_LAUNCH:
		return launch_is_work(sim, request);
	case SIM_MALLOC:
		return sim->machine.gpus > 0 && malloc_is_work(sim, request);
	case SIM_HOST_ALLOC:
		return host_form(sim, request) == cudaSuccess;
	case SIM_HOST_FUNCTION:
		return request->u.function.function && has_stream(sim, request->u.function.stream);
	case SIM_STREAM_CREATE:
		return stream_flags_fit(request->u.stream.flags);
	case SIM_STREAM_SYNC:
	case SIM_STREAM_QUERY:
		return has_stream(sim, request->u.stream.stream);
	case SIM_STREAM_WAIT:
		return has_stream(sim, request->u.stream.stream) &&
		       has_event(sim, request->u.stream.event);
	case SIM_EVENT_CREATE:
		return event_flags_fit(request->u.event.flags);
	case SIM_EVENT_SYNC:
	case SIM_EVENT_QUERY:
		return has_event(sim, request->u.event.event);
	case SIM_EVENT_RECORD:
		return has_event(sim, request->u.event.event) &&
		       has_stream(sim, request->u.event.stream);
	default:
		return true;
	}
}
