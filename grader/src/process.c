/* process.c - start, watch, sweep. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"

#define WATCH_MS     20
#define LAST_WORDS_S 0.3

static double clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --- the new process, between fork and exec --------------------------------------------------- */

static void limit_set(int which, rlim_t soft, rlim_t hard)
{
	struct rlimit now, wanted = {soft, hard};

	/* A limit that is lower already stays. */
	if (getrlimit(which, &now) == 0 && now.rlim_max != RLIM_INFINITY) {
		if (wanted.rlim_max > now.rlim_max)
			wanted.rlim_max = now.rlim_max;
		if (wanted.rlim_cur > wanted.rlim_max)
			wanted.rlim_cur = wanted.rlim_max;
	}
	if (setrlimit(which, &wanted) < 0) {
		dprintf(STDERR_FILENO, "cannot set a limit: %s\n", strerror(errno));
		_exit(127);
	}
}

/* Should memory run out all the same, the kernel shall end this process and not the grader. */
static void oom_prefer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	/* Only a wish: without it the run is no less right. */
	(void)!write(fd, "1000", 4);
	close(fd);
}

/* The program becomes the one that the terminal listens to, so that Ctrl-C is its own. */
static void terminal_give(pid_t group)
{
	signal(SIGTTOU, SIG_IGN);
	if (isatty(STDIN_FILENO))
		tcsetpgrp(STDIN_FILENO, group); /* fails where this is no job of a shell: no harm */
	signal(SIGTTOU, SIG_DFL);
}

static _Noreturn void attended_become(const ProcessSpec *spec)
{
	int channel = fcntl(spec->channel_other_fd, F_DUPFD_CLOEXEC, 10);

	setpgid(0, 0);
	terminal_give(getpid());
	signal(SIGPIPE, SIG_DFL);
	dup2(channel, CHANNEL_FD);
	if (chdir(spec->folder) == 0)
		execvpe(spec->argv[0], spec->argv, spec->env);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", spec->argv[0], strerror(errno));
	_exit(127);
}

static _Noreturn void program_become(const ProcessSpec *spec, int output, pid_t parent)
{
	sigset_t none;
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int channel = -1;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127); /* the judge died before the line above */
	if (spec->attended)
		attended_become(spec);
	setsid();
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	oom_prefer();

	/* Out of the way of 0 to 3 first, whatever numbers they have now. */
	null = fcntl(null, F_DUPFD_CLOEXEC, 10);
	output = fcntl(output, F_DUPFD_CLOEXEC, 10);
	if (spec->channel != NULL)
		channel = fcntl(spec->channel_other_fd, F_DUPFD_CLOEXEC, 10);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	dup2(null, STDIN_FILENO);
	if (channel >= 0)
		dup2(channel, CHANNEL_FD);
	close_range(channel >= 0 ? CHANNEL_FD + 1 : CHANNEL_FD, ~0U, 0);

	if (chdir(spec->folder) < 0) {
		dprintf(STDERR_FILENO, "cannot enter %s: %s\n", spec->folder, strerror(errno));
		_exit(127);
	}
	/* At the soft limit the kernel sends SIGXCPU, which can be told from other ends. */
	limit_set(RLIMIT_CPU, (rlim_t)spec->cpu_s, (rlim_t)spec->cpu_s + 1);
	limit_set(RLIMIT_FSIZE, spec->file_bytes, spec->file_bytes);
	limit_set(RLIMIT_CORE, 0, 0);
	limit_set(RLIMIT_NOFILE, (rlim_t)spec->files, (rlim_t)spec->files);
	if (spec->address_bytes > 0)
		limit_set(RLIMIT_AS, spec->address_bytes, spec->address_bytes);
	execvpe(spec->argv[0], spec->argv, spec->env);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", spec->argv[0], strerror(errno));
	_exit(127);
}

/* --- watching --------------------------------------------------------------------------------- */

/* Keeps what fits and throws the rest away, so that a flood never blocks. Reads at most `most`
 * bytes; 0 at the end of the output, else 1. */
static int output_take(int fd, ProcessEnd *end, size_t most)
{
	char bytes[16384];

	while (most > 0) {
		ssize_t got = read(fd, bytes, sizeof bytes < most ? sizeof bytes : most);

		if (got == 0)
			return 0;
		if (got < 0)
			return 1;

		size_t room = PROCESS_OUTPUT_MAX - end->output_bytes;
		size_t kept = (size_t)got < room ? (size_t)got : room;

		memcpy(end->output + end->output_bytes, bytes, kept);
		end->output_bytes += kept;
		end->cut |= kept < (size_t)got;
		most -= (size_t)got;
	}
	return 1;
}

/* Bytes of memory that the process occupies now; 0 when that cannot be told. */
static uint64_t memory_resident(int statm)
{
	char line[128];
	unsigned long long size, resident;
	ssize_t got = statm < 0 ? -1 : pread(statm, line, sizeof line - 1, 0);

	if (got <= 0)
		return 0;
	line[got] = '\0';
	if (sscanf(line, "%llu %llu", &size, &resident) != 2)
		return 0;
	return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Until the process has ended, has run out of time or memory, or has broken the protocol. */
static void process_watch(const ProcessSpec *spec, pid_t pid, int pidfd, int statm, int output,
			  ProcessEnd *end)
{
	double deadline = clock_now() + spec->wall_s;
	int output_open = 1;

	for (;;) {
		Channel *channel = spec->channel;
		short wanted = channel == NULL ? 0 : channel_events(channel);
		struct pollfd fds[3] = {
			{pidfd, POLLIN, 0},
			{output_open ? output : -1, POLLIN, 0},
			{channel != NULL && wanted ? channel->fd : -1, wanted, 0},
		};
		double left = deadline - clock_now();

		if (spec->attended)
			left = spec->wall_s;
		if (left <= 0 && (end->timed_out || channel == NULL)) {
			end->timed_out = 1;
			return;
		}
		if (left <= 0) {
			/* The drive tells where it is when it is asked to end. */
			end->timed_out = 1;
			deadline += LAST_WORDS_S;
			kill(pid, SIGTERM);
		}
		if (poll(fds, 3, WATCH_MS) < 0 && errno != EINTR)
			return;
		if (fds[1].revents)
			output_open = output_take(output, end, 4 * PROCESS_OUTPUT_MAX);
		if (fds[2].revents)
			channel_step(channel);
		if (channel != NULL && channel->damaged && !spec->attended)
			return;
		if (fds[0].revents || interrupt_came())
			return;
		if (spec->memory_bytes > 0 && memory_resident(statm) > spec->memory_bytes) {
			end->too_large = 1;
			return;
		}
	}
}

/* --- sweeping --------------------------------------------------------------------------------- */

/* Kills every process whose parent is this one. */
static void children_kill(void)
{
	char path[64], word[24];
	FILE *list;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	list = fopen(path, "re");
	if (list == NULL)
		return;
	while (fscanf(list, "%20s", word) == 1) {
		pid_t pid = (pid_t)strtol(word, NULL, 10);

		if (pid > 1)
			kill(pid, SIGKILL);
	}
	fclose(list);
}

/* Kills the program's group and all that it left behind. A killed process hands its own children
 * to us, so this goes on until there are none; a fork bomb may outlive the second that it gets. */
static int survivors_sweep(pid_t pid)
{
	struct timespec pause = {0, 500000};
	int status = 0, got;

	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	for (int i = 0; i < 2000; i++) {
		int found;

		while ((got = waitpid(-1, &found, WNOHANG)) > 0)
			;
		if (got < 0)
			break; /* no child is left */
		kill(-pid, SIGKILL);
		children_kill();
		nanosleep(&pause, NULL);
	}
	return status;
}

int process_run(const ProcessSpec *spec, ProcessEnd *end)
{
	pid_t parent = getpid(), pid;
	int output[2], pidfd, statm;
	char path[64];

	memset(end, 0, offsetof(ProcessEnd, output));
	if (interrupt_came()) {
		errno = EINTR;
		return -1;
	}
	if (pipe2(output, O_CLOEXEC) < 0)
		return -1;
	fcntl(output[0], F_SETFL, O_NONBLOCK);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		program_become(spec, output[1], parent);
	close(output[1]);
	if (spec->channel != NULL)
		close(spec->channel_other_fd);
	pidfd = pid < 0 ? -1 : pidfd_open(pid, 0);
	if (pidfd < 0) {
		int reason = errno;

		if (pid > 0)
			survivors_sweep(pid);
		close(output[0]);
		errno = reason;
		return -1;
	}
	snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
	statm = open(path, O_RDONLY | O_CLOEXEC);
	process_watch(spec, pid, pidfd, statm, output[0], end);
	end->status = survivors_sweep(pid);
	if (spec->attended)
		terminal_give(getpgrp());
	/* Nobody writes any more; what is still in the pipes is all there will be. */
	output_take(output[0], end, 4 * PROCESS_OUTPUT_MAX);
	if (spec->channel != NULL)
		channel_step(spec->channel);
	end->output[end->output_bytes] = '\0';
	close(output[0]);
	close(pidfd);
	if (statm >= 0)
		close(statm);
	return 0;
}
