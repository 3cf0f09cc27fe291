/* A program that waits for a host function by means of its own: semaphores, conditions, polling. */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <cuda_runtime_api.h>

enum { BYTES = 1 << 20 };

static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static mtx_t c11_mutex;
static cnd_t c11_condition;
static volatile int arrived;

static unsigned char *pinned;
static void *device;
static cudaStream_t stream;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static double now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int open_all(void **state)
{
	(void)state;
	sem_init(&semaphore, 0, 0);
	mtx_init(&c11_mutex, mtx_plain);
	cnd_init(&c11_condition);
	good(cudaMallocHost((void **)&pinned, BYTES));
	good(cudaMalloc(&device, BYTES));
	good(cudaStreamCreate(&stream));
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	good(cudaStreamDestroy(stream));
	good(cudaFree(device));
	good(cudaFreeHost(pinned));
	return 0;
}

/* Work of about 100 us, whose end the host sees in pinned memory. */
static void queue_work(int value)
{
	pinned[BYTES - 1] = 0;
	arrived = 0;
	good(cudaMemsetAsync(device, value, BYTES, stream));
	good(cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, stream));
}

#ifdef __SANITIZE_THREAD__
#define NOT_WATCHED __attribute__((unused))
#else
#define NOT_WATCHED
#endif

static void post(void *unused)
{
	(void)unused;
	arrived++;
	sem_post(&semaphore);
}

static void signal_condition(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&mutex);
	arrived++;
	pthread_cond_signal(&condition);
	pthread_mutex_unlock(&mutex);
}

static void signal_c11(void *unused)
{
	(void)unused;
	mtx_lock(&c11_mutex);
	arrived++;
	cnd_signal(&c11_condition);
	mtx_unlock(&c11_mutex);
}

NOT_WATCHED static void test_semaphore(void **state)
{
	(void)state;
	queue_work(1);
	double before = now_us();
	good(cudaLaunchHostFunc(stream, post, NULL));
	good(cudaLaunchHostFunc(stream, post, NULL));
	assert_int_equal(sem_wait(&semaphore), 0);
	assert_int_equal(arrived, 1); /* no further than it has to */
	assert_int_equal(pinned[BYTES - 1], 1);
	assert_true(now_us() - before > 20); /* the copy's time has passed */
	const struct timespec never = {0, 0};
	assert_int_equal(sem_timedwait(&semaphore, &never), 0);
	assert_int_equal(arrived, 2);
	assert_int_not_equal(sem_trywait(&semaphore), 0);
	assert_int_not_equal(sem_timedwait(&semaphore, &never), 0); /* nobody will post it */
}

NOT_WATCHED static void test_conditions(void **state)
{
	(void)state;
	queue_work(2);
	good(cudaLaunchHostFunc(stream, signal_condition, NULL));
	pthread_mutex_lock(&mutex);
	while (!arrived)
		assert_int_equal(pthread_cond_wait(&condition, &mutex), 0);
	pthread_mutex_unlock(&mutex);
	assert_int_equal(pinned[BYTES - 1], 2);
	queue_work(3);
	good(cudaLaunchHostFunc(stream, signal_condition, NULL));
	pthread_mutex_lock(&mutex);
	const struct timespec never = {0, 0};
	while (!arrived)
		assert_int_equal(pthread_cond_timedwait(&condition, &mutex, &never), 0);
	pthread_mutex_unlock(&mutex);
	assert_int_equal(pinned[BYTES - 1], 3);
	queue_work(4);
	good(cudaLaunchHostFunc(stream, signal_c11, NULL));
	mtx_lock(&c11_mutex);
	while (!arrived)
		assert_int_equal(cnd_wait(&c11_condition, &c11_mutex), thrd_success);
	mtx_unlock(&c11_mutex);
	assert_int_equal(pinned[BYTES - 1], 4);
}

/* Looking at the clock, or sleeping, until a flag is set. */
static void test_polling(void **state)
{
	(void)state;
	queue_work(5);
	double before = now_us(), after = before;
	good(cudaLaunchHostFunc(stream, post, NULL));
	while (!arrived)
		after = now_us();
	assert_true(after - before > 20 && after - before < 10000);
	assert_int_equal(pinned[BYTES - 1], 5);
	queue_work(6);
	good(cudaLaunchHostFunc(stream, post, NULL));
	int sleeps = 0;
	for (; !arrived; sleeps++)
		usleep(10);
	assert_true(sleeps > 1 && sleeps < 1000);
	assert_int_equal(pinned[BYTES - 1], 6);
	assert_int_equal(sem_wait(&semaphore), 0);
	assert_int_equal(sem_wait(&semaphore), 0);
}

/* A wait that has nothing to do with a host function is the C library's. */
static void *post_later(void *unused)
{
	(void)unused;
	sem_post(&semaphore);
	return NULL;
}

NOT_WATCHED static void test_other_threads(void **state)
{
	(void)state;
	pthread_t thread;
	queue_work(7);
	assert_int_equal(pthread_create(&thread, NULL, post_later, NULL), 0);
	assert_int_equal(sem_wait(&semaphore), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	good(cudaLaunchHostFunc(stream, post, NULL));
	good(cudaStreamSynchronize(stream));
	assert_int_equal(arrived, 1);
	assert_int_equal(pthread_create(&thread, NULL, post_later, NULL), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(sem_wait(&semaphore), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_polling),
#ifndef __SANITIZE_THREAD__ /* it has waits of its own */
		cmocka_unit_test(test_semaphore),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_other_threads),
#endif
	};
	return cmocka_run_group_tests(tests, open_all, close_all);
}
