/* process.c - start, watch, sweep. */
#include "grader/sandbox/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/interrupt.h"
#include "grader/sandbox/child.h"
#include "grader/sandbox/process_tree.h"

#define WATCH_MS      20
#define LAST_WORDS_S  0.3
#define FAMILY_S      0.05 /* between two looks at all processes of a program */
#define QUEUED_MOST_S 60.0 /* a program that is a crowd itself shall come to an end */

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

/* What is known of a process that is watched. */
typedef struct Watched {
	pid_t outer;   /* our child: the program, or the outermost process of its sandbox */
	pid_t program; /* 0 until it is known */
	int pidfd;     /* of the outer one */
	int output, control;
	int statm;         /* of the program, -1 until it is known */
	int machine_statm; /* of the machine's process; -1 for none */
	int ended;         /* 1: the sandbox told how it ended */
} Watched;

static int statm_open(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void program_known(Watched *w, pid_t pid)
{
	if (pid <= 0 || w->statm >= 0)
		return;
	w->program = pid;
	w->statm = statm_open(pid);
}

/* Listens to what the sandbox tells. */
static void news_take(Watched *w, ProcessEnd *end)
{
	SandboxEvent news = {.status = 0};
	pid_t sender;
	int fd;

	while (w->control >= 0 && sandbox_event_receive(w->control, &news, &sender, &fd)) {
		if (news.kind == SANDBOX_EVENT_FOLDER && end->folder_fd < 0) {
			end->folder_fd = fd;
			fd = -1;
		} else if (news.kind == SANDBOX_EVENT_START) {
			program_known(w, sender);
		} else if (news.kind == SANDBOX_EVENT_END) {
			end->status = news.status;
			w->ended = 1;
		} else if (news.kind == SANDBOX_EVENT_FAULT) {
			memcpy(end->fault, news.text, sizeof end->fault);
		}
		if (fd >= 0)
			close(fd);
	}
}

/* Seconds that a process was ready to go on and had no processor; 0 when that cannot be told. */
static double queued_seconds(pid_t pid)
{
	char path[64];
	unsigned long long ran, queued = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
	file = pid > 0 ? fopen(path, "re") : NULL;
	if (file) {
		if (fscanf(file, "%llu %llu", &ran, &queued) != 2)
			queued = 0;
		fclose(file);
	}
	return (double)queued * 1e-9;
}

/* What others took from the program, and from the machine that works for it, is given back: it must
 * not matter how many gradings a computer has to do. */
static double time_back(const ProcessSpec *spec, const Watched *w)
{
	double queued = queued_seconds(w->program) +
			(spec->machine ? queued_seconds(spec->machine->pid) : 0);

	return queued < QUEUED_MOST_S ? queued : QUEUED_MOST_S;
}

/* All its processes together are looked at at times only, from `look` on. */
static bool memory_is_over(uint64_t most, const Watched *w, double *look)
{
	if (statm_resident(w->statm) > most || statm_resident(w->machine_statm) > most)
		return true;
	if (clock_now() < *look)
		return false;
	*look = clock_now() + FAMILY_S;
	return process_tree_resident() > most;
}

/* Until the process has ended, has run out of time or memory, or has broken the protocol. */
static void process_watch(const ProcessSpec *spec, Watched *w, ProcessEnd *end)
{
	double deadline = clock_now() + spec->wall_s, queued = 0, look = clock_now() + FAMILY_S;
	int output_open = 1, control_open = 1, round = 0;

	for (;;) {
		Channel *channel = spec->channel;
		short wanted = !channel ? 0 : channel_events(channel);
		struct pollfd fds[4] = {
			{w->pidfd, POLLIN, 0},
			{output_open ? w->output : -1, POLLIN, 0},
			{channel && wanted ? channel->fd : -1, wanted, 0},
			{control_open ? w->control : -1, POLLIN, 0},
		};
		double left = deadline - clock_now();

		if (spec->attended)
			left = spec->wall_s;
		if (left <= 0 && !end->timed_out)
			left += time_back(spec, w) - queued;
		if (left <= 0 && (end->timed_out || !channel)) {
			end->timed_out = 1;
			return;
		}
		if (left <= 0) {
			/* The drive tells where it is when it is asked to end. */
			end->timed_out = 1;
			deadline = clock_now() + LAST_WORDS_S;
			if (w->program > 0)
				kill(w->program, SIGTERM);
		}
		if (poll(fds, 4, WATCH_MS) < 0 && errno != EINTR)
			return;
		if (fds[1].revents)
			output_open = output_take(w->output, end, 4 * PROCESS_OUTPUT_MAX);
		if (fds[2].revents)
			channel_step(channel);
		if (fds[3].revents)
			news_take(w, end);
		if (fds[3].revents & POLLHUP) /* the rest is to wait for its end */
			control_open = 0;
		if (channel && channel->damaged && !spec->attended)
			return;
		if (channel && channel->round > round) { /* each has its time */
			round = channel->round;
			deadline = clock_now() + spec->wall_s;
			queued = time_back(spec, w);
		}
		if (fds[0].revents || interrupt_came())
			return;
		if (spec->memory_bytes > 0 && memory_is_over(spec->memory_bytes, w, &look)) {
			end->too_large = 1;
			return;
		}
	}
}

/* --- sweeping --------------------------------------------------------------------------------- */

/* Kills every process whose parent is this one. Returns how many there were. */
static int children_kill(void)
{
	int count = 0;
	char path[64], word[24];
	FILE *list;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	list = fopen(path, "re");
	if (!list)
		return 0;
	while (fscanf(list, "%20s", word) == 1) {
		pid_t pid = (pid_t)strtol(word, NULL, 10);

		if (pid > 1) {
			kill(pid, SIGKILL);
			count++;
		}
	}
	fclose(list);
	return count;
}

/* Kills the program's group and all that it left behind. A killed process hands its own children
 * to us, so this goes on until there are none; a fork bomb may outlive the second that it gets. */
static int survivors_sweep(pid_t pid)
{
	struct timespec pause = {0, 500000};
	int status = 0, left, got;

	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	for (int i = 0; i < 2000; i++) {
		while ((got = waitpid(-1, &left, WNOHANG)) > 0)
			;
		if (got < 0)
			break; /* no child is left */
		kill(-pid, SIGKILL);
		children_kill();
		nanosleep(&pause, NULL);
	}
	return status;
}

/* A pair for the news of a sandbox: [0] is ours. */
static int control_make(int control[2])
{
	int on = 1;

	control[0] = control[1] = -1;
	return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) < 0 ||
			       setsockopt(control[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) < 0
		       ? -1
		       : 0;
}

static void close_all(int *fds, int count)
{
	for (int i = 0; i < count; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

/* Forks; the parent's ends of what the two share come into *w. */
static int process_start(const ProcessSpec *spec, Watched *w)
{
	pid_t parent = getpid();
	int ends[4] = {-1, -1, -1, -1}; /* output, control */

	*w = (Watched){.pidfd = -1, .output = -1, .control = -1, .statm = -1, .machine_statm = -1};
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	if (control_make(&ends[2]) < 0) {
		close_all(ends, 4);
		return -1;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	fflush(NULL);
	w->outer = fork();
	if (w->outer == 0)
		child_exec(spec, ends[1], ends[3], parent);
	close_all(&ends[1], 1);
	close_all(&ends[3], 1);
	w->pidfd = w->outer < 0 ? -1 : pidfd_open(w->outer, 0);
	w->output = ends[0];
	w->control = ends[2];
	return w->pidfd < 0 ? -1 : 0;
}

/* How the sandbox's own processes ended tells nothing of the program. */
static void status_find(const ProcessSpec *spec, const Watched *w, int status, ProcessEnd *end)
{
	if (!spec->sandbox || spec->sandbox->tier != SANDBOX_FULL) {
		end->status = status;
		return;
	}
	if (w->ended)
		return;
	end->status = SIGKILL; /* as of waitpid(): we have swept it up */
	if (w->program == 0 && end->fault[0] == '\0' && !end->timed_out)
		snprintf(end->fault, sizeof end->fault,
			 "the sandbox ended before the program began");
}

int process_run(const ProcessSpec *spec, ProcessEnd *end)
{
	Watched w;
	int full = spec->sandbox && spec->sandbox->tier == SANDBOX_FULL;
	int bad, reason, status;

	memset(end, 0, offsetof(ProcessEnd, output));
	end->folder_fd = -1;
	if (interrupt_came()) {
		errno = EINTR;
		return -1;
	}
	bad = process_start(spec, &w) < 0;
	reason = errno;
	if (spec->channel)
		close(spec->channel_other_fd);
	if (!bad && !full) {
		program_known(&w, w.outer);
		end->folder_fd = open(spec->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	}
	if (!bad && spec->machine)
		w.machine_statm = statm_open(spec->machine->pid);
	if (!bad)
		process_watch(spec, &w, end);
	if (spec->sandbox && !full)
		sandbox_sweep(spec->sandbox->user); /* before it: what multiplies must stop */
	status = w.outer > 0 ? survivors_sweep(w.outer) : 0;
	if (spec->attended)
		terminal_give(getpgrp());
	if (!bad) {
		/* Nobody writes any more; what is still in the pipes is all there will be. */
		output_take(w.output, end, 4 * PROCESS_OUTPUT_MAX);
		news_take(&w, end);
		if (spec->channel)
			channel_step(spec->channel);
		status_find(spec, &w, status, end);
	}
	end->output[end->output_bytes] = '\0';
	close_all((int[]){w.output, w.control, w.pidfd, w.statm, w.machine_statm}, 5);
	errno = reason;
	return bad ? -1 : 0;
}
