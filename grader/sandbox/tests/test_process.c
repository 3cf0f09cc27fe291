/* test_process.c - the limits of a run: ends, floods, survivors; and what a watcher that was stopped counts. */
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/clock.h"
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

#define CROWD 8

/* Seconds that this process has had the processor. */
static double used_s(void)
{
	struct timespec used;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

static _Noreturn void spin(double seconds)
{
	while (used_s() < seconds)
		;
	_exit(0);
}

/* Works for a tenth of a second. */
static int work_a_little(void)
{
	while (used_s() < 0.1)
		;
	return 5;
}

/* Seconds of the processor that this process's children have had, and theirs. */
static double children_used_s(void)
{
	struct rusage used;

	getrusage(RUSAGE_CHILDREN, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

/* Runs it from a process of its own, and ends with 0 when it ended by itself, with 2 when more than half of the time that
 * passed is told to be its own, and with 3 when it ran for longer than `most_used_s`. */
static double most_used_s = INFINITY;
static _Noreturn void run_apart(const ProcessSpec *spec)
{
	double began = clock_now();
	int bad = process_run(spec, &end);

	if (children_used_s() > most_used_s)
		_exit(3);
	if (bad < 0 || end.timed_out || !WIFEXITED(end.status) || WEXITSTATUS(end.status) != 5)
		_exit(1);
	_exit(end.took_s > (clock_now() - began) / 2 ? 2 : 0);
}

/* On one processor, beside so many others, each of which works that long. How it ended, as run_apart() says. */
static int run_in_a_crowd(int (*body)(void), double wall_s, int others, double each_s)
{
	const ProcessSpec spec = {.body = body,
				  .folder = folder,
				  .wall_s = wall_s,
				  .cpu_s = 5,
				  .files = 32,
				  .file_bytes = 1 << 20};
	cpu_set_t before, one;
	pid_t other[CROWD], watcher;
	int cpu = 0, status = -1;

	if (access("/proc/self/schedstat", R_OK) < 0)
		skip(); /* the kernel does not count it */
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	while (!CPU_ISSET(cpu, &before))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	for (int i = 0; i < others; i++)
		if ((other[i] = fork()) == 0)
			spin(each_s);
	if ((watcher = fork()) == 0)
		run_apart(&spec);
	assert_int_equal(waitpid(watcher, &status, 0), watcher);
	for (int i = 0; i < others; i++) {
		kill(other[i], SIGKILL);
		waitpid(other[i], NULL, 0);
	}
	assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* With eight others on one processor that takes 0.9 s, longer than it may; that is not the
 * program's doing. */
static void test_crowd(void **state)
{
	(void)state;
	assert_int_equal(run_in_a_crowd(work_a_little, 0.5, CROWD, 60), 0);
}

/* It is the last to get a processor, and another one wants it for 1.5 s: single waits take 0.4 s, and
 * the kernel counts each only at its end. */
static int wait_in_one_piece(void)
{
	const struct sched_param none = {0};

	if (sched_setscheduler(0, SCHED_IDLE, &none) < 0)
		return 1;
	while (used_s() < 0.02)
		;
	return 5;
}

static void test_long_wait(void **state)
{
	(void)state;
	assert_int_equal(run_in_a_crowd(wait_in_one_piece, 0.2, 1, 1.5), 0);
}

/* Fills the pipe of its output again and again: each time it waits until the watcher has had a processor. */
static int wait_for_the_watcher(void)
{
	static char bytes[1 << 16];

	for (int i = 0; i < 100; i++)
		if (write(STDOUT_FILENO, bytes, sizeof bytes) < 0)
			return 1;
	return 5;
}

static void test_watcher_waits(void **state)
{
	(void)state;
	assert_int_equal(run_in_a_crowd(wait_for_the_watcher, 0.5, CROWD, 60), 0);
}

/* Has others of its own take the processor, and has it a tenth of the time. */
static int make_a_crowd(void)
{
	for (int i = 0; i < CROWD; i++)
		if (fork() == 0)
			spin(60);
	return work_a_little();
}

/* Such a one would have 0.1 s in a second; its time is over before. */
static void test_own_crowd(void **state)
{
	(void)state;
	assert_int_equal(run_in_a_crowd(make_a_crowd, 0.3, 0, 0), 1);
}

/* Runs where nobody else does, and so that it is the watcher alone that waits. */
static int spin_elsewhere(void)
{
	cpu_set_t all, mine;

	CPU_ZERO(&all);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		CPU_SET(cpu, &all);
	sched_getaffinity(0, sizeof mine, &mine);
	CPU_XOR(&all, &all, &mine);
	if (sched_setaffinity(0, sizeof all, &all) < 0)
		return 1;
	spin(60);
}

/* What the watcher waits is no time in which the program waits, where that one runs. */
static void test_runs_meanwhile(void **state)
{
	(void)state;
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		skip();
	most_used_s = 2;
	assert_int_equal(run_in_a_crowd(spin_elsewhere, 1, CROWD, 60), 1);
	most_used_s = INFINITY;
}

/* Uses more than its second of the processor, and goes on; then it ends as one that the kernel has killed. */
static int use_up(void)
{
	signal(SIGXCPU, SIG_IGN);
	while (used_s() < 1.5)
		;
	return raise(SIGKILL);
}

static int end_at_once(void)
{
	return raise(SIGKILL);
}

static void test_used_up(void **state)
{
	ProcessSpec spec = {.body = use_up,
			    .folder = folder,
			    .wall_s = 20,
			    .cpu_s = 1,
			    .files = 32,
			    .file_bytes = 1 << 20};

	(void)state;
	assert_int_equal(process_run(&spec, &end), 0);
	assert_true(WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGKILL && end.used_up);
	spec.body = end_at_once;
	assert_int_equal(process_run(&spec, &end), 0);
	assert_true(WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGKILL && !end.used_up);
}

/* It sleeps, and is called as if it had ended its name and were ready to run. */
static int sleep_as_if_ready(void)
{
	if (prctl(PR_SET_NAME, "x) R ") < 0)
		return 1;
	sleep(5);
	return 5;
}

static void test_called_ready(void **state)
{
	const ProcessSpec spec = {.body = sleep_as_if_ready,
				  .folder = folder,
				  .wall_s = 0.3,
				  .cpu_s = 5,
				  .files = 32,
				  .file_bytes = 1 << 20};

	(void)state;
	assert_int_equal(process_run(&spec, &end), 0);
	assert_true(end.timed_out);
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
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_crowd),
		cmocka_unit_test(test_long_wait),
		cmocka_unit_test(test_watcher_waits),
		cmocka_unit_test(test_own_crowd),
		cmocka_unit_test(test_runs_meanwhile),
		cmocka_unit_test(test_used_up),
		cmocka_unit_test(test_called_ready),
		cmocka_unit_test(test_timed_out),
		cmocka_unit_test(test_surroundings),
		cmocka_unit_test(test_flood),
		cmocka_unit_test(test_survivors),
		cmocka_unit_test(test_what_cannot_run),
		cmocka_unit_test(test_memory_of_all),
		cmocka_unit_test(test_stopped),
		cmocka_unit_test(test_stopped_pool),
	};

	return cmocka_run_group_tests(tests, folder_create, folder_remove);
}
