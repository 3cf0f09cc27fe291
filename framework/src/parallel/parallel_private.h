/* parallel_private.h - what the files that implement parallel.h share.
 *
 * Theory of operation. A Parallel holds a replica of the model per device. parallel.c makes them
 * and runs a step, parallel_scatter.c brings each replica its rows of the batch, all_reduce.c sums
 * the gradients in a ring. It runs in the program's own process and thread. A step only queues
 * work: it must not make the host wait. */
#ifndef PARALLEL_PRIVATE_H
#define PARALLEL_PRIVATE_H

#include "framework/src/data/feed.h"
#include "framework/src/module/module_private.h"
#include "framework/src/device/ring.h"
#include "usegpu/parallel.h"

#define SLOTS 2 /* of a feed: one batch is used while the next one is sent */

typedef struct Replica {
	Device device;
	Module *module;
	Sgd *sgd;
	Tensor *sums; /* all gradients, then the loss */
	Feed feed;
	bool fed;   /* the feed exists */
	void *mark; /* an event */
} Replica;

struct Parallel {
	int count;
	Replica *replicas;
	Tensor **sums; /* of all replicas, for the ring */
	Ring ring;
	int slot; /* of this step */
};

/* The rows of a batch that one replica gets. */
typedef struct Part {
	const Tensor *x, *classes; /* the whole batch */
	int64_t first, rows;
} Part;

#pragma GCC visibility push(hidden)

/* The stream that scatters waits for the batch; afterwards the batch's device waits for the stream,
 * because the batch may be freed then. */
int scatter_begin(const Parallel *parallel, const Tensor *x);
int scatter_end(const Parallel *parallel, const Tensor *x);

/* The replica's rows on its device, as new references; also what there is of them when it fails. */
int scatter_take(Parallel *parallel, Replica *replica, const Part *part, Tensor **x,
		 Tensor **classes);

#pragma GCC visibility pop

#endif
