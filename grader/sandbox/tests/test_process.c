/* test_process.c - the limits of a run: ends, floods, survivors; and what a watcher that was stopped counts. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/job_pool.h"
#include "grader/sandbox/process.h"

static char folder[] = "/tmp/usegpu-process-XXXXXX";
static ProcessEnd end;

/* Runs one line of shell within the limits. */
static void run_shell(const char *line, double wall_s)
{
	char *const argv[] = {"/bin/sh", "-c", (char *)(uintptr_t)line, NULL};
	char *const env[] = {"PATH=/usr/bin:/bin", "GIVEN=yes", NULL};
	ProcessSpec spec = {.argv = argv,
			    .env = env,
			    .folder = folder,
			    .wall_s = wall_s,
			    .cpu_s = 5,
			    .files = 32,
			    .file_bytes = 1 << 20};

	assert_int_equal(process_run(&spec, &end), 0);
}

static void test_ends(void **state)
{
	(void)state;
	run_shell("echo out; echo err >&2; exit 7", 20);
	assert_true(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 7);
	assert_string_equal(end.output, "out\nerr\n");
	assert_false(end.cut || end.timed_out);
	run_shell("kill -ABRT $$", 20);
	assert_true(WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGABRT);
	run_shell("sleep 100", 0.2);
	assert_true(end.timed_out);
	run_shell("trap '' TERM XCPU; while :; do :; done", 0.3);
	assert_true(end.timed_out);
}

/* --- a grader that is stopped ----------------------------------------------------------------- */

static int readings_until_stop; /* 0: it is never stopped */
static time_t stopped_s;

/* What a process sees that was stopped (Ctrl-Z) for an hour: all at once the clock is that much further on. */
int clock_gettime(clockid_t clock, struct timespec *at)
{
	long status = syscall(SYS_clock_gettime, clock, at);

	if (clock == CLOCK_MONOTONIC && readings_until_stop > 0 && --readings_until_stop == 0)
		stopped_s += 3600;
	if (status == 0 && clock == CLOCK_MONOTONIC)
		at->tv_sec += stopped_s;
	return (int)status;
}

/* A watcher reads the clock some times in each 20 ms. */
static void test_stopped(void **state)
{
	(void)state;
	readings_until_stop = 12;
	run_shell("sleep 0.2; exit 3", 20);
	assert_int_equal(readings_until_stop, 0);
	assert_false(end.timed_out);
	assert_true(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 3);
	assert_true(end.took_s < 20);
}

static void stopped_body(void *argument, int answer)
{
	(void)argument;
	poll(NULL, 0, 500);
	job_pool_answer(answer, "over", 4);
}

static void stopped_done(void *context, int i)
{
	*(PoolJob *)context = ((PoolJob *)context)[i];
}

static void test_stopped_pool(void **state)
{
	PoolJob job = {.body = stopped_body, .seconds = 60, .answer_max = 64};
	(void)state;

	readings_until_stop = 4;
	job_pool_run(&job, 1, 1, stopped_done, &job);
	assert_int_equal(readings_until_stop, 0);
	assert_false(job.timed_out);
}

static void works_body(void *argument, int answer_fd)
{
	(void)argument;
	(void)answer_fd;
	for (volatile int spins = 0;; spins = !spins)
		;
}

static void works_done(void *context, int i)
{
	const PoolJob *job = (PoolJob *)context + i;

	assert_true(job->timed_out && job->used_s > 0);
}

/* Whoever times out is asked whether it has worked meanwhile. */
static void test_timed_out(void **state)
{
	PoolJob job = {.body = works_body, .seconds = 0.5, .answer_max = 64};
	(void)state;

	job_pool_run(&job, 1, 1, works_done, &job);
}

static void test_surroundings(void **state)
{
	(void)state;
	setenv("SECRET", "1", 1);
	run_shell("env | sort; pwd; cat; ls /proc/self/fd | wc -l; ulimit -n", 20);
	assert_non_null(strstr(end.output, "GIVEN=yes\n"));
	assert_null(strstr(end.output, "SECRET"));
	assert_non_null(strstr(end.output, folder));
	assert_non_null(strstr(end.output, "\n4\n32\n")); /* 0, 1, 2 and that of ls itself */
	run_shell("exec 2>/dev/null; head -c 3000000 /dev/zero >size; wc -c <size; rm size", 20);
	assert_string_equal(end.output, "1048576\n");
}

static void test_flood(void **state)
{
	(void)state;
	run_shell("yes | head -c 5000000; echo last", 20);
	assert_int_equal(end.status, 0); /* it was not blocked */
	assert_int_equal(end.output_bytes, PROCESS_OUTPUT_MAX);
	assert_true(end.cut);
}

static void test_survivors(void **state)
{
	char line[200];
	int mine = (int)getpid(); /* another run of this test may have such processes too */
	(void)state;

	/* One stays in the group, the others are in a session of their own; all keep the output open. */
	snprintf(line, sizeof line,
		 "sleep 98761.%d & setsid sh -c 'sleep 98762.%d & sleep 98763.%d' & exit 0", mine,
		 mine, mine);
	run_shell(line, 20);
	assert_int_equal(end.status, 0);
	snprintf(line, sizeof line, "ps -eo args | grep -c '^sleep 9876[123][.]%d$'", mine);
	run_shell(line, 20);
	assert_string_equal(end.output, "0\n");
}

#define SHARE ((size_t)64 << 20) /* bytes that one process occupies */

static void share_occupy(void)
{
	char *share = malloc(SHARE);

	for (size_t i = 0; share && i < SHARE; i += 1024)
		((volatile char *)share)[i] = 1;
}

/* None of them alone is too large. */
static int share_out(void)
{
	for (int i = 0; i < 4; i++) {
		if (fork() == 0) {
			share_occupy();
			setsid();
			for (;;)
				pause();
		}
	}
	pause();
	return 0;
}

static int share_alone(void)
{
	share_occupy();
	usleep(200000); /* as long as it takes to be looked at */
	return 3;
}

static void test_memory_of_all(void **state)
{
	ProcessSpec spec = {.body = share_out,
			    .folder = folder,
			    .wall_s = 60,
			    .cpu_s = 20,
			    .files = 32,
			    .memory_bytes = 3 * SHARE,
			    .file_bytes = 1 << 20};
	(void)state;

	assert_int_equal(process_run(&spec, &end), 0);
	assert_true(end.too_large);
	spec.body = share_alone;
	assert_int_equal(process_run(&spec, &end), 0);
	assert_false(end.too_large);
	assert_true(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 3);
}

static void test_what_cannot_run(void **state)
{
	char *const argv[] = {"/nowhere/program", NULL}, *const env[] = {NULL};
	ProcessSpec spec = {.argv = argv,
			    .env = env,
			    .folder = "/tmp",
			    .wall_s = 5,
			    .cpu_s = 5,
			    .files = 32,
			    .file_bytes = 1};
	(void)state;

	assert_int_equal(process_run(&spec, &end), 0);
	assert_int_equal(WEXITSTATUS(end.status), 127);
	assert_string_equal(end.output, "cannot run /nowhere/program: No such file or directory\n");
	spec.folder = "/nowhere";
	assert_int_equal(process_run(&spec, &end), 0);
	assert_int_equal(WEXITSTATUS(end.status), 127);
}

static int folder_create(void **state)
{
	(void)state;
	return !mkdtemp(folder) ? -1 : 0;
}

static int folder_remove(void **state)
{
	(void)state;
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends),          cmocka_unit_test(test_timed_out),
		cmocka_unit_test(test_surroundings),  cmocka_unit_test(test_flood),
		cmocka_unit_test(test_survivors),     cmocka_unit_test(test_what_cannot_run),
		cmocka_unit_test(test_memory_of_all), cmocka_unit_test(test_stopped),
		cmocka_unit_test(test_stopped_pool),
	};

	return cmocka_run_group_tests(tests, folder_create, folder_remove);
}
