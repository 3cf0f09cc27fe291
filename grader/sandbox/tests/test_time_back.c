/* test_time_back.c - what others took of a program's time is given back, and nothing else. */
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/clock.h"
#include "grader/sandbox/process.h"

static char folder[] = "/tmp/usegpu-time-XXXXXX";
static ProcessEnd end;

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

/* Runs it from a process of its own, and ends with 0 when it ended by itself, with 2 when more than half of the time in
 * which it waited is told to be its own, with 6 when less than none is, and with 3 when it ran for longer than `most_used_s`. */
static double most_used_s = INFINITY;
static int niceness; /* of both: with 19 they come last where others want a processor */

static _Noreturn void run_apart(const ProcessSpec *spec)
{
	double began = clock_now();

	if (setpriority(PRIO_PROCESS, 0, niceness) < 0)
		_exit(4);

	int bad = process_run(spec, &end);

	const double used = children_used_s(), waited = clock_now() - began - used;

	if (used > most_used_s)
		_exit(3);
	if (bad < 0 || end.timed_out || !WIFEXITED(end.status) || WEXITSTATUS(end.status) != 5)
		_exit(1);
	if (end.took_s < 0)
		_exit(6);
	/* how much there is to wait the kernel decides: a session may have as much of a processor as another one */
	_exit(end.took_s > used + waited / 2 + 0.02 ? 2 : 0);
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
	while (used_s() < 0.1)
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

	for (int i = 0; i < 20; i++)
		if (write(STDOUT_FILENO, bytes, sizeof bytes) < 0)
			return 1;
	return 5;
}

static void test_watcher_waits(void **state)
{
	(void)state;
	niceness = 19;
	assert_int_equal(run_in_a_crowd(wait_for_the_watcher, 0.5, CROWD, 60), 0);
	niceness = 0;
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

/* The same by children that are soon gone: their ends are told to nobody, and so what they have had is not. */
static int make_a_fleeting_crowd(void)
{
	signal(SIGCHLD, SIG_IGN);
	if (fork() == 0)
		for (;;) {
			for (int i = 0; i < CROWD; i++)
				if (fork() == 0)
					spin(0.02);
			while (wait(NULL) > 0)
				;
		}
	while (used_s() < 0.4)
		;
	return 5;
}

static void test_fleeting_crowd(void **state)
{
	(void)state;
	assert_int_equal(run_in_a_crowd(make_a_fleeting_crowd, 0.8, 0, 0), 1);
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
		cmocka_unit_test(test_crowd),          cmocka_unit_test(test_long_wait),
		cmocka_unit_test(test_watcher_waits),  cmocka_unit_test(test_own_crowd),
		cmocka_unit_test(test_fleeting_crowd), cmocka_unit_test(test_runs_meanwhile),
		cmocka_unit_test(test_used_up),        cmocka_unit_test(test_called_ready),
	};

	return cmocka_run_group_tests(tests, folder_create, folder_remove);
}
