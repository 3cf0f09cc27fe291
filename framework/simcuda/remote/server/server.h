/* server.h - the machine's side: a process of its own that runs the core for one program.
 *
 * Theory of operation. server_run() waits for calls (shm_channel.h). A call is copied out of the
 * shared memory, checked field by field (server_check.c), and answered by the core. The core's
 * wishes about the program's memory (SimHost) go back through the same channel (server_host.c).
 * Kernels are this process's own, found by name (server_kernel.c); what a cuBLAS routine touches
 * and costs is worked out here from its sizes (server_blas.c), never taken from the program. */
#ifndef REMOTE_SERVER_H
#define REMOTE_SERVER_H

#include <setjmp.h>
#include <stdbool.h>
#include <sys/types.h>

#include "framework/simcuda/remote/shm_channel.h"
#include "framework/simcuda/remote/judge_link.h"
#include "framework/simcuda/core/failing.h"

#define SERVER_THREADS 4096 /* host threads of a program that are told apart */
#define SERVER_NAMES   1024 /* of calls, for a trace */

typedef struct Server {
	SimMachine machine; /* as the judge chose it */
	int memory, life;   /* descriptors; the program has `other_life` */
	int other_life;
	RemoteChannel *channel;
	unsigned char *pages;               /* of pinned memory, */
	uint64_t page_bytes;                /* so many bytes, */
	uint64_t pinned;                    /* there in the program */
	uint64_t base[REMOTE_GPUS], window; /* of the GPUs' addresses; how many each has */
	uint64_t program;                   /* where its code begins, as it says */

	int judge; /* the judge's link (judge_link.h); 0: none */
	Sim *sim;
	RemoteCall call; /* a copy */
	RemoteQueued queue[REMOTE_QUEUED];
	RemoteAnswer answer;
	bool gone;                 /* the program has closed its end */
	bool deaf;                 /* it serves nothing: for tests without one */
	jmp_buf leave;             /* to where a call is left */
	bool finished;             /* the program has sent SIM_FINISH */
	char refused[REMOTE_NAME]; /* the first kernel that cannot be launched from another process
				    */
	bool tracing;
	uint64_t written;      /* of the window: the end of what is on its way to the program */
	int64_t latest;        /* the clock of the thread that is furthest on */
	int64_t floor;         /* no thread is earlier: since the judge's go */
	SimFailing failing;    /* what the judge lets fail in this measured part, */
	SimFailing next;       /* in the next */
	SimcudaCounters at_go; /* when it began, of the first thread */
	uint32_t order, next_order; /* in which kernels in PTX run there; 0: the usual one */
	bool single;                /* in this measured part one host thread may use the GPUs: */
	int only;                   /* this one; -1: none has yet, SERVER_THREADS: it has ended */
	bool second;                /* another one was refused */
	bool begun;                 /* there was one */
	bool frozen;                /* the program is refused all but freeing (server_check.c) */
	bool over;                  /* a measured part has ended, and none has begun since */
	uint64_t writes;            /* of device memory, until that end */
	bool unattended;            /* the core works for the judge: the program is in no call */
	bool takes;  /* what queued work reads in shared memory, where a part begins or ends */
	bool blind;  /* it would have needed memory that only the program has */
	bool misled; /* since a part has ended, work has read the program's memory, for whomever: nothing is told of GPUs */
	struct Deferred *deferred, **deferred_end; /* server_host.c */
	struct Held *held;                         /* server_held.c */
	size_t held_bytes;
	unsigned char
		*fetched; /* where the machine reads for itself, so many bytes; NULL: it does not */
	uint64_t fetched_bytes;
	struct ServerPtx *ptx;       /* server_ptx.c; NULL: the program has sent none */
	struct ServerImages *images; /* server_images.c; NULL: none was made */
	bool no_kernels;             /* of the program's own are taken */
	bool given;      /* the judge has put numbers there, and they wait for the part's begin */
	uint64_t budget; /* instructions of a kernel's warps, at most; 0: as the program says */
	struct {
		bool made; /* the last call of that thread was a routine of cuBLAS, in that stream */
		int thread;
		uint64_t stream;
	} result; /* server_blas_made() */
	unsigned char alive[SERVER_THREADS];
	char *name[SERVER_NAMES];
	int names;
} Server;

/* Makes the shared memory, with `page_bytes` bytes for pinned memory, and the socket. 0, or -1 with
 * errno. */
int server_open(Server *server, uint64_t page_bytes);
void server_close(Server *server);

/* Answers calls until the program has gone. */
void server_run(Server *server);

/* The call that lies in the channel; server_run() is this and the waiting. */
void server_answer(Server *server);

/* Frees the names that were kept and what was deferred, and forgets the numbers of kernels and what is left of a batch.
 */
void server_forget(Server *server);

/* The program has gone: what it has left behind after it said that it was over counts too. */
void server_end(Server *server);

/* server_control.c: sends the judge all descriptors over its link, which closes the program's end
 * here. `trace`: -1 for none. 0, or -1 with errno. */
int server_link_open(Server *server, int trace, int socket);

/* Whether a signal has come since this was asked last; true at first. One comes with what the judge sends. */
bool server_signal_came(void);

/* server_judge.c: answers the calls of the judge that have come, between two calls of the program;
 * and while one of those waits for the program, when the answer is JUDGE_BUSY. `server`: a Server */
void server_judge(void *server);
void server_judge_busy(void *server);

/* Notes a mark, in a measured part. Fields of a call, each read once. */
void server_mark(Server *server, uint32_t thread, uint64_t first, uint64_t second);

/* server_host.c. What the core wants done to the program's memory while the machine is frozen, or
 * works for the judge, is deferred: server_host_resume() does it, when the program is in a call and
 * may see it. */
SimHost server_host(Server *server);
void server_host_resume(Server *server);
void server_host_forget(Server *server);
/* server_held.c: keeps bytes that the program shares; `here` is where they lie, NULL: it shares none of them */
void server_hold(Server *server, uint64_t from, const unsigned char *here, size_t bytes);
/* Whether these were kept and are what they were: then copies them. */
bool server_held(const Server *server, void *to, const unsigned char *here, uint64_t from,
		 size_t bytes);
void server_held_clear(Server *server);
/* Reads memory of a GPU as that launch would find it, without its being a copy. False: it cannot be read. */
bool server_fetch(Server *server, const SimRequest *launch, void *to, const void *from,
		  size_t bytes);

/* server_check.c: makes a request of the program safe to hand to the core. */
cudaError_t server_check(Server *server, SimRequest *request);
/* A copy that stays of a name from the program, of REMOTE_NAME bytes; NULL where none is wanted. */
const char *server_name(Server *server, char *name);

/* The arguments of a launch, checked and copied. */
typedef struct ServerLaunch {
	_Alignas(REMOTE_UNIT) unsigned char bytes[REMOTE_ARGUMENTS];
	const void *argument[SIM_MAX_ARGUMENTS];
} ServerLaunch;

/* main.c: the folder of the libraries, with the plugins and the machine files. */
const char *server_folder(void);

/* server_kernel.c: the number of the kernel of that name, -1: none; and a launch by number. */
int server_kernel_find(const char *name);
const char *server_kernel_name(uint32_t number);
void server_kernel_forget(void);
cudaError_t server_launch(Server *server, SimRequest *request, ServerLaunch *launch);

/* server_ptx.c: modules that the program sent. A part of one in the window; then it is whole, and is
 * verified; a launch of one of its kernels, with parameters from the window; and whose variables a
 * request is about. */
cudaError_t server_ptx_part(Server *server);
cudaError_t server_ptx_load(Server *server);
cudaError_t server_ptx_launch(Server *server, SimRequest *request);
cudaError_t server_ptx_image(Server *server, SimRequest *request);
cudaError_t server_ptx_place(Server *server, SimRequest *request);
void server_ptx_forget(Server *server);
/* How many instructions of warps a kernel may take in a machine with so many seconds of the processor. */
uint64_t server_ptx_budget(int seconds);

/* server_images.c: where its variables lie: that one was made for a module, by the number of the call; that memory was
 * given back; whether those that were made are there still, behind a reset. */
#define SERVER_IMAGES 1024
cudaError_t server_images_note(Server *server, uint32_t module, uint64_t address);
void server_images_given_back(Server *server, uint64_t address);
void server_images_look(Server *server);
void server_images_forget(Server *server);
/* Whether a module's variables lie there; whether the address is in any of them. */
bool server_is_image(const Server *server, uint32_t module, uint64_t address);
bool server_in_image(const Server *server, uint64_t address);

/* server_blas.c: whether a kernel is one of cuBLAS's; and its job made anew from what the program
 * may choose; an internal one is a part of the batch that began before it, which is over with the program's
 * next call of its own. cudaErrorNotSupported: of this routine we cannot. */
bool server_is_blas(const SimKernel *kernel);
bool server_blas_made(uint64_t address, uint64_t bytes); /* those are a result of the last one */
cudaError_t server_blas_job(Server *server, SimRequest *launch, void *job);
void server_blas_over(void);
const SimKernel *server_blas_find(const char *name);

#endif
