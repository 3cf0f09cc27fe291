/* glass.h - a page through which a judge looks at a machine in another process while the program
 * runs: the counters after the last request, in memory that only the machine's process and the
 * judge have. Reading it costs no message and cannot be hindered by the program.
 *
 * `simcuda-remote --serve` gets a socket as its input. It sends one byte with the descriptors of
 * the shared memory, of the program's end of the line and of this page, serves the program that is
 * given the first two, and writes its report (server_report.c) to the socket when that has gone. */
#ifndef REMOTE_GLASS_H
#define REMOTE_GLASS_H

#include <stdatomic.h>
#include <stdint.h>

#include "simcuda.h"

#define GLASS_DESCRIPTORS 3

typedef struct RemoteGlass {
	_Atomic uint64_t sequence; /* odd while the counters change */
	SimcudaCounters counters;  /* with the clock of the first host thread */
} RemoteGlass;

/* A copy in which all counters are of one moment. */
static inline SimcudaCounters glass_read(const RemoteGlass *glass)
{
	SimcudaCounters counters;
	uint64_t before;
	do {
		before = atomic_load(&glass->sequence);
		counters = glass->counters;
		atomic_thread_fence(memory_order_acquire);
	} while (before % 2 != 0 || atomic_load(&glass->sequence) != before);
	return counters;
}

#endif
