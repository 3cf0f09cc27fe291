/* tensor_free.c - giving tensors back, and telling who uses one that was given back.
 *
 * To free a tensor twice, or to compute with one that is gone, would end in a crash somewhere else,
 * or in another tensor's numbers. So the small struct of a tensor outlives it for a while: it keeps
 * the line that gave it back, has 0 references, and whoever is handed it says so. The last FEW of
 * a thread are kept, which is enough for mistakes within a function. */
#include "framework/src/tensor/tensor_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#define FEW  64
#define KEPT 4096 /* bytes: a struct with more elements than that beside it is not kept */

/* Each thread keeps its own: what is shared would cost as much as the rest of tensor_free(). */
static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
	Tensor *kept[FEW];
	unsigned turn;
	bool swept; /* when the thread ends */
} gone;

static tss_t at_end;
static once_flag once = ONCE_FLAG_INIT;

static void forget(void *unused)
{
	(void)unused;
	tensor_forget_freed();
	gone.swept = false; /* destructors that run later may free more tensors */
}

static void make_end(void)
{
	if (tss_create(&at_end, forget) != thrd_success)
		abort();
}

static void reap(Tensor *tensor)
{
	if (!gone.swept) {
		call_once(&once, make_end);
		gone.swept = tss_set(at_end, &gone) == thrd_success;
	}
	Tensor **place = &gone.kept[gone.turn++ % FEW];
	free(*place);
	*place = tensor;
}

/* From the oldest on, as if each had gone when it was freed. */
void tensor_forget_freed(void)
{
	for (unsigned i = 0; i < FEW; i++) {
		Tensor **place = &gone.kept[(gone.turn + i) % FEW];
		free(*place);
		*place = NULL;
	}
}

/* Counting costs as much as the rest of tensor_free(), so most programs do not. */
atomic_bool tensor_is_counted;
static atomic_llong living;

void tensor_change_living(int more)
{
	atomic_fetch_add_explicit(&living, more, memory_order_relaxed);
}

int64_t tensor_living(void)
{
	atomic_store(&tensor_is_counted, true);
	return atomic_load(&living);
}

int tensor_report_gone(const Tensor *tensor, const char *name)
{
	return error_set(STATUS_ARGUMENT,
			 "%s is a tensor that was given back before, by tensor_free%s", name,
			 error_place_text(tensor->freed).text);
}

/* There is nobody to return an error to, and going on would free somebody else's memory. */
static _Noreturn void stop_twice(const Tensor *tensor)
{
	fprintf(stderr,
		"usegpu: tensor_free%s: this tensor was given back before, by tensor_free%s\n",
		error_site().text, error_place_text(tensor->freed).text);
	abort();
}

static void release_memory(Tensor *tensor)
{
	const Backend *backend = backend_of(tensor->device);
	int device = tensor->device.index;
	if (tensor->owner)
		tensor_free(tensor->owner);
	else if (!tensor->data || tensor->inside)
		; /* nothing, or gone with the tensor */
	else if (tensor->queued)
		backend->release_queued(device, tensor->data, tensor->queue,
					!atomic_load(&tensor->shared));
	else
		backend->release(device, tensor->data);
}

void tensor_free(Tensor *tensor)
{
	if (!tensor)
		return;
	if (tensor_is_gone(tensor))
		stop_twice(tensor);
	/* The only owner needs no atomic subtraction: nobody is left who could do the same. */
	if (atomic_load(&tensor->references) > 1 && atomic_fetch_sub(&tensor->references, 1) > 1)
		return;
	release_memory(tensor);
	tensor_note_living(-1);
	if (tensor->inside && tensor_bytes(tensor) > KEPT) {
		free(tensor);
		return;
	}
	tensor->freed = error_place();
	atomic_store_explicit(&tensor->references, 0, memory_order_release);
	reap(tensor);
}
