/* control_page.h - how a judge gets a machine in another process, and how it looks at it.
 *
 * `simcuda-remote --warm` gets a socket as its input and waits there for orders, one a message. It
 * is a fork server (server/fork_server.c): it has all loaded and read that a machine needs, and
 * forks one for each order. With an order come two sockets. Over the first, the new process sends
 * one byte with the descriptors of the shared memory, of the program's end of the channel, of the
 * control page and of a file for the trace, and at its end its report (server/server_report.c).
 * Over the second, the lease, come its process number, and at its end how it ended, as of
 * waitpid(). A lease that is given back ends the machine.
 *
 * The control page (RemoteGlass) is memory that only the machine's process and the judge have. In
 * it the judge finds the counters after the last request, and says when the measured part begins
 * and ends: neither costs a message, and the program can hinder neither. */
#ifndef REMOTE_CONTROL_PAGE_H
#define REMOTE_CONTROL_PAGE_H

#include <stdatomic.h>
#include <stdint.h>

#include "simcuda.h"

#define ORDER_VERSION     1
#define ORDER_DESCRIPTORS 2 /* for the report, the lease */
#define GLASS_DESCRIPTORS 5

typedef struct RemoteOrder {
	uint32_t version;
	char machine[124]; /* "2xa100" */
	int32_t seconds;   /* of the processor, for the machine's process */
	uint32_t user;     /* that it shall be; 0: it stays who it is */
	int32_t core;      /* of the processor, on which the program runs too; -1: any */
	int32_t filtered;  /* 1: only the calls of the kernel that serving takes */
	int32_t traced;    /* 1: a trace is wanted */
} RemoteOrder;

typedef struct RemoteGlass {
	_Atomic uint64_t sequence; /* odd while the counters change */
	SimcudaCounters counters;  /* the clock is that of the host thread that is furthest on */
	_Atomic uint32_t begun,
		ended; /* the judge's: how many measured parts have begun, have ended */
} RemoteGlass;

/* Device memory that the program wants the judge to see, as the machine found it then. One follows
 * the other, each with its bytes behind it. */
typedef struct RemoteShown {
	char name[48];
	uint64_t bytes;
	int32_t device;
	uint32_t late;   /* 1: device memory was written since the measured part had ended */
	uint32_t window; /* how many measured parts had ended */
	uint32_t unused;
} RemoteShown;

#define SHOWN_MOST  (UINT64_C(192) << 20) /* bytes of them all */
#define SHOWN_TIMES 2048 /* how many there are: a judge looks for each result among them */

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
