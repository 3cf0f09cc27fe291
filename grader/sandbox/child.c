/* child.c - the new process, between fork and exec: its descriptors, its sandbox. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "framework/simcuda/remote/core_choose.h"
#include "grader/sandbox/process_inside.h"
#include "grader/sandbox/sandbox_inside.h"

/* Where memory runs out all the same, the kernel is to kill this process and not the grader. */
static void oom_prefer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	/* A run without it is as good. */
	(void)!write(fd, "1000", 4);
	close(fd);
}

void terminal_give(pid_t group)
{
	signal(SIGTTOU, SIG_IGN);
	if (isatty(STDIN_FILENO))
		tcsetpgrp(STDIN_FILENO, group); /* may fail where no shell with jobs started us */
	signal(SIGTTOU, SIG_DFL);
}

static _Noreturn void attended_become(const ProcessSpec *spec)
{
	int channel = fcntl(spec->channel_other_fd, F_DUPFD_CLOEXEC, 10);

	setpgid(0, 0);
	terminal_give(getpid());
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	dup2(channel, CHANNEL_FD);
	if (chdir(spec->folder) == 0)
		execvpe(spec->argv[0], spec->argv, spec->env);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", spec->argv[0], strerror(errno));
	_exit(127);
}

/* The descriptors that the program gets. */
typedef struct Given {
	int null, output, control;
	int channel, memory, life; /* -1: none */
} Given;

/* A copy out of the way of those that the program expects, whatever its number was. */
static int fd_aside(int fd)
{
	return fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 10);
}

static Given given_take(const ProcessSpec *spec, int output, int control)
{
	const MachineEnds *machine = spec->machine;

	return (Given){.null = fd_aside(open("/dev/null", O_RDONLY | O_CLOEXEC)),
		       .output = fd_aside(output),
		       .control = fd_aside(control),
		       .channel = fd_aside(spec->channel ? spec->channel_other_fd : -1),
		       .memory = fd_aside(machine ? machine->memory : -1),
		       .life = fd_aside(machine ? machine->life : -1)};
}

/* Under the numbers that the program expects; the rest closes at exec. */
static void given_place(const Given *given)
{
	int last = STDERR_FILENO;

	dup2(given->output, STDOUT_FILENO);
	dup2(given->output, STDERR_FILENO);
	dup2(given->null, STDIN_FILENO);
	if (given->channel >= 0)
		last = dup2(given->channel, CHANNEL_FD);
	if (given->memory >= 0 && given->life >= 0) {
		dup2(given->memory, MACHINE_MEMORY_FD);
		last = dup2(given->life, MACHINE_LIFE_FD);
	}
	close_range((unsigned)last + 1, ~0U, CLOSE_RANGE_CLOEXEC);
}

static void signals_reset(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
}

/* What is to be done in the process that will be the program, wherever it is. */
typedef struct Coming {
	const ProcessSpec *spec;
	Given given;
} Coming;

static int program_become(void *argument)
{
	const Coming *coming = argument;
	const ProcessSpec *spec = coming->spec;
	const Given *given = &coming->given;
	bool full = spec->sandbox && spec->sandbox->tier == SANDBOX_FULL;
	rlim_t processes;

	given_place(given);
	if (!full && chdir(spec->folder) < 0) {
		dprintf(STDERR_FILENO, "cannot enter %s: %s\n", spec->folder, strerror(errno));
		_exit(127);
	}
	if (full)
		sandbox_event_send(given->control, &(SandboxEvent){.kind = SANDBOX_EVENT_START},
				   -1);
	processes = limits_processes(spec); /* while /proc can be read */
	if (spec->sandbox)
		sandbox_confine(spec->sandbox, given->control);
	else
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	limits_set(spec, processes); /* last: making the filter needs memory */
	if (spec->body)
		_exit(spec->body());
	execvpe(spec->argv[0], spec->argv, spec->env);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", spec->argv[0], strerror(errno));
	_exit(127);
}

/* Dies with `parent`; ends where that is dead already. In a new namespace of processes nobody is the
 * parent, so there its descriptor is asked. */
static void die_with(pid_t parent, int parent_fd, bool is_init)
{
	struct pollfd ended = {parent_fd, POLLIN, 0};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (is_init ? poll(&ended, 1, 0) != 0 : getppid() != parent)
		_exit(127); /* the judge died before the line above */
}

_Noreturn void child_exec(const ProcessSpec *spec, const Cgroup *group, const ChildStart *start)
{
	Coming coming = {spec, {0}};
	const SandboxProgram program = {program_become, &coming, spec->body == NULL};

	die_with(start->parent, start->parent_fd, start->is_init);
	if (spec->attended)
		attended_become(spec);
	cgroup_enter(group);
	setsid();
	signals_reset();
	oom_prefer();
	coming.given = given_take(spec, start->output, start->control);
	if (spec->machine)
		core_choose(spec->machine->core);
	if (spec->sandbox && spec->sandbox->tier == SANDBOX_FULL)
		sandbox_become_full(spec->sandbox, spec->folder, coming.given.control,
				    start->is_init, &program);
	_exit(program_become(&coming));
}
