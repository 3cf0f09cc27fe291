/* backend.h - the difference between a CPU and a GPU: one table of functions for each.
 *
 * The rest of the framework knows devices only through these tables. `device` is the index of a
 * GPU that exists (0 for the CPU). All return 0 or, with the message set, a negative Status, unless
 * they return nothing. Work on a GPU is queued on the current stream of that device and thread. */
#ifndef BACKEND_H
#define BACKEND_H

#include "framework/kernels/elementwise.h"
#include "framework/kernels/rows.h"
#include "usegpu/device.h"

/* out (n, m) = a (n, k) times b (k, m), added to what out holds when `more`; n, k, m > 0. A factor
 * that is transposed lies in memory as (k, n), or (m, k). */
typedef struct MatMul {
	float *out;
	const float *a, *b;
	int n, k, m;
	bool transpose_a, transpose_b, more;
} MatMul;

/* The queue that memory was taken from: a stream, and how many streams had ended by then, since the
 * name of a stream that has ended may come back. */
typedef struct Queue {
	void *stream;
	unsigned ended;
} Queue;

typedef struct Backend {
	/* bytes > 0. release waits, or lets the device wait, for work that still uses the memory.
	 */
	int (*allocate)(int device, size_t bytes, void **data);
	void (*release)(int device, void *data);

	/* The same for what comes and goes in every step of a training: neither call waits if the
	 * memory was used on the current stream alone. release_queued takes what allocate_queued
	 * left in *queue, and whether the memory was used on this queue only. */
	int (*allocate_queued)(int device, size_t bytes, void **data, Queue *queue);
	void (*release_queued)(int device, void *data, Queue queue, bool alone);
	/* Whether work goes to that queue now. */
	bool (*queue_is_current)(int device, Queue queue);

	/* Host memory, bytes > 0, that backend_send() may read without making the host wait: pinned
	 * where the device is a GPU. */
	int (*host_allocate)(int device, size_t bytes, void **data);
	void (*host_release)(int device, void *data);

	/* A kernel of elementwise.h; `s` points to its number, n > 0. */
	int (*elementwise)(int device, Kernel kernel, void *out, const void *x, const void *y,
			   const void *s, int64_t n);
	/* A kernel of rows.h that has at least one part. */
	int (*rows)(int device, RowsKernel kernel, const RowsArguments *arguments);
	int (*matmul)(int device, const MatMul *product);
	/* *out = the root of the sum of the squares of x[0..n), n > 0 and at most INT_MAX. */
	int (*norm)(int device, float *out, const float *x, int n);

	int (*synchronize)(int device);
	int (*info)(int device, DeviceInfo *info);

	/* Streams and events, as handles that only the same backend understands. The stream NULL is
	 * the default one. */
	int (*stream_create)(int device, void **stream);
	void (*stream_free)(int device, void *stream);
	int (*stream_use)(int device, void *stream); /* by this thread, from now on */
	void *(*stream_current)(int device);         /* the one that this thread uses */
	int (*stream_synchronize)(int device, void *stream);
	int (*stream_wait)(int device, void *stream, void *event);
	int (*event_create)(int device, void **event);
	void (*event_free)(int device, void *event);
	int (*event_record)(int device, void *event, void *stream);
	int (*event_synchronize)(int device, void *event);
	int (*event_elapsed)(int device, void *start, void *stop, double *milliseconds);
} Backend;

#pragma GCC visibility push(hidden)

extern const Backend backend_cpu, backend_gpu;

static inline const Backend *backend_of(Device device)
{
	return device.kind == DEVICE_GPU ? &backend_gpu : &backend_cpu;
}

/* device_check() for the other files: the message names the public function that asks. */
int device_require(Device device);

/* Copies between any two devices. The host waits when one of the two is the CPU; otherwise later
 * work on the current streams of both devices is ordered behind the copy. */
int backend_copy(void *to, Device to_device, const void *from, Device from_device, size_t bytes);

/* Queues a copy, for which nobody waits, on a stream of the source or, where that is the CPU, of
 * the target. It is ordered in this stream alone. Host memory has to come from host_allocate(). */
int backend_send(void *to, Device to_device, const void *from, Device from_device, size_t bytes,
		 void *stream);

/* The part of the two in which at least one of the devices is a GPU. */
int gpu_send(void *to, Device to_device, const void *from, Device from_device, size_t bytes,
	     void *stream);
int gpu_copy(void *to, Device to_device, const void *from, Device from_device, size_t bytes);

/* How many GPUs CUDA shows, 0 also when CUDA does not work. */
int gpu_count(void);

/* CUDA's current device of this thread: reads it (-1 when there is none), sets it. */
int gpu_current(void);
int gpu_set_current(int device);

#pragma GCC visibility pop

#endif
