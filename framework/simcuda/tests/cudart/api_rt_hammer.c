/* api_rt_hammer.c - tests of one machine under many host threads at once: streams and memory of
 * their own, events and memory in common, threads that come and go. Under ThreadSanitizer they show
 * that the library's own data is guarded; everywhere, that the bytes are right in the end and that
 * nothing is found fault with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "cublas_v2.h"
#include "cuda_runtime.h"
#include "simcuda.h"

#define THREADS 6
#define ROUNDS  80
#define BYTES   20000

/* A thread must not use cmocka's assertions: it counts what went wrong instead. */
#define NEED(holds) (*wrong += !(holds))
#define GOOD(call)  NEED((call) == cudaSuccess)

typedef struct Worker {
	pthread_t id;
	int number;
	int wrong;
} Worker;

/* Runs THREADS threads and waits for them. */
static void run_workers(void *(*work)(void *))
{
	Worker worker[THREADS];
	for (int i = 0; i < THREADS; i++) {
		worker[i] = (Worker){.number = i};
		assert_int_equal(pthread_create(&worker[i].id, NULL, work, &worker[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(worker[i].id, NULL), 0);
	for (int i = 0; i < THREADS; i++) /* now that none uses its own any more */
		assert_int_equal(worker[i].wrong, 0);
}

static int wrong_bytes(const unsigned char *bytes, size_t count, int value)
{
	int wrong = 0;
	for (size_t i = 0; i < count; i++)
		wrong += bytes[i] != (unsigned char)value;
	return wrong;
}

/* Its own device, stream and memory: what it wrote is what it reads, in every round. */
static void *own_things(void *argument)
{
	Worker *worker = argument;
	int *wrong = &worker->wrong, device = worker->number % 2, seen = -1;
	unsigned char *pinned, *pageable = malloc(BYTES);
	cudaStream_t stream;
	GOOD(cudaSetDevice(device));
	GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	GOOD(cudaMallocHost((void **)&pinned, BYTES));
	for (int round = 0; round < ROUNDS; round++) {
		size_t half = 1 + (size_t)(worker->number * 977 + round * 131) % (BYTES - 1);
		int value = worker->number * ROUNDS + round;
		unsigned char *x, *y;
		memset(pageable, value, BYTES);
		memset(pinned, 0, BYTES);
		GOOD(cudaMalloc((void **)&x, BYTES));
		GOOD(cudaMallocAsync((void **)&y, BYTES, stream));
		GOOD(cudaMemcpyAsync(x, pageable, BYTES, cudaMemcpyHostToDevice, stream));
		GOOD(cudaMemsetAsync(x, value + 1, half, stream));
		GOOD(cudaMemcpyAsync(y, x, BYTES, cudaMemcpyDeviceToDevice, stream));
		GOOD(cudaMemcpyAsync(pinned, y, BYTES, cudaMemcpyDeviceToHost, stream));
		GOOD(cudaFreeAsync(y, stream));
		GOOD(cudaStreamSynchronize(stream));
		NEED(wrong_bytes(pinned, half, value + 1) == 0);
		NEED(wrong_bytes(pinned + half, BYTES - half, value) == 0);
		GOOD(cudaFree(x));
		GOOD(cudaGetDevice(&seen));
		NEED(seen == device);
	}
	GOOD(cudaFreeHost(pinned));
	GOOD(cudaStreamDestroy(stream));
	free(pageable);
	return NULL;
}

static void test_own_things(void **state)
{
	size_t before[2], after, total;
	(void)state;
	for (int i = 0; i < 2; i++) {
		cudaSetDevice(i);
		assert_int_equal(cudaMemGetInfo(&before[i], &total), cudaSuccess);
	}
	run_workers(own_things);
	for (int i = 0; i < 2; i++) {
		cudaSetDevice(i);
		assert_int_equal(cudaMemGetInfo(&after, &total), cudaSuccess);
		assert_int_equal(after, before[i]);
	}
	cudaSetDevice(0);
}

/* A vector goes round: each thread waits in its own stream for the event of the one before, adds 1
 * to the vector, and records its own event. The semaphores order the calls, the events the work. */
static float *vector;
static cudaEvent_t passed[THREADS];
static sem_t turn[THREADS];

static void *pass_on(void *argument)
{
	Worker *worker = argument;
	int *wrong = &worker->wrong, own = worker->number, before = (own + THREADS - 1) % THREADS;
	const float one = 1;
	float ones[100], *x;
	cudaStream_t stream;
	cublasHandle_t handle;
	for (int i = 0; i < 100; i++)
		ones[i] = 1;
	GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	NEED(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
	NEED(cublasSetStream(handle, stream) == CUBLAS_STATUS_SUCCESS);
	GOOD(cudaMalloc((void **)&x, sizeof ones));
	GOOD(cudaMemcpyAsync(x, ones, sizeof ones, cudaMemcpyHostToDevice, stream));
	for (int round = 0; round < ROUNDS; round++) {
		sem_wait(&turn[own]);
		GOOD(cudaStreamWaitEvent(stream, passed[before], 0));
		NEED(cublasSaxpy(handle, 100, &one, x, 1, vector, 1) == CUBLAS_STATUS_SUCCESS);
		GOOD(cudaEventRecord(passed[own], stream));
		sem_post(&turn[(own + 1) % THREADS]);
	}
	GOOD(cudaStreamSynchronize(stream));
	NEED(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
	GOOD(cudaStreamDestroy(stream));
	GOOD(cudaFree(x));
	return NULL;
}

static void test_shared_events(void **state)
{
	float result[100];
	(void)state;
	assert_int_equal(cudaMalloc((void **)&vector, sizeof result), cudaSuccess);
	assert_int_equal(cudaMemset(vector, 0, sizeof result), cudaSuccess);
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(cudaEventCreateWithFlags(&passed[i], cudaEventDisableTiming), 0);
		sem_init(&turn[i], 0, i == 0);
	}
	run_workers(pass_on);
	assert_int_equal(cudaMemcpy(result, vector, sizeof result, cudaMemcpyDeviceToHost), 0);
	for (int i = 0; i < 100; i++)
		assert_true(result[i] == THREADS * ROUNDS);
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(cudaEventDestroy(passed[i]), cudaSuccess);
		sem_destroy(&turn[i]);
	}
	assert_int_equal(cudaFree(vector), cudaSuccess);
}

/* What belongs to a thread: the current device, the default stream by its name, the last error. */
static void *thread_things(void *argument)
{
	Worker *worker = argument;
	int *wrong = &worker->wrong, device = worker->number % 2, seen = -1;
	unsigned char *x, back[64];
	GOOD(cudaSetDevice(device));
	GOOD(cudaMalloc((void **)&x, sizeof back));
	for (int round = 0; round < ROUNDS; round++) {
		if (worker->number == 0)
			NEED(cudaSetDevice(99) == cudaErrorInvalidDevice);
		GOOD(cudaMemsetAsync(x, worker->number + round, sizeof back, cudaStreamPerThread));
		GOOD(cudaMemcpyAsync(back, x, sizeof back, cudaMemcpyDeviceToHost,
				     cudaStreamPerThread));
		GOOD(cudaStreamSynchronize(cudaStreamPerThread));
		NEED(wrong_bytes(back, sizeof back, worker->number + round) == 0);
		NEED(cudaGetLastError() ==
		     (worker->number == 0 ? cudaErrorInvalidDevice : cudaSuccess));
		GOOD(cudaGetDevice(&seen));
		NEED(seen == device);
	}
	GOOD(cudaFree(x));
	return NULL;
}

static void test_thread_things(void **state)
{
	(void)state;
	run_workers(thread_things);
	assert_int_equal(cudaGetLastError(), cudaSuccess);
}

/* The clock of a thread does not go back, whatever the others do. */
static void *read_clock(void *argument)
{
	Worker *worker = argument;
	int *wrong = &worker->wrong;
	struct timespec before = {0}, now;
	for (int round = 0; round < ROUNDS * 10; round++) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		NEED(now.tv_sec > before.tv_sec ||
		     (now.tv_sec == before.tv_sec && now.tv_nsec >= before.tv_nsec));
		before = now;
		if (round % 20 == worker->number)
			GOOD(cudaDeviceSynchronize());
	}
	return NULL;
}

/* Short lives, many of them: each thread starts others that only allocate and leave. */
static void *allocate_and_leave(void *argument)
{
	int *wrong = argument;
	void *x;
	GOOD(cudaMalloc(&x, 1000));
	GOOD(cudaMemset(x, 1, 1000));
	GOOD(cudaFree(x));
	return NULL;
}

static void *start_others(void *argument)
{
	Worker *worker = argument;
	int *wrong = &worker->wrong;
	for (int round = 0; round < ROUNDS / 4; round++) {
		pthread_t id;
		int inner = 0;
		NEED(pthread_create(&id, NULL, allocate_and_leave, &inner) == 0);
		pthread_join(id, NULL);
		*wrong += inner;
	}
	return NULL;
}

static void test_clock(void **state)
{
	(void)state;
	run_workers(read_clock);
}

static void test_short_lives(void **state)
{
	(void)state;
	run_workers(start_others);
}

/* Last: all of the above was correct, so there is nothing to report, leaks included. */
static void test_nothing_found(void **state)
{
	(void)state;
	assert_int_equal(simcuda_finish(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_own_things),    cmocka_unit_test(test_shared_events),
		cmocka_unit_test(test_thread_things), cmocka_unit_test(test_clock),
		cmocka_unit_test(test_short_lives),   cmocka_unit_test(test_nothing_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
