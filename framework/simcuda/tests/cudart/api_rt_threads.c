/* api_rt_threads.c - tests of time across threads, and of sleeping: a new thread begins where its
 * creator is, joining waits until where the joined one ended, and sleeping takes virtual time
 * alone. Reading the clock costs 50 ns (machines/tiny.json). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "cuda_runtime.h"
#include "simcuda.h"

#define GOOD(call) assert_int_equal(call, cudaSuccess)

#define READING     50
#define MILLISECOND 1000000
#define SECOND      INT64_C(1000000000)

/* ThreadSanitizer's runtime makes the threads: their clocks are left alone there. */
#if defined(__SANITIZE_THREAD__)
#define NO_MEETING 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NO_MEETING 1
#endif
#endif
#ifndef NO_MEETING
#define NO_MEETING 0
#endif

static int64_t now(void)
{
	struct timespec t;
	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &t), 0);
	return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

/* The kernel's clock, which nobody stands in for. */
static int64_t real_now(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

/* 4 bytes of host memory take 1 ns. */
static void work_ms(double ms)
{
	simcuda_host_work(0, 4e6 * ms);
}

/* What a thread saw: when it began and when it ended. */
typedef struct Seen {
	double ms; /* how long it is to work */
	int64_t first, last;
} Seen;

static void *run(void *given)
{
	Seen *seen = given;
	seen->first = now();
	work_ms(seen->ms);
	seen->last = now();
	return given;
}

static int run_c11(void *given)
{
	run(given);
	return 17;
}

static void test_meeting(void **state)
{
	(void)state;
	pthread_t a, b;
	Seen first = {.ms = 5}, second = {.ms = 2};
	void *result = NULL;
	work_ms(1);
	int64_t start = now();
	assert_int_equal(pthread_create(&a, NULL, run, &first), 0);
	work_ms(1);
	assert_int_equal(pthread_create(&b, NULL, run, &second), 0);
	assert_int_equal(pthread_join(a, &result), 0);
	assert_ptr_equal(result, &first);
	int64_t after_first = now();
	assert_int_equal(pthread_join(b, NULL), 0);
	assert_int_equal(first.first, start + READING);
	assert_int_equal(second.first, start + MILLISECOND + READING);
	assert_int_equal(first.last, first.first + 5 * MILLISECOND + READING);
	assert_int_equal(second.last, second.first + 2 * MILLISECOND + READING);
	/* the longer one decides; the other ended in the joiner's past */
	assert_int_equal(after_first, first.last + READING);
	assert_int_equal(now(), after_first + READING);
}

static void *run_inner(void *given)
{
	Seen *seen = given;
	pthread_t inner;
	Seen deep = {.ms = 3};
	seen->first = now();
	pthread_create(&inner, NULL, run, &deep);
	pthread_join(inner, NULL);
	seen->last = now();
	return NULL;
}

/* Threads of threads; and one that never asks for the time passes it on. */
static void *run_silent(void *given)
{
	pthread_t inner;
	pthread_create(&inner, NULL, run, given);
	pthread_join(inner, NULL);
	return NULL;
}

static void test_nested(void **state)
{
	(void)state;
	pthread_t a;
	Seen outer = {0}, last = {.ms = 4};
	int64_t start = now();
	assert_int_equal(pthread_create(&a, NULL, run_inner, &outer), 0);
	assert_int_equal(pthread_join(a, NULL), 0);
	/* two readings and the work of the innermost, one of the outer */
	assert_int_equal(outer.last, start + 4 * READING + 3 * MILLISECOND);
	start = now();
	assert_int_equal(pthread_create(&a, NULL, run_silent, &last), 0);
	assert_int_equal(pthread_join(a, NULL), 0);
	assert_int_equal(last.first, start + READING);
	assert_int_equal(now(), last.last + READING);
}

static void test_c11(void **state)
{
	(void)state;
	thrd_t a;
	Seen seen = {.ms = 6};
	int result = 0;
	int64_t start = now();
	assert_int_equal(thrd_create(&a, run_c11, &seen), thrd_success);
	assert_int_equal(thrd_join(a, &result), thrd_success);
	assert_int_equal(result, 17);
	assert_int_equal(seen.first, start + READING);
	assert_int_equal(now(), seen.last + READING);
}

/* Many threads that come and go keep numbers, clocks and joins apart. */
static void test_many(void **state)
{
	(void)state;
	enum { THREADS = 8, ROUNDS = 40 };
	for (int round = 0; round < ROUNDS; round++) {
		pthread_t id[THREADS];
		Seen seen[THREADS] = {{0}};
		int64_t start = now(), end = start;
		for (int i = 0; i < THREADS; i++) {
			seen[i].ms = (i * 7 + round) % 5;
			assert_int_equal(pthread_create(&id[i], NULL, run, &seen[i]), 0);
		}
		for (int i = 0; i < THREADS; i++)
			assert_int_equal(pthread_join(id[i], NULL), 0);
		for (int i = 0; i < THREADS; i++) {
			assert_int_equal(seen[i].first, start + READING);
			end = seen[i].last > end ? seen[i].last : end;
		}
		assert_int_equal(now(), end + READING);
	}
}

static int nano(int64_t ns)
{
	struct timespec length = {ns / SECOND, ns % SECOND};
	return nanosleep(&length, NULL);
}

static void test_sleeping(void **state)
{
	(void)state;
	struct timespec length = {3, 5}, left = {1, 2};
	int64_t real = real_now(), start = now();
	assert_int_equal(nano(1500 * (int64_t)MILLISECOND), 0);
	assert_int_equal(now() - start, 1500 * (int64_t)MILLISECOND + READING);
	start = now();
	assert_int_equal(usleep(700), 0);
	assert_int_equal(now() - start, 700 * 1000 + READING);
	start = now();
	assert_int_equal(sleep(100), 0);
	assert_int_equal(now() - start, 100 * SECOND + READING);
	start = now();
	assert_int_equal(thrd_sleep(&length, &left), 0);
	assert_int_equal(now() - start, 3 * SECOND + 5 + READING);
	start = now();
	assert_int_equal(clock_nanosleep(CLOCK_MONOTONIC, 0, &length, NULL), 0);
	assert_int_equal(now() - start, 3 * SECOND + 5 + READING);
	assert_true(real_now() - real < 100 * SECOND); /* not 108 s */
}

static void test_sleeping_until(void **state)
{
	(void)state;
	static const clockid_t ids[] = {CLOCK_MONOTONIC, CLOCK_REALTIME};
	for (int i = 0; i < 2; i++) {
		struct timespec t;
		assert_int_equal(clock_gettime(ids[i], &t), 0);
		int64_t start = now(); /* one reading later */
		t.tv_sec += 40;
		assert_int_equal(clock_nanosleep(ids[i], TIMER_ABSTIME, &t, NULL), 0);
		assert_int_equal(now() - start, 40 * SECOND);
		start = now();
		assert_int_equal(clock_nanosleep(ids[i], TIMER_ABSTIME, &t, NULL), 0); /* past */
		assert_int_equal(now() - start, READING);
	}
}

static void test_bad_lengths(void **state)
{
	(void)state;
	const struct timespec bad[] = {{0, SECOND}, {0, -1}, {-1, 0}};
	int64_t start = now();
	for (int i = 0; i < 3; i++) {
		errno = 0;
		assert_int_equal(nanosleep(&bad[i], NULL), -1);
		assert_int_equal(errno, EINVAL);
		assert_int_equal(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad[i], NULL), EINVAL);
	}
	assert_int_equal(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &bad[0], NULL), EINVAL);
	assert_int_equal(now() - start, READING);
}

/* A thread that only sleeps has a time, too. */
static void *sleep_only(void *unused)
{
	usleep(9000);
	return unused;
}

static void test_sleep_and_join(void **state)
{
	(void)state;
	pthread_t a;
	int64_t start = now();
	assert_int_equal(pthread_create(&a, NULL, sleep_only, NULL), 0);
	assert_int_equal(pthread_join(a, NULL), 0);
	assert_int_equal(now() - start, 9 * MILLISECOND + READING);
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "1xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	if (cudaFree(NULL) != cudaSuccess) /* makes the machine */
		return 1;
	const struct CMUnitTest sleeping[] = {
		cmocka_unit_test(test_sleeping),
		cmocka_unit_test(test_sleeping_until),
		cmocka_unit_test(test_bad_lengths),
	};
	const struct CMUnitTest meeting[] = {
		cmocka_unit_test(test_meeting),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_c11),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_sleep_and_join),
	};
	int failed = cmocka_run_group_tests(sleeping, NULL, NULL);
	return NO_MEETING ? failed : failed + cmocka_run_group_tests(meeting, NULL, NULL);
}
