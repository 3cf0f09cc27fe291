/* job_pool.c - forks the jobs, polls their pipes, and collects the answers. */
#include "grader/base/job_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/interrupt.h"
#include "grader/base/large.h"
#include "grader/base/patience.h"

#define POOL_WIDTH_MAX 64
#define LAST_SECONDS   5.0
#define POLL_SECONDS   0.2
#define WAITED_MOST    3.0 /* times its seconds, that are given back */

void job_pool_answer(int answer_fd, const void *bytes, size_t count)
{
	const char *at = bytes;

	while (count > 0) {
		ssize_t put = write(answer_fd, at, count);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			_exit(1); /* the pool has ended */
		at += put;
		count -= (size_t)put;
	}
}

static int own_place = -1;

int job_pool_place(void)
{
	return own_place;
}

/* The first one that none of the others has. */
static int place_choose(PoolJob *const *running, int count)
{
	unsigned char taken[POOL_WIDTH_MAX + 1] = {0};
	int place = 0;

	for (int i = 0; i < count; i++)
		taken[running[i]->place] = 1;
	while (taken[place])
		place++;
	return place;
}

static void job_start(PoolJob *job)
{
	pid_t parent = getpid();
	int ends[2];

	job->answer = malloc(job->answer_max);
	job->answer_bytes = 0;
	job->timed_out = job->signal = job->interrupted = 0;
	job->used_s = job->waited = 0;
	job->begun = 1;
	job->deadline = clock_watched() + job->seconds;
	job->pid = job->fd = -1;
	job->over = 1; /* it does not run yet */
	if (!job->body || !job->answer || interrupt_came() || pipe2(ends, O_CLOEXEC) < 0)
		return;
	fflush(NULL);
	large_lend_begin();
	job->pid = fork_patiently();
	if (job->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		close(ends[0]);
		own_place = job->place;
		large_borrow(own_place);
		job->body(job->argument, ends[1]);
		_exit(0);
	}
	large_lend_end();
	close(ends[1]);
	if (job->pid < 0) {
		close(ends[0]);
		return;
	}
	job->fd = ends[0];
	job->over = 0;
}

/* An interrupted job kills what it started, and ends. */
static void job_interrupt(PoolJob *job)
{
	if (!interrupt_came() || job->interrupted)
		return;
	job->interrupted = 1;
	kill(job->pid, SIGTERM);
	job->deadline = clock_watched() + LAST_SECONDS;
}

/* 0 where that cannot be told. */
static double used_by(pid_t pid)
{
	struct timespec used;
	clockid_t clock;

	return clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0
		       ? (double)used.tv_sec + (double)used.tv_nsec * 1e-9
		       : 0;
}

/* Seconds that its first thread was ready to run and had no processor; 0 where that cannot be told. */
static double waited_by(pid_t pid)
{
	char path[64];
	unsigned long long ran, waited;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return 0;

	bool read = fscanf(file, "%llu %llu", &ran, &waited) == 2;

	fclose(file);
	return read ? (double)waited * 1e-9 : 0;
}

/* Whether its time is up. What it has waited for a processor is given back: who has a job's program take all of them
 * must not end another one's. */
static bool job_is_late(PoolJob *job)
{
	double waited;

	if (clock_watched() < job->deadline)
		return false;
	if (job->interrupted)
		return true;
	waited = waited_by(job->pid);
	if (waited > WAITED_MOST * job->seconds)
		waited = WAITED_MOST * job->seconds;
	if (waited > job->waited) {
		job->deadline += waited - job->waited;
		job->waited = waited;
	}
	return clock_watched() >= job->deadline;
}

/* Its pipe is closed, or its time is up. */
static void job_finish(PoolJob *job)
{
	siginfo_t end = {.si_code = CLD_KILLED};
	int status = 0;

	if (job->timed_out) {
		job->used_s = used_by(job->pid);
		kill(job->pid, SIGKILL);
	}
	while (waitid(P_PID, (id_t)job->pid, &end, WEXITED | WNOWAIT) < 0 && errno == EINTR)
		;
	/* nobody else gets its number before it is waited for */
	if (job->killed && (end.si_code != CLD_EXITED || end.si_status != 0))
		job->killed(job->pid);
	while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR)
		;
	job->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	close(job->fd);
	job->over = 1;
}

static void job_read(PoolJob *job)
{
	unsigned char spill[4096];
	size_t room = job->answer_max - job->answer_bytes;
	ssize_t got = room > 0 ? read(job->fd, job->answer + job->answer_bytes, room)
			       : read(job->fd, spill, sizeof spill);

	if (got < 0 && errno == EINTR)
		return;
	if (got <= 0)
		job_finish(job);
	else if (room > 0)
		job->answer_bytes += (size_t)got;
}

/* Not for ever: a signal that came just before this call would not end it. */
static int poll_ms(double left)
{
	return left < 0              ? 0
	       : left > POLL_SECONDS ? (int)(POLL_SECONDS * 1000)
				     : (int)(left * 1000) + 1;
}

typedef struct Telling {
	void (*done)(void *context, int i);
	void *context;
	int in_order;
} Telling;

static void job_tell(PoolJob *jobs, int i, const Telling *telling)
{
	if (!interrupt_came())
		telling->done(telling->context, i);
	free(jobs[i].answer);
	jobs[i].answer = NULL;
	jobs[i].told = 1;
}

/* Calls done() for the jobs from `first` on, up to one that is not over, which it returns. */
static int jobs_tell(PoolJob *jobs, int first, int count, const Telling *telling)
{
	for (int i = first; i < count; i++) {
		if (jobs[i].over && !jobs[i].told)
			job_tell(jobs, i, telling);
		else if (!jobs[i].over && telling->in_order)
			break;
	}
	while (first < count && jobs[first].told)
		first++;
	return first;
}

/* The next to begin; -1: all have. */
static int job_choose(const PoolJob *jobs, int first, int count)
{
	int chosen = -1;

	for (int i = first; i < count; i++)
		if (!jobs[i].begun && (chosen < 0 || jobs[i].rank < jobs[chosen].rank))
			chosen = i;
	return chosen;
}

static void jobs_run(PoolJob *jobs, int count, int width, const Telling *telling)
{
	int reported = 0;

	if (width > POOL_WIDTH_MAX)
		width = POOL_WIDTH_MAX;
	for (int i = 0; i < count; i++)
		jobs[i].begun = jobs[i].over = jobs[i].told = 0;
	while (reported < count) {
		struct pollfd fds[POOL_WIDTH_MAX];
		PoolJob *running[POOL_WIDTH_MAX];
		double next = 1e300;
		int n = 0, chosen;

		for (int i = reported; i < count; i++) {
			if (!jobs[i].begun || jobs[i].over)
				continue;
			job_interrupt(&jobs[i]);
			running[n] = &jobs[i];
			fds[n] = (struct pollfd){jobs[i].fd, POLLIN, 0};
			next = jobs[i].deadline < next ? jobs[i].deadline : next;
			n++;
		}
		chosen = n < width ? job_choose(jobs, reported, count) : -1;
		if (chosen >= 0) {
			jobs[chosen].place = place_choose(running, n);
			job_start(&jobs[chosen]);
			continue;
		}
		if (n > 0) {
			double left = next - clock_watched();

			if (poll(fds, (nfds_t)n, poll_ms(left)) < 0)
				for (int i = 0; i < n; i++)
					fds[i].revents = 0;
			for (int i = 0; i < n; i++) {
				if (fds[i].revents) {
					job_read(running[i]);
				} else if (job_is_late(running[i])) {
					running[i]->timed_out = 1;
					job_finish(running[i]);
				}
			}
		}
		reported = jobs_tell(jobs, reported, count, telling);
	}
}

void job_pool_run(PoolJob *jobs, int count, int width, void (*done)(void *context, int i),
		  void *context)
{
	jobs_run(jobs, count, width, &(Telling){done, context, 1});
}

void job_pool_run_unordered(PoolJob *jobs, int count, int width, void (*done)(void *context, int i),
			    void *context)
{
	jobs_run(jobs, count, width, &(Telling){done, context, 0});
}
