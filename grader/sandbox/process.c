/* process.c - starts a program, has it watched and swept up, and tells how it ended. */
#include "grader/sandbox/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grader/base/interrupt.h"
#include "grader/sandbox/folder_watch.h"
#include "grader/sandbox/footprint.h"
#include "grader/sandbox/process_inside.h"
#include "grader/sandbox/process_tree.h"
#include "grader/sandbox/sandbox_inside.h"

#define SANDBOX_PROCESSES 2 /* of a full one, besides the program's */

/* A pair of sockets for the events of a sandbox: [0] is ours. */
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

/* The kernel kills beyond the limit what the watch has not seen: so it comes after that one. */
static Cgroup group_make(const ProcessSpec *spec)
{
	uint64_t most = spec->memory_bytes;

	if (!spec->sandbox || spec->attended || most == 0)
		return CGROUP_NONE;
	return cgroup_make(most + most / 8 + spec->sandbox->room_bytes,
			   spec->sandbox->processes + SANDBOX_PROCESSES);
}

/* pidfd_open(), which the C library has from 2.36 on. */
static int pidfd_of(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0);
}

/* Forks; the parent's ends of what the two share come into *w. */
static int process_start(const ProcessSpec *spec, Watched *w)
{
	ChildStart start = {.parent = getpid()};
	int ends[4] = {-1, -1, -1, -1}; /* output, control */

	*w = (Watched){.pidfd = -1,
		       .output = -1,
		       .control = -1,
		       .status = -1,
		       .machine_status = -1,
		       .group = group_make(spec)};
	if (spec->sandbox)
		sandbox_namespaces_prepare(spec->sandbox);
	if ((spec->sandbox && sandbox_filter_make(spec->sandbox) < 0) || pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	if (control_make(&ends[2]) < 0) {
		close_all(ends, 4);
		return -1;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	fflush(NULL);
	start.parent_fd = pidfd_of(start.parent);
	start.output = ends[1];
	start.control = ends[3];
	w->outer = start.parent_fd < 0 ? -1 : sandbox_fork(spec->sandbox, &start.is_init);
	if (w->outer == 0)
		child_exec(spec, &w->group, &start);
	close_all((int[]){ends[1], ends[3], start.parent_fd}, 3);
	w->pidfd = w->outer < 0 ? -1 : pidfd_of(w->outer);
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

/* What remains to be done when nothing of it runs any more. */
static void process_finish(const ProcessSpec *spec, Watched *w, int status, ProcessEnd *end)
{
	/* What is still in the pipes is all there will be. */
	watch_output_take(w, end);
	watch_events_take(w, end);
	if (spec->channel)
		channel_drain(spec->channel);
	if (spec->memory_bytes > 0)
		end->too_large |= cgroup_is_over(&w->group);
	status_find(spec, w, status, end);
}

typedef struct Holder {
	const Watched *watched;
	ProcessEnd *end;
	uid_t user; /* of the program where root gave it one, else 0 */
	FolderWatch watch;
	const Channel *channel;
	int line;        /* the memory that the program shares with its machine; -1: none */
	int peak_rounds; /* in which the program's memory was looked at */
	bool forgot; /* since the first look in this one the kernel counts what is resident at one time */
} Holder;

/* It is counted anew from the first look of a round, and not from others, for which a program may ask. */
static int64_t peak_of(Holder *holder, const Memory *memory)
{
	const int round = holder->channel->round;

	if (round < holder->peak_rounds)
		return holder->forgot ? memory->peak : -1;
	holder->peak_rounds = round + 1;
	process_look_as(holder->user);
	holder->forgot = footprint_peak_forget(holder->watched->program) == 0;
	process_look_as(0);
	return memory->all;
}

static int held_by(void *context, int64_t held[HELD_PARTS])
{
	Holder *holder = context;

	const pid_t program = holder->watched->program;
	Memory memory;

	process_look_as(holder->user);

	const int bad = footprint_private(holder->watched->status, program, &memory);

	process_look_as(0);
	if (bad)
		return -1;
	held[HELD_RESIDENT] = memory.resident;
	held[HELD_KEPT] = memory.kept;
	held[HELD_FIXED] = memory.fixed;
	held[HELD_FIXED_RESIDENT] = memory.fixed_resident;
	held[HELD_LINE] = (int64_t)footprint_of_file(holder->line);
	held[HELD_FILED] = memory.filed;
	held[HELD_FILED_RESIDENT] = memory.filed_resident;
	held[HELD_ALL] = memory.all;
	held[HELD_PEAK] = peak_of(holder, &memory);
	held[HELD_PROCESSES] = processes_beside_it(program);
	held[HELD_FILES] = open_files(program, holder->user);
	held[HELD_NAMES] = names_of_folder(holder->end->folder_fd, holder->user);
	held[HELD_TOUCHED] = folder_watch_read(&holder->watch);
	return 0;
}

static int file_by(void *context, const char *path)
{
	const Holder *holder = context;

	return file_of_folder(holder->end->folder_fd, path, holder->user);
}

static int watch_by(void *context, const char *path)
{
	Holder *holder = context;

	folder_watch_end(&holder->watch); /* of a round before */
	if (folder_watch_begin(&holder->watch, holder->end->folder_fd, path, holder->user) == 0)
		return 0;
	/* a name that is no file's is the program's mistake */
	if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOSPC)
		snprintf(holder->end->fault, sizeof holder->end->fault,
			 "no file can be watched: %s", strerror(errno));
	return -1;
}

/* How many processes it may have had beside the user's others; 0: they have a user or a namespace of their own. */
static int processes_beside(const ProcessSpec *spec)
{
	const Sandbox *sandbox = spec->sandbox;

	return sandbox && sandbox->tier != SANDBOX_FULL && sandbox->user == 0 && geteuid() != 0
		       ? sandbox->processes
		       : 0;
}

int process_run(const ProcessSpec *spec, ProcessEnd *end)
{
	Watched w;
	Holder holder = {&w,
			 end,
			 spec->sandbox ? spec->sandbox->user : 0,
			 FOLDER_WATCH_NONE,
			 spec->channel,
			 spec->machine ? spec->machine->memory : -1,
			 0,
			 false};
	bool full = spec->sandbox && spec->sandbox->tier == SANDBOX_FULL, bad;
	int reason, status;

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
		watch_program(&w, w.outer);
		end->folder_fd = open(spec->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	}
	if (spec->channel) {
		spec->channel->held = held_by;
		spec->channel->file = file_by;
		spec->channel->watch = watch_by;
		spec->channel->held_context = &holder;
	}
	if (!bad && spec->machine)
		w.machine_status = footprint_open(spec->machine->pid);
	if (!bad)
		process_watch(spec, &w, end);
	if (!bad && !end->too_full) /* also of one that ended before it was looked at */
		end->too_full = watch_room_is_over(spec, end);
	cgroup_kill(&w.group);
	if (spec->sandbox && !full)
		sandbox_sweep(spec->sandbox->user); /* first: what multiplies must stop */
	status = w.outer > 0 ? survivors_sweep(w.outer, processes_beside(spec)) : 0;
	if (spec->attended)
		terminal_give(getpgrp());
	if (!bad)
		process_finish(spec, &w, status, end);
	end->output[end->output_bytes] = '\0';
	if (spec->channel) {
		spec->channel->held = NULL;
		spec->channel->file = NULL;
		spec->channel->watch = NULL;
	}
	folder_watch_end(&holder.watch);
	close_all((int[]){w.output, w.control, w.pidfd, w.status, w.machine_status}, 5);
	cgroup_remove(&w.group);
	errno = reason;
	return bad ? -1 : 0;
}
