/* A program that waits for a host function by means of its own: semaphores, conditions, polling. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
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
static volatile int arrived; /* also a word to wait for */

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

static void wake(void *unused)
{
	(void)unused;
	arrived++;
	syscall(SYS_futex, &arrived, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* As the C++ library waits: for a word in memory to change. */
NOT_WATCHED static void test_futex(void **state)
{
	const struct timespec hour = {3600, 0};
	(void)state;
	queue_work(8);
	double before = now_us();
	good(cudaLaunchHostFunc(stream, wake, NULL));
	good(cudaLaunchHostFunc(stream, wake, NULL));
	assert_int_equal(syscall(SYS_futex, &arrived, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0), 0);
	assert_int_equal(arrived, 1); /* no further than it has to */
	assert_int_equal(pinned[BYTES - 1], 8);
	assert_true(now_us() - before > 20); /* the copy's time has passed */
	errno = 0;
	assert_int_equal(syscall(SYS_futex, &arrived, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0), -1);
	assert_int_equal(errno, EAGAIN); /* it has changed: nothing to wait for */
	assert_int_equal(arrived, 1);
	assert_int_equal(syscall(SYS_futex, &arrived, FUTEX_WAIT_PRIVATE, 1, &hour, NULL, 0), 0);
	assert_int_equal(arrived, 2);
	assert_int_equal(syscall(SYS_getpid), getpid());
	assert_int_equal(syscall(SYS_close, -1), -1);
	assert_int_equal(errno, EBADF);
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

/* --- deadlines ------------------------------------------------------------------------------- */

typedef const struct timespec *Until;

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t held_to_write = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t held_c11;
static pthread_barrier_t step;

/* Another thread, which has what the test waits for. */
static void *hold(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&held);
	mtx_lock(&held_c11);
	pthread_rwlock_wrlock(&held_to_write);
	pthread_barrier_wait(&step);
	pthread_barrier_wait(&step);
	pthread_rwlock_unlock(&held_to_write);
	mtx_unlock(&held_c11);
	pthread_mutex_unlock(&held);
	return NULL;
}

static int wait_word(clockid_t id, Until until)
{
	static int word;
	int bits = FUTEX_WAIT_BITSET_PRIVATE | (id == CLOCK_REALTIME ? FUTEX_CLOCK_REALTIME : 0);
	return syscall(SYS_futex, &word, bits, 0, until, NULL, FUTEX_BITSET_MATCH_ANY) ? errno : 0;
}

static int wait_semaphore(clockid_t id, Until until)
{
	(void)id;
	return sem_timedwait(&semaphore, until) == 0 ? 0 : errno;
}

static int wait_semaphore_clock(clockid_t id, Until until)
{
	return sem_clockwait(&semaphore, id, until) == 0 ? 0 : errno;
}

static int wait_condition(clockid_t id, Until until)
{
	pthread_condattr_t attributes;
	pthread_cond_t own;
	int result = 0;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, id);
	pthread_cond_init(&own, &attributes);
	pthread_mutex_lock(&mutex);
	while (result == 0)
		result = pthread_cond_timedwait(&own, &mutex, until);
	pthread_mutex_unlock(&mutex);
	pthread_cond_destroy(&own);
	pthread_condattr_destroy(&attributes);
	return result;
}

static int wait_condition_clock(clockid_t id, Until until)
{
	int result = 0;
	pthread_mutex_lock(&mutex);
	while (result == 0)
		result = pthread_cond_clockwait(&condition, &mutex, id, until);
	pthread_mutex_unlock(&mutex);
	return result;
}

static int wait_c11(clockid_t id, Until until)
{
	(void)id;
	int result = thrd_success;
	mtx_lock(&c11_mutex);
	while (result == thrd_success)
		result = cnd_timedwait(&c11_condition, &c11_mutex, until);
	mtx_unlock(&c11_mutex);
	return result == thrd_timedout ? ETIMEDOUT : -1;
}

static int lock_mutex(clockid_t id, Until until)
{
	(void)id;
	return pthread_mutex_timedlock(&held, until);
}

static int lock_mutex_clock(clockid_t id, Until until)
{
	return pthread_mutex_clocklock(&held, id, until);
}

static int lock_c11(clockid_t id, Until until)
{
	(void)id;
	return mtx_timedlock(&held_c11, until) == thrd_timedout ? ETIMEDOUT : -1;
}

static int lock_to_read(clockid_t id, Until until)
{
	(void)id;
	return pthread_rwlock_timedrdlock(&held_to_write, until);
}

static int lock_to_write(clockid_t id, Until until)
{
	(void)id;
	return pthread_rwlock_timedwrlock(&held_to_write, until);
}

static int lock_to_read_clock(clockid_t id, Until until)
{
	return pthread_rwlock_clockrdlock(&held_to_write, id, until);
}

static int lock_to_write_clock(clockid_t id, Until until)
{
	return pthread_rwlock_clockwrlock(&held_to_write, id, until);
}

static int64_t now_ns(clockid_t id)
{
	struct timespec t;
	clock_gettime(id, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* A wait in vain for a millisecond of the machine's time: it says so, and the time has passed. */
static void check_deadline(int (*wait)(clockid_t, Until), clockid_t id)
{
	int64_t to = now_ns(id) + 1000000;
	const struct timespec until = {to / 1000000000, to % 1000000000};
	assert_true(now_ns(id) < to); /* looking at the clock alone does not take that long */
	assert_int_equal(wait(id, &until), ETIMEDOUT);
	assert_true(now_ns(id) >= to);
}

NOT_WATCHED static void test_deadlines(void **state)
{
	(void)state;
	static int (*const of_the_day[])(clockid_t, Until) = {
		wait_semaphore, wait_condition, wait_c11,     lock_mutex,
		lock_c11,       lock_to_read,   lock_to_write};
	static int (*const of_any[])(clockid_t, Until) = {wait_semaphore_clock,
							  wait_condition,
							  wait_condition_clock,
							  lock_mutex_clock,
							  lock_to_read_clock,
							  lock_to_write_clock,
							  wait_word};
	pthread_t thread;
	mtx_init(&held_c11, mtx_timed);
	assert_int_equal(pthread_barrier_init(&step, NULL, 2), 0);
	assert_int_equal(pthread_create(&thread, NULL, hold, NULL), 0);
	pthread_barrier_wait(&step);
	for (size_t i = 0; i < sizeof of_the_day / sizeof *of_the_day; i++)
		check_deadline(of_the_day[i], CLOCK_REALTIME);
	for (size_t i = 0; i < sizeof of_any / sizeof *of_any; i++) {
		check_deadline(of_any[i], CLOCK_MONOTONIC);
		check_deadline(of_any[i], CLOCK_REALTIME);
	}
	pthread_barrier_wait(&step);
	assert_int_equal(pthread_join(thread, NULL), 0);
	const struct timespec none = {0, -1};
	assert_int_equal(pthread_mutex_timedlock(&held, &none), 0); /* it is free: no wait */
	assert_int_equal(wait_condition(CLOCK_REALTIME, &none), EINVAL);
	pthread_mutex_unlock(&held);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_polling),
#ifndef __SANITIZE_THREAD__ /* it has waits of its own */
		cmocka_unit_test(test_semaphore), cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_futex),     cmocka_unit_test(test_other_threads),
		cmocka_unit_test(test_deadlines),
#endif
	};
	return cmocka_run_group_tests(tests, open_all, close_all);
}
