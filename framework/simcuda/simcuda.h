/* simcuda.h - what the simulated CUDA offers beyond CUDA itself.
 *
 * These functions exist only under the simulator: they are weak, so on real hardware their
 * addresses are NULL. Portable code tests for that before a call:
 *
 *     if (simcuda_host_work)
 *             simcuda_host_work(2.0 * n, 8.0 * n); */
#ifndef SIMCUDA_H
#define SIMCUDA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a program did, counted since it started. */
typedef struct SimcudaCounters {
	uint64_t copies_h2d, copies_d2h, copies_d2d, copies_p2p; /* calls; d2d: within one GPU */
	uint64_t bytes_h2d, bytes_d2h, bytes_d2d, bytes_p2p;
	/* what kernels read and wrote themselves in pinned host memory, and on other GPUs, in bytes */
	uint64_t linked_h2d, linked_d2h, linked_p2p;
	uint64_t links_h2d, links_d2h, links_p2p; /* how many kernels did so */
	uint64_t memsets;
	uint64_t launches; /* kernels, cuBLAS's included, */
	uint64_t flops;    /* and what they had to do */
	uint64_t
		synchronizes; /* times that the host waited for a device: calls that wait, memory that
				 * is given back with work under way, sleep meanwhile; and questions
				 * whether work is over that told something */
	uint64_t
		full_queues; /* times that so much was queued that the oldest half was settled unasked */
	uint64_t
		before_frees; /* of these: right before a cudaFree() that does not wait by itself, of memory
				* from a pool */
	uint64_t allocations;   /* device memory: calls that gave memory; of these */
	uint64_t from_pool;     /* found it in what a pool had kept, so that no GPU was asked */
	uint64_t frees;         /* device memory: calls that took it back */
	uint64_t live_bytes;    /* device memory held now, as asked for */
	uint64_t peak_bytes;    /* the most that was held at one time */
	uint64_t library_bytes; /* device memory that libraries hold now, as a cuBLAS handle does */
	uint64_t library_on[8]; /* how much of it on GPU i */
	uint64_t library_calls; /* of libraries, that gave them some */
	uint64_t api_calls;     /* calls of the CUDA runtime and cuBLAS; of these were answered: */
	uint64_t
		asked_pointers; /* where a pointer points; and how many allocations of GPUs these */
	uint64_t asked_allocations; /* were in, each counted once in a judge's window */
	uint64_t asked_times;       /* how much time lies between two events */
	uint64_t asked_memory[8];   /* how much memory of GPU i is free */
	uint64_t asked_gpu[8];      /* what GPU i is (all its properties) */
	uint64_t allocated[8];      /* device memory: calls that gave some of GPU i */
	int64_t host_ns;            /* virtual time of the calling thread */
	int64_t over_ns; /* virtual time at which all that is queued on GPUs is over; it may have passed */
	uint64_t
		beside; /* 1: the last to wait for a GPU gave memory back, or copied within the host's */
	uint64_t beside_on;     /* the same of each GPU: bit i is GPU i */
	uint64_t working;       /* bit i: GPU i has work then that is not over (i below 64) */
	uint64_t unsettled;     /* the same of work that the host has not waited for, over or not */
	uint64_t pinned_bytes;  /* of host memory that was made pinned */
	uint64_t managed_bytes; /* of managed memory that was made */
	uint64_t streams;       /* that were made; of these wait for no default stream: */
	uint64_t streams_apart;
	uint64_t events; /* that were made */
	uint64_t failed; /* calls that failed because a judge had ordered it */
	uint64_t
		handles; /* streams, events and the program's own pools of memory that there are now */
	uint64_t resets; /* of GPUs (cudaDeviceReset) */
	uint64_t peers;  /* bit 8 * i + k: GPU i may reach GPU k's memory (both below 8) */
	int64_t device;  /* the calling thread's current device */
} SimcudaCounters;

/* A moment of the program's, as the machine notes it for a judge: what the program says it was, and
 * what the machine had counted by then. */
typedef struct SimcudaMark {
	uint64_t value[2];
	SimcudaCounters counters; /* host_ns is the clock of the thread that said so */
	uint64_t
		inside; /* it was in the host function of that number, from 1 on, whose time is that of its stream; 0: in none */
} SimcudaMark;

/* The first value of a mark that the library makes itself: a host function has slept, whose clock stands still. The second
 * one is for how many nanoseconds. */
#define SIMCUDA_SLEPT UINT64_MAX

#define SIMCUDA_MARKS 4096 /* the most that are kept of a measured part */

/* Declares that the host has just done this much arithmetic and touched this much memory: the
 * virtual clock of the calling thread moves on by what the machine's CPU would need. */
__attribute__((weak)) void simcuda_host_work(double flops, double bytes);

/* Copies the counters to *counters. Costs no virtual time. */
__attribute__((weak)) void simcuda_counters(SimcudaCounters *counters);

/* Has the machine note this moment for a judge, with two values that only the two understand. Costs no
 * virtual time. */
__attribute__((weak)) void simcuda_mark(uint64_t first, uint64_t second);

/* Looks for leaks now instead of at exit, and writes the report (stderr, SIMCUDA_REPORT).
 * Returns the number of findings so far. Called again it writes the whole report again. */
__attribute__((weak)) int simcuda_finish(void);

/* Makes the `at`-th operation of that kind from now on fail (1: the next one), and those after it
 * until `times` have failed: each returns an error and does nothing. Kinds: "copy", "fill",
 * "launch" (kernels, cuBLAS's included), "memory" (of a device), "handle" (cublasCreate), "sync"; "pinned" (memory of
 * the host), "managed" (that which GPUs share with it), "stream" and "event" (one is made), "record" (cudaEventRecord), "wait" (cudaStreamWaitEvent),
 * "query" (cudaStreamQuery, cudaEventQuery), "host" (cudaLaunchHostFunc, cudaStreamAddCallback). A call
 * replaces what an earlier one asked for; NULL: nothing fails. SIMCUDA_FAIL=copy:3 or copy:3x2 in the
 * environment is a call at the start of the program. Returns how many operations an earlier call has
 * made fail, or -1 for an unknown kind or numbers below 1. */
__attribute__((weak)) int simcuda_fail(const char *kind, int64_t at, int64_t times);

/* The same by who has the key of simcuda_failure(), which it may become. Once there is one, simcuda_fail() returns -1: what
 * is graded could let its caller's calls fail. */
__attribute__((weak)) int simcuda_fail_by(uint64_t key, const char *kind, int64_t at,
					  int64_t times);

/* The place in the program, such as "lab3_copies.c:31", of the call that returned the error which
 * the next cudaGetLastError() of this thread will return. 1, or 0 and "" when there is no such
 * error or its place is not known. */
__attribute__((weak)) int simcuda_error_place(char *text, size_t size);

/* The name of the error ("cudaErrorInvalidValue") of the first call of this thread that has failed since
 * simcuda_failure(key, NULL, 0), whether the error was taken away or not; what is only not over yet has not failed,
 * and what turned on peer access that was on (cudaErrorPeerAccessAlreadyEnabled) is told only where no other call has.
 * places: up to `most` return addresses in the program, innermost first; 0 behind the last. NULL when no call has.
 * The first key that is not 0 stays: who has another one gets NULL, and begins nothing. A GPU does not tell so much, so
 * a grader keeps it from what it grades. Takes no memory. */
__attribute__((weak)) const char *simcuda_failure(uint64_t key, uint64_t *places, int most);

/* 1 inside of a host function (cudaLaunchHostFunc, cudaStreamAddCallback) that a stream runs, where
 * no CUDA call is permitted, else 0. Asking costs nothing, and leaves no error behind. */
__attribute__((weak)) int simcuda_in_host_function(void);

/* Looks for leaks now, and writes nothing. Returns the number of findings so far; a leak that was
 * found is not found again. With `again`, GPUs give addresses of freed memory again from now on,
 * from the lowest one; else only when all have been given. */
__attribute__((weak)) int simcuda_findings(int again);

struct sigaction;

/* Makes `first` the handler of SIGSEGV and SIGBUS before the simulator's own, which comes into *then, also in a process that has
 * made no call of CUDA yet. What the program asks sigaction() for comes behind both from now on. 0, or -1. */
__attribute__((weak)) int simcuda_fault_first(const struct sigaction *first,
					      struct sigaction *then);

#ifdef __cplusplus
}
#endif

#endif
