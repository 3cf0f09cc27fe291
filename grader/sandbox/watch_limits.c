/* watch_limits.c - what a program has used of its time, its memory and its disk. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/sandbox/disk_use.h"
#include "grader/sandbox/footprint.h"
#include "grader/sandbox/process_inside.h"
#include "grader/sandbox/process_tree.h"

#define LOOK_MOST_S                                                                                \
	0.5 /* that one look at files takes of the processor; 4096 names take a fifth of it */
#define HARDLY_NS     20000000ULL
#define CROWD_WAIT_S  0.1 /* so long waits are no matter */
#define CROWD_S       0.1 /* that others of the run have a processor, of which nobody takes notice */
#define QUEUED_MOST_S 60.0 /* that is given back */

/* A file of the kernel's about a process; NULL when there is none. */
static FILE *told_open(pid_t pid, const char *name)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	return pid > 0 ? fopen(path, "re") : NULL;
}

/* What the kernel says of a process; false when it cannot be told. */
static bool turns_read(pid_t pid, unsigned long long *ran, unsigned long long *queued)
{
	FILE *file = told_open(pid, "schedstat");
	bool read;

	if (!file)
		return false;
	read = fscanf(file, "%llu %llu", ran, queued) == 2;
	fclose(file);
	return read;
}

/* Seconds that a process was ready to run and had no processor; 0 when that cannot be told. */
static double queued_seconds(pid_t pid)
{
	unsigned long long ran, queued;

	return turns_read(pid, &ran, &queued) ? (double)queued * 1e-9 : 0;
}

double watch_ran(const Watched *w)
{
	unsigned long long ran, queued;

	return (turns_read(w->program, &ran, &queued) ? (double)ran * 1e-9 : 0) + w->crowd;
}

/* What the kernel's line about a process says behind its name, which the process chooses: ") R 1 ..."; NULL when it cannot
 * be told. */
static const char *state_read(pid_t pid, char *text, int room)
{
	FILE *file = told_open(pid, "stat");
	const char *state = NULL;

	if (!file)
		return NULL;
	if (fgets(text, room, file))
		state = strrchr(text, ')');
	fclose(file);
	return state;
}

/* What all threads of a process have had, and all children that it has waited for. */
static double used_seconds(int process)
{
	char text[512];
	unsigned long own, system;
	long children, children_system;
	const char *state = state_read(process, text, sizeof text);
	int got = !state ? 0
			 : sscanf(state,
				  ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld",
				  &own, &system, &children, &children_system);

	return got == 4 ? (double)(own + system + (unsigned long)(children + children_system)) /
				  (double)sysconf(_SC_CLK_TCK)
			: 0;
}

double watch_used(const Watched *w)
{
	return used_seconds(w->program);
}

/* What the program, the machine and the watcher have waited for a processor, in seconds. */
static double waited_seconds(const ProcessSpec *spec, const Watched *w)
{
	return queued_seconds(w->program) + queued_seconds(getpid()) - w->own_before +
	       (spec->machine ? queued_seconds(spec->machine->pid) : 0);
}

/* The process that has started it; 0 when that cannot be told. */
static int parent_of(int process)
{
	char text[512];
	const char *state = state_read(process, text, sizeof text);
	int parent;

	return state && sscanf(state, ") %*c %d", &parent) == 1 ? parent : 0;
}

/* Whether there are others than the program and the sandbox's own processes, from which it comes. */
static bool has_children(const Watched *w, const ProcessTree *tree)
{
	int own = 1;

	for (int at = parent_of(w->program); at > 1 && at != getpid() && own < tree->count;
	     at = parent_of(at))
		own++;
	return tree->count > own;
}

double watch_crowd(const ProcessSpec *spec, Watched *w)
{
	static ProcessTree tree; /* too large for some stacks */
	const double waited = waited_seconds(spec, w), before = w->waited;
	unsigned long long ran, queued;
	double sum = 0;

	w->waited = waited;
	if (!turns_read(w->program, &ran, &queued) || waited < CROWD_WAIT_S)
		return 0;
	process_tree_list(&tree);
	for (int i = 0; i < tree.count; i++)
		sum += used_seconds(tree.member[i]);
	if (waited > before && has_children(w, &tree))
		w->beside += waited - before;
	sum -= (double)ran * 1e-9;
	return sum > 0 ? sum : 0;
}

/* Seconds that it was not others who took a processor from it. */
static double own_doing(const Watched *w)
{
	return w->crowd > w->beside ? w->crowd : w->beside;
}

double watch_time_back(const ProcessSpec *spec, const Watched *w)
{
	double queued = waited_seconds(spec, w) - own_doing(w);

	return queued < 0 ? 0 : queued < QUEUED_MOST_S ? queued : QUEUED_MOST_S;
}

void watch_time_begin(Watched *w)
{
	w->own_before = queued_seconds(getpid());
}

static bool is_ready(pid_t pid)
{
	char text[512];
	const char *state = state_read(pid, text, sizeof text);

	return state && strncmp(state, ") R", 3) == 0;
}

/* Whether it is ready to run and has hardly run since the first look, which `first` keeps. */
static bool is_queued(pid_t pid, unsigned long long *first)
{
	unsigned long long ran, queued;

	if (!turns_read(pid, &ran, &queued) || !is_ready(pid))
		return false;
	if (*first == NOT_SEEN)
		*first = ran;
	return ran - *first < HARDLY_NS;
}

bool watch_is_queued(const ProcessSpec *spec, Watched *w, double over)
{
	bool program = is_queued(w->program, &w->program_ran);
	bool machine = spec->machine && is_queued(spec->machine->pid, &w->machine_ran);

	if (w->crowd_then < 0)
		w->crowd_then = own_doing(w);
	return over < QUEUED_MOST_S && (program || machine) &&
	       own_doing(w) - w->crowd_then < CROWD_S + over / 2;
}

/* `file`: the memory that it shares with the machine is there, whether it is mapped or not. */
static uint64_t footprint_sum(Footprint f, uint64_t file)
{
	return f.own + (f.shared > file ? f.shared : file);
}

bool watch_memory_is_over(const ProcessSpec *spec, const Watched *w, bool all)
{
	uint64_t most = spec->attended ? 0 : spec->memory_bytes;
	uint64_t file = spec->machine ? footprint_of_file(spec->machine->memory) : 0;

	return most > 0 &&
	       (footprint_sum(footprint_read(w->status), file) > most ||
		footprint_sum(footprint_read(w->machine_status), 0) > most ||
		(all &&
		 footprint_sum(footprint_of_tree(most, spec->sandbox ? spec->sandbox->user : 0),
			       file) > most) ||
		cgroup_is_over(&w->group));
}

bool watch_room_is_over(const ProcessSpec *spec, const ProcessEnd *end)
{
	const Sandbox *sandbox = spec->sandbox;
	double until = clock_worked() + LOOK_MOST_S;

	/* In the full tier the folder is a file system with a limit. */
	return sandbox && sandbox->tier == SANDBOX_REDUCED &&
	       disk_use_of_folder(end->folder_fd, sandbox->room_bytes, until) +
			       disk_use_of_removed(sandbox->user, spec->file_bytes, until) >
		       sandbox->room_bytes;
}
