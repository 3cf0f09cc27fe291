/* tensor_free.c - giving tensors back, and telling who uses one that was given back.
 *
 * To free a tensor twice, or to compute with one that is gone, would end in a crash somewhere else,
 * or in another tensor's numbers. So the small struct of a tensor outlives it for a while: it keeps
 * the line that gave it back, has 0 references, and whoever is handed it says so. The last FEW of
 * them are kept, which is enough for mistakes within a function. */
#include "tensor_private.h"

#include <stdio.h>
#include <stdlib.h>

#define FEW  64
#define KEPT 4096 /* bytes: a struct with more elements than that beside it is not kept */

static Tensor *_Atomic gone[FEW];
static atomic_uint turn;

static void bury(Tensor *tensor)
{
	unsigned place = atomic_fetch_add(&turn, 1) % FEW;
	free(atomic_exchange(&gone[place], tensor));
}

/* From the oldest on, as if each had gone when it was freed. */
void tensor_forget_freed(void)
{
	unsigned oldest = atomic_load(&turn);
	for (unsigned i = 0; i < FEW; i++)
		free(atomic_exchange(&gone[(oldest + i) % FEW], NULL));
}

bool tensor_is_gone(const Tensor *tensor)
{
	return atomic_load(&((Tensor *)(uintptr_t)tensor)->references) == 0;
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
	if (tensor->inside && tensor_bytes(tensor) > KEPT) {
		free(tensor);
		return;
	}
	tensor->freed = error_place();
	atomic_store(&tensor->references, 0);
	bury(tensor);
}
