/* judge_link.h - how a judge gets a machine in another process, and what it asks of it.
 *
 * `simcuda-remote --warm` gets a socket as its input and waits there for orders, one a message. It
 * is a fork server (server/fork_server.c): it has all loaded and read that a machine needs, and
 * forks one for each order. With an order come two sockets. Over the first, the judge's link, the
 * new process sends one byte with the descriptors of the shared memory, of the program's end of the
 * channel and of a file for the trace; then it answers the judge's calls, and at its end it sends
 * its report (server/server_report.c). Over the second, the lease, come its process number, and at
 * its end how it ended, as of waitpid(). A lease that is given back ends the machine.
 *
 * The judge is the machine's second client. The program neither sees its calls nor can delay them,
 * but by a call of its own that is still being answered. A measured part runs from JUDGE_GO to
 * JUDGE_FREEZE. From the freeze on the machine refuses what the program asks (server_check.c), and
 * nothing of the program's memory changes: no copy lands late. So what the judge peeks at is what
 * the exercise had queued when it returned. JUDGE_THAW, or the next JUDGE_GO, ends that. */
#ifndef REMOTE_JUDGE_LINK_H
#define REMOTE_JUDGE_LINK_H

#include <stdint.h>

#include "simcuda.h"

#define ORDER_VERSION       3
#define ORDER_DESCRIPTORS   2 /* for the judge's link, the lease */
#define MACHINE_DESCRIPTORS 3

typedef struct RemoteOrder {
	uint32_t version;
	char machine[124]; /* "2xa100" */
	int32_t seconds;   /* of the processor, for the machine's process */
	uint32_t user;     /* that it shall be; 0: it stays who it is */
	int32_t core;      /* of the processor, on which the program runs too; -1: any */
	int32_t filtered;  /* 1: only the calls of the kernel that serving takes */
	int32_t traced;    /* 1: a trace is wanted */
	int32_t kernels;   /* 1: the program may bring kernels of its own */
} RemoteOrder;

typedef enum JudgeKind {
	JUDGE_ARM, /* failing, address, bytes: from the next go to its freeze the address-th
		       * operation of that kind fails, and bytes - 1 behind it (core/failing.h); seed: of those with
		       * that SimNote.what, 0: of all */
	JUDGE_SLOW, /* address, bytes: kernels of GPU `address` take so many thousandths of their time
		     * from now on, 1000 at least */
	JUDGE_HAND, /* bytes, which follow the call, PtxDye each: from the next go to its freeze it is counted what
		     * threads hand each other in shared memory, and these come out there (handed.h) */
	JUDGE_ORDER, /* address: from the next go to its freeze warps and blocks of kernels in PTX have another order,
		      * which that number draws (PtxLaunch.schedule); 0: the usual one */
	JUDGE_GO, /* bytes: 1: in this part one host thread may use the GPUs; seed: by which products are rough
		   * (sim_rough), 0: they are not -> counters. A barrier:
		   * every host thread's clock is raised to now */
	JUDGE_FREEZE, /* -> counters, second */
	JUDGE_THAW,
	JUDGE_PEEK, /* address, bytes -> device, late; the bytes follow the reply */
	JUDGE_POKE, /* address, bytes -> device; the bytes follow the call. Not in a measured part */
	JUDGE_DRAW, /* address, bytes, first, seed -> device: as JUDGE_POKE, the numbers of that seed from number
		     * `first` on (core/numbers.h), which nobody sends */
	JUDGE_NUMBER, /* address -> device, late; 4 bytes follow the reply: a float, which is worked out without the
		       * others of its array where that can be (sim_number) */
	JUDGE_MARKS, /* -> lost; those of the last part that were kept follow the
		      * reply, SimcudaMark each, SIMCUDA_MARKS at most */
	JUDGE_KERNELS, /* -> lost; what the last launches of kernels in PTX did since the last go follows
			* the reply, SimKernelCounts each, SIM_KERNEL_LOG at most */
	JUDGE_EVENTS, /* address: a number; of the events made up to that one the last SIM_EVENTS_TOLD, if they
		       * are there, follow the reply, SimEvent each, in no order */
	JUDGE_LAUNCHED, /* -> lost, readings; what was launched since the last go follows the reply,
			 * SimLaunched each, SIM_LAUNCH_LOG at most */
	JUDGE_NOTES, /* -> lost, readings: a hash of the lost ones; which calls that may fail were made since the last go, up
		      * to the first that failed, follows the reply, SimNote each, SIM_NOTES at most */
	JUDGE_KINDS
} JudgeKind;

#define JUDGE_POKE_MAX (UINT64_C(64) << 20) /* bytes */

typedef struct JudgeCall {
	uint32_t kind;
	char failing[12]; /* the name of a kind */
	uint64_t address, bytes;
	uint64_t first, seed; /* of JUDGE_DRAW; the seed of JUDGE_GO and JUDGE_ARM, too */
} JudgeCall;

typedef enum JudgeAnswer {
	JUDGE_DONE,
	JUDGE_NOWHERE, /* the bytes do not lie in one live allocation of a GPU */
	JUDGE_BLIND,   /* work behind them reads memory that only the program has */
	JUDGE_BUSY,    /* a call of the program's waits for the program: nothing was done */
} JudgeAnswer;

typedef struct JudgeReply {
	int32_t answer; /* JudgeAnswer */
	int32_t device;
	uint32_t late;            /* 1: device memory was written since the last freeze */
	uint32_t second;          /* 1: a second host thread was refused in the part */
	uint64_t bytes;           /* that follow */
	uint64_t base;            /* of what was peeked at: where the allocation begins */
	uint64_t lost;            /* marks or launches that were not kept */
	uint64_t readings;        /* of the clock, by that log's end; a hash */
	SimcudaCounters counters; /* the clock is that of the host thread that is furthest on */
} JudgeReply;

#endif
