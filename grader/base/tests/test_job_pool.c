/* test_job_pool.c - the order in which a pool begins jobs and takes what they answer, and jobs that go wrong. */
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/job_pool.h"

static void body(void *argument, int answer_fd)
{
	static char flood[100000];
	int i = *(int *)argument;

	usleep((useconds_t)(1000 * (i % 4))); /* they end out of order */
	if (i == 3)
		abort();
	if (i == 4)
		pause();
	if (i == 5)
		job_pool_answer(answer_fd, flood, sizeof flood);
	job_pool_answer(answer_fd, &i, sizeof i);
}

typedef struct Seen {
	PoolJob *jobs;
	int next;
} Seen;

static void done(void *context, int i)
{
	Seen *seen = context;
	const PoolJob *job = &seen->jobs[i];

	assert_int_equal(i, seen->next++);
	if (i == 2) {
		assert_int_equal(job->answer_bytes, 0); /* it had no body */
	} else if (i == 3) {
		assert_int_equal(job->signal, SIGABRT);
		assert_int_equal(job->answer_bytes, 0);
	} else if (i == 4) {
		assert_true(job->timed_out);
	} else if (i == 5) {
		assert_int_equal(job->answer_bytes, 64); /* cut */
	} else {
		assert_int_equal(job->answer_bytes, sizeof(int));
		assert_memory_equal(job->answer, &i, sizeof i);
	}
}

static void test_pool(void **state)
{
	PoolJob jobs[12] = {{0}};
	int numbers[12];
	(void)state;

	for (int i = 0; i < 12; i++) {
		numbers[i] = i;
		jobs[i] = (PoolJob){.body = i == 2 ? NULL : body,
				    .argument = &numbers[i],
				    .seconds = i == 4 ? 0.3 : 60,
				    .answer_max = 64};
	}
	for (int width = 1; width <= 3; width++) {
		Seen seen = {jobs, 0};

		job_pool_run(jobs, 12, width, done, &seen);
		assert_int_equal(seen.next, 12);
	}
}

/* Which jobs have begun, in turn, and how many: shared with them. */
static int *begun;

static void ranked_body(void *argument, int answer_fd)
{
	begun[1 + begun[0]++] = *(int *)argument;
	job_pool_answer(answer_fd, argument, sizeof(int));
}

static void ranked_done(void *context, int i)
{
	assert_int_equal(i, (*(int *)context)++);
}

static void test_pool_ranks(void **state)
{
	const int rank[] = {3, 1, 2, 1, -1}, order[] = {4, 1, 3, 2, 0};
	PoolJob jobs[5] = {{0}};
	int numbers[5], told = 0;
	(void)state;

	begun = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(begun, MAP_FAILED);
	for (int i = 0; i < 5; i++) {
		numbers[i] = i;
		jobs[i] = (PoolJob){.body = ranked_body,
				    .argument = &numbers[i],
				    .seconds = 60,
				    .answer_max = 64,
				    .rank = rank[i]};
	}
	job_pool_run(jobs, 5, 1, ranked_done, &told);
	assert_int_equal(told, 5);
	assert_int_equal(begun[0], 5);
	assert_memory_equal(&begun[1], order, sizeof order);
	munmap(begun, 4096);
}

/* --- a job that others let wait for a processor ------------------------------------------------- */

#define CROWD 9

/* Seconds of the processor that this process has had. */
static double used_s(void)
{
	struct timespec used;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

/* The first needs a tenth of a second; the others take the same processor, up to their end. */
static void crowded_body(void *argument, int answer_fd)
{
	int i = *(int *)argument;
	const double most = i == 0 ? 0.1 : 30;

	while (used_s() < most)
		;
	job_pool_answer(answer_fd, &i, sizeof i);
}

static void crowded_done(void *context, int i)
{
	const Seen *seen = context;

	assert_int_equal(seen->jobs[i].timed_out, i != 0);
}

/* With eight others it takes 0.9 s, of which it may have 0.7. */
static void test_pool_crowd(void **state)
{
	PoolJob jobs[CROWD] = {{0}};
	int numbers[CROWD], cpu = 0;
	cpu_set_t before, one;
	(void)state;

	if (access("/proc/self/schedstat", R_OK) < 0)
		skip(); /* the kernel does not count it */
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	while (!CPU_ISSET(cpu, &before))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	for (int i = 0; i < CROWD; i++) {
		numbers[i] = i;
		jobs[i] = (PoolJob){.body = crowded_body,
				    .argument = &numbers[i],
				    .seconds = 0.7,
				    .answer_max = 64};
	}
	job_pool_run_unordered(jobs, CROWD, CROWD, crowded_done, &(Seen){jobs, 0});
	assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pool),
		cmocka_unit_test(test_pool_ranks),
		cmocka_unit_test(test_pool_crowd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
