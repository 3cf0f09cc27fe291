/* order.c - which operations come before which, whatever their times are.
 *
 * Within a stream the order of issue is the order. For what comes before an operation in other
 * streams it keeps the newest operation of each: a vector clock (Mattern 1988) that names streams
 * by their numbers. What the host has waited for needs no entry, so the lists are short, and as
 * most operations add nothing to what their stream's last one knew, they share its list. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

typedef struct Seen {
	uint64_t stream, id;
} Seen;

struct Order {
	int references;
	size_t count;
	Seen seen[]; /* by stream */
};

/* The newest operation of that stream that the list knows; 0: none. */
static uint64_t order_find(const Order *order, uint64_t stream)
{
	size_t low = 0, high = order ? order->count : 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (order->seen[middle].stream < stream)
			low = middle + 1;
		else
			high = middle;
	}
	return order && low < order->count && order->seen[low].stream == stream
		       ? order->seen[low].id
		       : 0;
}

bool order_before(const Op *earlier, const Op *op)
{
	return earlier->settled || earlier->stream == op->stream ||
	       order_find(op->order, earlier->stream) >= earlier->id;
}

/* Takes one entry over into a list that has room for it. */
static void order_add(Order *order, Seen seen)
{
	size_t i = order->count;
	while (i > 0 && order->seen[i - 1].stream > seen.stream)
		i--;
	if (i > 0 && order->seen[i - 1].stream == seen.stream) {
		if (order->seen[i - 1].id < seen.id)
			order->seen[i - 1].id = seen.id;
		return;
	}
	memmove(order->seen + i + 1, order->seen + i, (order->count - i) * sizeof(Seen));
	order->seen[i] = seen;
	order->count++;
}

static bool adds_nothing(const Op *op, const Op *before)
{
	if (before->stream == op->stream)
		return true;
	if (order_find(op->order, before->stream) < before->id)
		return false;
	return true; /* and so is all that came before that one */
}

bool order_make(const Sim *sim, Op *op)
{
	const Gather *gather = &sim->gather;
	size_t room = 0;
	bool news = false;
	const Op *last = NULL; /* its stream's: a copy between GPUs may be gathered besides */
	for (size_t i = 0; i < gather->count; i++)
		if (gather->op[i]->stream == op->stream && (!last || last->id < gather->op[i]->id))
			last = gather->op[i];
	op->order = last ? last->order : NULL;
	for (size_t i = 0; i < gather->count; i++) {
		const Op *before = gather->op[i];
		news |= !adds_nothing(op, before);
		room += 1 + (before->order ? before->order->count : 0);
	}
	if (!news) {
		if (op->order)
			op->order->references++;
		return true;
	}
	Order *order = malloc(sizeof(*order) + room * sizeof(Seen));
	if (!order) {
		op->order = NULL;
		return false;
	}
	order->references = 1;
	order->count = 0;
	for (size_t i = 0; i < gather->count; i++) {
		const Op *before = gather->op[i];
		if (before->stream != op->stream)
			order_add(order, (Seen){before->stream, before->id});
		for (size_t k = 0; before->order && k < before->order->count; k++)
			if (before->order->seen[k].stream != op->stream)
				order_add(order, before->order->seen[k]);
	}
	op->order = order;
	return true;
}

void order_release(Op *op)
{
	if (op->order && --op->order->references == 0)
		free(op->order);
	op->order = NULL;
}
