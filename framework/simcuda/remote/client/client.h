/* client.h - the program's side of a machine in another process: what stands behind `Sim` there.
 *
 * client.c and its neighbours have the functions of sim.h and trace.h, so that the runtime library
 * is linked with them in place of the core and knows nothing of the difference. */
#ifndef REMOTE_CLIENT_H
#define REMOTE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "framework/simcuda/remote/shm_channel.h"

struct Sim {
	RemoteChannel *channel;
	SimHost host;
	int64_t *clock; /* of each thread, as the last answer told */
	int *device;    /* the current one of each thread */
	int64_t pay;    /* time that the machine is told of with the next message, ns */
	struct ClientKernel {
		const SimKernel *kernel;
		uint32_t number;
	} * kernel;
	size_t kernels, kernel_room;
	SimFinding *finding;
	size_t findings, finding_room;
	SimTraceRecord *record;
	size_t records, record_room;
	uint64_t device_base; /* where GPUs' addresses begin */
	int life;
	int clocks;
	int gpus;
	uint32_t queued;  /* in the channel */
	int pay_thread;   /* whose time that is */
	bool tracing;     /* calls have names, */
	bool kept;        /* and the machine keeps their records itself */
	bool late;        /* the program's own memory may be written by queued work */
	atomic_flag busy; /* a thread uses the channel */
	volatile bool
		asking; /* the machine waits for us to serve it: this thread is inside a call */
};

/* Takes the channel; false when this thread is inside a call on it, or another one stays there. */
bool client_take(Sim *sim);
void client_release(Sim *sim);

/* Sends channel->call, filled in by the caller, serves what the machine asks for, and copies the
 * answer. The caller has taken the channel. A machine that is gone ends the process. */
void client_send(Sim *sim, RemoteKind kind, RemoteAnswer *answer);

/* Makes room for `count` elements of `size` bytes. */
bool client_reserve(void *array, size_t *room, size_t count, size_t size);

/* A copy of the name that stays: records of a trace point to it. */
const char *client_name(const char *name);

/* client_ptx.c: fills in what a launch of a kernel in PTX, or another request that is about a module,
 * has in the call; sends the module first, if it has not been. */
cudaError_t client_ptx_launch(Sim *sim, const SimRequest *request);
cudaError_t client_ptx_send(Sim *sim, const SimPtx *ptx);

/* client_pages.c: pages that both sides see. */
int client_pages_open(int memory, uint64_t bytes);
uint64_t client_pages_base(void);
bool client_pages_hold(uint64_t address);

#endif
