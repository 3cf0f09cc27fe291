/* shm_channel.h - one shared block of memory between a program and the process of its machine.
 *
 * Theory of operation. The two sides take turns: the program writes a RemoteCall and gives the turn
 * away; the machine's process answers with a RemoteAnswer and gives it back. Until the answer says DONE, the
 * machine may ask for something itself (bytes of the program's memory), which the program does
 * before it waits again. Whoever waits spins for a few microseconds, in which most answers come, and
 * then sleeps in a futex: on a machine with one free core the other side has to get it.
 *
 * The program can write anything here at any time, and so break its own calls. The machine's side
 * therefore copies a call out before it looks at it, and never reads what it wrote itself.
 *
 * The block lies in a memory file that cannot shrink (the program could stop the other side that
 * way), followed by the pages from which the program's pinned memory is cut: both sides see them.
 */
#ifndef REMOTE_SHM_CHANNEL_H
#define REMOTE_SHM_CHANNEL_H

#include <stdatomic.h>
#include <stdint.h>

#include "framework/simcuda/core/sim.h"
#include "framework/simcuda/core/trace.h"
#include "framework/simcuda/machine/machine.h"

/* "MEMORY,LIFE": the descriptors of the memory file and of a socket that is closed when the other
 * side ends. */
#define REMOTE_VARIABLE "SIMCUDA_REMOTE"

#define REMOTE_VERSION   8
#define REMOTE_GPUS      64
#define REMOTE_NAME      96   /* bytes of a name, with the 0 */
#define REMOTE_ARGUMENTS 4096 /* bytes of a launch's arguments */
#define REMOTE_UNIT      16   /* where each of them begins */
#define REMOTE_WINDOW    (1u << 20)
#define REMOTE_QUEUED    16 /* requests that go along with a later call */
#define REMOTE_CLOSED    16 /* changes of protection that one answer carries */
#define REMOTE_WRITTEN   16 /* and writes */

/* What a call is about, and what of it and of the answer (value is reply.value) it uses. */
typedef enum RemoteKind {
	REMOTE_HELLO, /* number (of GPUs), base[], pinned, page, program, version: makes the machine
		       */
	REMOTE_REQUEST,     /* request; for a launch number (the kernel) and arguments, or in PTX
			     * ptx, number (the kernel in it), and its parameters in the window; for
			     * SIM_IMAGE and SIM_PLACE ptx */
	REMOTE_KERNEL,      /* name -> value[0] its number; cudaErrorInvalidDeviceFunction */
	REMOTE_COUNTERS,    /* number (the thread) -> u.counters */
	REMOTE_FINDINGS,    /* number (the first) -> value[0] all, value[1] those in the window */
	REMOTE_DESCRIBE,    /* address -> value[0] as sim_describe, [1] device, [2] base, [3] bytes,
			     * u.site */
	REMOTE_USAGE,       /* number (the GPU) -> u.usage */
	REMOTE_TRACE_START, /* address (the limit) -> value[0] 1: the machine keeps the trace itself */
	REMOTE_TRACE,       /* number (the first) -> value[0], value[1] as above */
	REMOTE_TRACE_DROP,
	REMOTE_TRACE_LOST, /* -> value[0] */
	REMOTE_MARK,       /* number (the thread), address, bytes: the values of a mark. From a host
			    * function too, before SERVED; then there is no answer */
	REMOTE_PTX_PART,   /* bytes of the window are added to a decoded module (ptx/decoded.h) */
	REMOTE_PTX_LOAD, /* it is whole -> value[0] its number; cudaErrorInvalidPtx: the window says
			    * why, as a RemoteProblem */
	REMOTE_SERVED,   /* what the machine has asked for is done */
	REMOTE_KINDS
} RemoteKind;

typedef struct RemoteCall {
	RemoteKind kind;
	uint32_t number;
	uint64_t address;
	uint64_t bytes;
	uint32_t ptx;               /* 1 + the number of a module; 0: none */
	uint32_t named;             /* 1: a request has a name, for a trace */
	int32_t pay_thread;         /* before all else, that host thread's clock goes on by */
	int64_t pay;                /* so many ns */
	uint64_t inlined;           /* so many bytes of a copy's source lie in the window */
	uint32_t queued;            /* before it, so many requests of the queue are carried out */
	SimRequest request;         /* its pointers mean nothing here */
	char name[REMOTE_NAME];     /* from here on only what is looked at is copied */
	uint64_t base[REMOTE_GPUS]; /* HELLO only, as what follows */
	uint64_t pinned, page, program; /* where its code begins */
	uint32_t version, call_bytes;
} RemoteCall;

/* A request that goes along, with its name as above. */
typedef struct RemoteQueued {
	SimRequest request;
	uint32_t named;
	char name[REMOTE_NAME];
} RemoteQueued;

typedef struct RemoteProblem {
	uint32_t line; /* of the PTX */
	char text[200];
} RemoteProblem;

/* FLUSH: nothing but what the answer carries; CALL: of the host function `address` with `bytes`. */
typedef enum RemoteAsk { REMOTE_DONE, REMOTE_READ, REMOTE_FLUSH, REMOTE_CALL } RemoteAsk;

typedef struct RemoteProtect {
	uint64_t address, bytes;
	SimProtection protection;
} RemoteProtect;

typedef struct RemoteWritten {
	uint64_t address, bytes;
} RemoteWritten;

typedef struct RemoteAnswer {
	RemoteAsk ask;
	uint32_t protects; /* to be carried out first, in order */
	uint32_t writes;   /* then these, whose bytes follow each other in the window, */
	uint64_t written;  /* from there on */
	uint64_t address, bytes;
	SimReply reply;
	int64_t clock; /* of the request's thread, after it */
	RemoteProtect protect[REMOTE_CLOSED];
	RemoteWritten write[REMOTE_WRITTEN];
	union { /* not of a request */
		SimcudaCounters counters;
		SimUsage usage;
		SimSite site;
	} u;
} RemoteAnswer;

/* Copies what an answer really holds. */
void remote_copy_answer(RemoteAnswer *to, const RemoteAnswer *from, RemoteKind kind);

/* A record of a trace on its way, with its name. */
typedef struct RemoteRecord {
	SimTraceRecord record;
	char name[REMOTE_NAME];
} RemoteRecord;

typedef enum RemoteSide { REMOTE_PROGRAM, REMOTE_MACHINE } RemoteSide;

typedef struct RemoteChannel {
	_Alignas(64) _Atomic uint32_t turn; /* a RemoteSide */
	_Atomic uint32_t asleep[2];
	uint32_t spin_limit; /* for the program: see remote_spin_limit() */
	_Alignas(64) RemoteCall call;
	RemoteQueued queue[REMOTE_QUEUED]; /* whose answers the program knows */
	_Alignas(64) unsigned char arguments[REMOTE_ARGUMENTS];
	_Alignas(64) RemoteAnswer answer;
	_Alignas(64) SimMachine
		machine; /* the figures, so that the program need not read them in files */
	_Alignas(4096) unsigned char window[REMOTE_WINDOW]; /* bytes of the program's memory */
} RemoteChannel;

/* Where in the memory file the pages for pinned memory begin. */
uint64_t remote_pages_offset(void);

/* How many looks a wait has before it sleeps. None where both sides run on the same core. */
#define REMOTE_SPIN_LIMIT 400
void remote_spin_limit(uint32_t looks);
uint32_t remote_spin_limit_now(void);

/* Gives the turn to the other side. */
void remote_give(RemoteChannel *channel, RemoteSide to);

/* Waits for the turn; `life` tells whether the other side is there. 0, or -1 when it has gone.
 * `look`, if not NULL, is called before each sleep, which every signal interrupts. */
typedef void RemoteLook(void *context);
int remote_wait(RemoteChannel *channel, RemoteSide own, int life, RemoteLook *look, void *context);

/* Whether the other side has closed its end. */
int remote_gone(int life);

#endif
