/* stream.c - streams: queues of operations of one GPU.
 *
 * A destroyed stream loses its handle at once, but stays in its GPU's list until its work is done,
 * because the default stream and device-wide waits have to see that work. */
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

static Stream *stream_add(Sim *sim, Gpu *gpu, unsigned flags, int thread)
{
	Stream *stream = calloc(1, sizeof(*stream));
	if (!stream)
		return NULL;
	stream->serial = ++sim->streams_made;
	stream->gpu = gpu;
	stream->flags = flags;
	stream->thread = thread;
	stream->number = ++gpu->streams_made;
	stream->next = gpu->streams;
	gpu->streams = stream;
	return stream;
}

static void stream_free(Stream *stream)
{
	op_replace(&stream->tail, NULL);
	free(stream);
}

void stream_prune(Gpu *gpu, int64_t now)
{
	for (Stream **at = &gpu->streams; *at;) {
		Stream *stream = *at;
		const Op *tail = stream->tail;
		if (stream->destroyed && (!tail || (tail->settled && tail->end <= now))) {
			*at = stream->next;
			stream_free(stream);
		} else {
			at = &stream->next;
		}
	}
}

void stream_release_all(Sim *sim, Gpu *gpu)
{
	for (size_t i = 0; i < sim->streams.count; i++) {
		uint64_t handle = handle_at(&sim->streams, i);
		const Stream *stream = handle ? handle_find(&sim->streams, handle) : NULL;
		if (stream && stream->gpu == gpu)
			handle_drop(&sim->streams, handle);
	}
	while (gpu->streams) {
		Stream *stream = gpu->streams;
		gpu->streams = stream->next;
		stream_free(stream);
	}
	op_replace(&gpu->legacy.tail, NULL);
	op_replace(&gpu->barrier, NULL);
}

/* The calling thread's own default stream of that GPU, a blocking one. */
static Stream *stream_per_thread(Call *call, Gpu *gpu)
{
	int thread = call->request->thread;
	for (Stream *stream = gpu->streams; stream; stream = stream->next)
		if (stream->thread == thread)
			return stream;
	return stream_add(call->sim, gpu, cudaStreamDefault, thread);
}

void stream_end_thread(Gpu *gpu, int thread)
{
	for (Stream *stream = gpu->streams; stream; stream = stream->next) {
		if (stream->thread != thread)
			continue;
		stream->thread = -1;
		stream->destroyed = true;
	}
}

cudaError_t stream_find(Call *call, uint64_t handle, Gpu *current, Stream **stream)
{
	if (handle == SIM_STREAM_DEFAULT || handle == SIM_STREAM_LEGACY) {
		*stream = &current->legacy;
	} else if (handle == SIM_STREAM_PER_THREAD) {
		*stream = stream_per_thread(call, current);
		if (!*stream)
			return cudaErrorMemoryAllocation;
	} else {
		*stream = handle_find(&call->sim->streams, handle);
		if (!*stream)
			return cudaErrorInvalidResourceHandle;
		(*stream)->origin.used = call->sim->part;
	}
	return (*stream)->gpu->fault;
}

bool stream_flags_fit(unsigned flags)
{
	return flags == cudaStreamDefault || flags == cudaStreamNonBlocking;
}

cudaError_t stream_create(Call *call)
{
	unsigned flags = call->request->u.stream.flags;
	if (!stream_flags_fit(flags))
		return cudaErrorInvalidValue;
	Stream *stream = stream_add(call->sim, call->gpu, flags, -1);
	uint64_t handle = stream ? handle_new(&call->sim->streams, stream) : 0;
	call->reply->value[0] = handle;
	if (stream)
		origin_note(call, &stream->origin);
	if (stream && !handle)
		stream->destroyed = true;
	call->sim->counters.streams += handle != 0;
	call->sim->counters.streams_apart += handle && flags == cudaStreamNonBlocking;
	return handle ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t stream_destroy(Call *call)
{
	uint64_t handle = call->request->u.stream.stream;
	Stream *stream = handle_find(&call->sim->streams, handle);
	if (!stream)
		return cudaErrorInvalidResourceHandle;
	handle_drop(&call->sim->streams, handle);
	stream->destroyed = true;
	stream_prune(stream->gpu, call->thread->clock);
	return cudaSuccess;
}

/* Waiting for the legacy stream is an action in it: the GPU's blocking streams are waited for. */
static cudaError_t stream_gather(Call *call)
{
	Stream *stream;
	cudaError_t error = stream_find(call, call->request->u.stream.stream, call->gpu, &stream);
	if (error)
		return error;
	gather_start(call->sim);
	if (stream == &stream->gpu->legacy)
		gather_stream(call->sim, stream);
	else
		gather_op(call->sim, stream->tail);
	return cudaSuccess;
}

cudaError_t stream_sync(Call *call)
{
	cudaError_t error = stream_gather(call);
	return error ? error : work_synchronize(call);
}

cudaError_t stream_query(Call *call)
{
	cudaError_t error = stream_gather(call);
	return error ? error : work_query(call);
}

cudaError_t stream_wait(Call *call)
{
	const Event *event = event_find(call, call->request->u.stream.event);
	OpSpec spec = {.kind = OP_MARK};
	if (!event)
		return cudaErrorInvalidResourceHandle;
	cudaError_t error =
		stream_find(call, call->request->u.stream.stream, call->gpu, &spec.stream);
	if (error || !event->op) /* an event that was never recorded is nothing to wait for */
		return error;
	spec.after = event->op;
	return op_issue(call, &spec, NULL);
}

cudaError_t stream_info(Call *call)
{
	Stream *stream;
	cudaError_t error = stream_find(call, call->request->u.stream.stream, call->gpu, &stream);
	if (error)
		return error;
	int wanted = call->request->u.stream.handle_of - 1;
	if (wanted >= 0 && stream->gpu->index != wanted)
		finding_add(call->sim, SIM_FINDING_WRONG_DEVICE, &call->request->site, NULL,
			    "a cuBLAS handle of GPU %d is given a stream of GPU %d", wanted,
			    stream->gpu->index);
	call->reply->value[0] = (uint64_t)stream->gpu->index;
	call->reply->value[1] = stream->flags;
	return cudaSuccess;
}
