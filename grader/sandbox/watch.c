/* watch.c - looks at a program while it runs: its output, its events, its limits. */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/interrupt.h"
#include "grader/base/patience.h"
#include "grader/sandbox/footprint.h"
#include "grader/sandbox/process_inside.h"
#include "grader/sandbox/sandbox_inside.h"

#define WATCH_MS     20
#define LAST_WORDS_S 0.3
#define LOOK_S       0.05 /* between two looks at all processes and files of a program */

/* --- what it tells ---------------------------------------------------------------------------- */

/* Keeps what fits and throws the rest away, so that a flood never blocks. False at the end of the
 * output. */
static bool output_take(int fd, ProcessEnd *end)
{
	char bytes[16384];

	for (size_t most = 4 * (size_t)PROCESS_OUTPUT_MAX; most > 0;) {
		ssize_t got = read(fd, bytes, sizeof bytes < most ? sizeof bytes : most);

		if (got <= 0)
			return got < 0;

		size_t room = PROCESS_OUTPUT_MAX - end->output_bytes;
		size_t kept = (size_t)got < room ? (size_t)got : room;

		memcpy(end->output + end->output_bytes, bytes, kept);
		end->output_bytes += kept;
		end->cut |= kept < (size_t)got;
		most -= (size_t)got;
	}
	return true;
}

void watch_output_take(const Watched *w, ProcessEnd *end)
{
	(void)output_take(w->output, end);
}

void watch_program(Watched *w, pid_t pid)
{
	if (pid <= 0 || w->status >= 0)
		return;
	w->program = pid;
	w->status = footprint_open(pid);
}

void watch_events_take(Watched *w, ProcessEnd *end)
{
	SandboxEvent event = {.status = 0};
	pid_t sender;
	int fd;

	while (w->control >= 0 && sandbox_event_receive(w->control, &event, &sender, &fd)) {
		if (event.kind == SANDBOX_EVENT_FOLDER && end->folder_fd < 0) {
			end->folder_fd = fd;
			fd = -1;
		} else if (event.kind == SANDBOX_EVENT_START) {
			watch_program(w, sender);
		} else if (event.kind == SANDBOX_EVENT_END) {
			end->status = event.status;
			w->ended = true;
		} else if (event.kind == SANDBOX_EVENT_FAULT) {
			memcpy(end->fault, event.text, sizeof end->fault);
		}
		if (fd >= 0)
			close(fd);
	}
}

/* So long it may take until there is a program, whose own time begins then. */
#define BEGIN_S (3 * PATIENCE_S)

typedef struct Watch {
	double deadline;
	double queued; /* what watch_time_back() was when this round began, */
	double ran;    /* and watch_ran() */
	double glance; /* the time for the next look at the first process */
	double look;   /* and at all of them */
	double began;  /* when the program was there; 0: it is not yet */
	double own;    /* what watch_time_back() was then */
	double back;   /* what is given back of the time since then */
	double first;  /* what watch_ran() was then */
	double least;  /* how long it has run since; both may have waited at the same time */
	bool output_open, control_open;
	int round; /* of the channel */
} Watch;

static void watch_forget(Watched *w)
{
	w->program_ran = w->machine_ran = NOT_SEEN;
	w->crowd_then = -1;
}

/* Seconds until the deadline, which time that is given back puts off. */
static double time_left(const ProcessSpec *spec, Watched *w, const Watch *watch,
			const ProcessEnd *end)
{
	double left = watch->deadline - clock_watched();

	if (spec->attended)
		return spec->wall_s;
	if (left <= 0 && !end->timed_out) {
		w->crowd = watch_crowd(spec, w); /* the watcher may have waited for long, too */
		left = fmin(left + watch_time_back(spec, w) - watch->queued,
			    spec->wall_s - (watch_ran(w) - watch->ran));
	}
	if (left > 0)
		watch_forget(w);
	else if (!end->timed_out && watch_is_queued(spec, w, -left))
		return WATCH_MS / 1e3;
	return left;
}

/* The drive tells where it is when it is asked to end; what has none, or was asked, is over. */
static bool time_is_over(const ProcessSpec *spec, const Watched *w, Watch *watch, ProcessEnd *end)
{
	bool asked = end->timed_out;

	end->timed_out = 1;
	if (asked || !spec->channel)
		return true;
	watch->deadline = clock_watched() + LAST_WORDS_S;
	if (w->program > 0)
		kill(w->program, SIGTERM);
	return false;
}

/* Until the next look at the first process: a program that keeps the judge busy does not get one for
 * each frame. */
static int wait_ms(const Watch *watch)
{
	double left = (watch->glance - clock_watched()) * 1e3;

	return left <= 0 ? 0 : left < WATCH_MS ? (int)left + 1 : WATCH_MS;
}

/* Waits for anything, and takes it. False when the process has ended or the wait failed. */
static bool anything_take(const ProcessSpec *spec, Watched *w, Watch *watch, ProcessEnd *end)
{
	Channel *channel = spec->channel;
	short wanted = !channel ? 0 : channel_events(channel);
	struct pollfd fds[4] = {
		{w->pidfd, POLLIN, 0},
		{watch->output_open ? w->output : -1, POLLIN, 0},
		{channel && wanted ? channel->fd : -1, wanted, 0},
		{watch->control_open ? w->control : -1, POLLIN, 0},
	};

	if (poll(fds, 4, wait_ms(watch)) < 0 && errno != EINTR)
		return false;
	if (fds[1].revents)
		watch->output_open = output_take(w->output, end);
	if (fds[3].revents) /* it may say who the program is */
		watch_events_take(w, end);
	if (fds[2].revents)
		channel_step(channel);
	if (fds[3].revents & POLLHUP) /* nobody is left to send one */
		watch->control_open = false;
	return !fds[0].revents;
}

/* Each round of the channel has the whole time. */
static void round_follow(const ProcessSpec *spec, const Watched *w, Watch *watch)
{
	if (!spec->channel || spec->channel->round <= watch->round)
		return;
	watch->round = spec->channel->round;
	watch->deadline = clock_watched() + spec->wall_s;
	watch->queued = watch_time_back(spec, w);
	watch->ran = watch_ran(w);
}

static bool limits_are_over(const ProcessSpec *spec, Watched *w, Watch *watch, ProcessEnd *end)
{
	double now = clock_watched();
	bool all = now >= watch->look;

	if (now < watch->glance)
		return false;
	watch->glance = now + WATCH_MS / 1e3;
	end->too_large = watch_memory_is_over(spec, w, all);
	end->too_full = all && watch_room_is_over(spec, end);
	if (all) {
		w->crowd = watch_crowd(spec, w);
		end->used_up |= spec->cpu_s > 0 && watch_used(w) > spec->cpu_s;
		watch->look = clock_watched() + LOOK_S;
	}
	watch->back = watch_time_back(spec, w) - watch->own;
	watch->least = fmax(watch->least, watch_ran(w) - watch->first);
	return end->too_large || end->too_full;
}

/* What the kit does before there is a program and behind its end is no time of the program's, whose limit begins with it. */
static void time_take(const ProcessSpec *spec, const Watched *w, Watch *watch, ProcessEnd *end)
{
	double now = clock_watched();

	if (w->program == 0 || w->ended)
		return;
	if (watch->began <= 0) {
		watch->began = now;
		watch->deadline = now + spec->wall_s;
		watch->own = watch->queued = watch_time_back(spec, w);
		watch->first = watch_ran(w);
	}
	end->took_s = fmax(now - watch->began - watch->back, watch->least);
}

void process_watch(const ProcessSpec *spec, Watched *w, ProcessEnd *end)
{
	Watch watch = {.deadline = clock_watched() + fmax(spec->wall_s, BEGIN_S),
		       .glance = clock_watched() + WATCH_MS / 1e3,
		       .look = clock_watched() + LOOK_S,
		       .output_open = true,
		       .control_open = true};
	bool goes_on = true;

	watch_time_begin(w);
	watch.queued = watch_time_back(spec, w);
	while (goes_on) {
		time_take(spec, w, &watch, end);
		if (time_left(spec, w, &watch, end) <= 0 && time_is_over(spec, w, &watch, end))
			return;
		goes_on = anything_take(spec, w, &watch, end);
		if (spec->channel && spec->channel->damaged && !spec->attended)
			return;
		round_follow(spec, w, &watch);
		if (interrupt_came())
			return;
		goes_on = goes_on && !limits_are_over(spec, w, &watch, end);
	}
}
