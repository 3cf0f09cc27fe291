/* process_inside.h - for process.c and its parts alone: a program while it runs. */
#ifndef GRADER_SANDBOX_PROCESS_INSIDE_H
#define GRADER_SANDBOX_PROCESS_INSIDE_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "grader/sandbox/cgroup.h"
#include "grader/sandbox/process.h"

#define NOT_SEEN (~0ULL)

typedef struct Watched {
	pid_t outer;         /* our child: the program, or the outermost process of its sandbox */
	pid_t program;       /* 0 until it is known */
	int pidfd;           /* of the outer one */
	int output, control; /* our ends */
	int status;          /* the program's file in /proc (footprint.h), -1 until it is known */
	int machine_status;  /* that of the machine's process, -1 for none */
	bool ended;          /* the sandbox told how the program ended */
	unsigned long long program_ran, machine_ran; /* ns, when their time was over */
	double crowd;                                /* watch_crowd(), when it was looked at last */
	double crowd_then; /* what was its own doing when the time was over */
	double waited;     /* what it had waited for a processor at the last look at the crowd, */
	double beside;     /* and how much of that while it had children */
	double own_before; /* what the watcher had waited for a processor when it began to watch */
	Cgroup group;
} Watched;

/* --- child.c ----------------------------------------------------------------------------------- */

/* What a process just forked has to know. */
typedef struct ChildStart {
	pid_t parent;
	int parent_fd;       /* a pidfd of the parent */
	bool is_init;        /* the new process is the first one of a namespace of processes */
	int output, control; /* what the program prints goes there, and the events of its sandbox */
} ChildStart;

/* Called in a process just forked: becomes the program. */
_Noreturn void child_exec(const ProcessSpec *spec, const Cgroup *group, const ChildStart *start);

/* Makes that group of processes the one that the terminal sends Ctrl-C to. */
void terminal_give(pid_t group);

/* --- limits.c ---------------------------------------------------------------------------------- */

/* How many processes the user that the program will be may have. Reads /proc. */
rlim_t limits_processes(const ProcessSpec *spec);

/* Sets all limits of the calling process. */
void limits_set(const ProcessSpec *spec, rlim_t processes);

/* --- watch.c ----------------------------------------------------------------------------------- */

/* Notes the program's number, once. */
void watch_program(Watched *w, pid_t pid);

/* Reads what came of its output and its events. */
void watch_output_take(const Watched *w, ProcessEnd *end);
void watch_events_take(Watched *w, ProcessEnd *end);

/* Returns when the process has ended, has exceeded a limit, or has broken the protocol; end->... say
 * which limit. */
void process_watch(const ProcessSpec *spec, Watched *w, ProcessEnd *end);

/* --- watch_limits.c ---------------------------------------------------------------------------- */

/* Seconds of a processor that all processes of the run have had, but for the first thread of the program: who lets that
 * one wait for a processor by these is the program itself. 0 while it has hardly waited. Notes in w->beside what it
 * has waited while it had children: what those have had that are gone need not be told. */
double watch_crowd(const ProcessSpec *spec, Watched *w);

/* Seconds of a processor that its first thread has had, and the crowd when it was looked at last; and that all of its
 * threads have had, and children that it has waited for. */
double watch_ran(const Watched *w);
double watch_used(const Watched *w);

/* Seconds that others took from the program, from the machine that works for it, and from the watcher, for which it waits,
 * too. They are given back: it must not matter how many gradings a computer has to do. */
double watch_time_back(const ProcessSpec *spec, const Watched *w);
void watch_time_begin(Watched *w);

/* Whether the program or its machine is waiting for a processor, `over` seconds behind its deadline;
 * the kernel counts a wait only when it ends. One that runs is told from one that waits by 20 ms of a
 * processor since the first of these looks. */
bool watch_is_queued(const ProcessSpec *spec, Watched *w, double over);

/* Whether it occupies more memory than it may; `all`: looks at all its processes, not at the first
 * alone. */
bool watch_memory_is_over(const ProcessSpec *spec, const Watched *w, bool all);

/* Whether its files occupy more of the disk than they may. */
bool watch_room_is_over(const ProcessSpec *spec, const ProcessEnd *end);

/* --- open_files.c ------------------------------------------------------------------------------ */

/* `user` is that of the program where root gave it one, else 0. */

/* How many descriptors of the program are files or folders; -1 when it cannot be told. */
int64_t open_files(pid_t program, uid_t user);

/* How many names there are in the program's folder and in all folders below it; -1 likewise. */
int64_t names_of_folder(int folder, uid_t user);

/* Opens a regular file below the program's folder, by no link; -1: there is none of that path. */
int file_of_folder(int folder, const char *path, uid_t user);

/* The folder in which that file lies, by a descriptor with O_PATH; -1: there is none. */
int folder_of_file(int folder, const char *path, uid_t user);

/* --- sweep.c ----------------------------------------------------------------------------------- */

/* Kills the program's group and every process that it left behind, and reaps them. Returns the
 * status of the first. `processes`: so many it may have had, by a limit of the user's that counts ours too; 0: by
 * another one. */
int survivors_sweep(pid_t pid, int processes);

#endif
