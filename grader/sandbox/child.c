/* child.c - the new process, between fork and exec: its descriptors, its sandbox, its
 * limits. */
#include "grader/sandbox/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "framework/simcuda/remote/core_choose.h"

#define STACK_BYTES ((rlim_t)8 << 20) /* the same wherever it is graded */

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
void terminal_give(pid_t group)
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
	signal(SIGXFSZ, SIG_DFL);
	dup2(channel, CHANNEL_FD);
	if (chdir(spec->folder) == 0)
		execvpe(spec->argv[0], spec->argv, spec->env);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", spec->argv[0], strerror(errno));
	_exit(127);
}

/* The limit counts threads; the first one is the process itself. */
static rlim_t threads_of(int proc, const char *pid)
{
	char path[300];
	rlim_t count = 0;
	DIR *list;
	int fd;

	snprintf(path, sizeof path, "%s/task", pid);
	fd = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	list = fd < 0 ? NULL : fdopendir(fd);
	while (list && readdir(list))
		count++;
	if (list)
		closedir(list);
	return count > 3 ? count - 3 : 0; /* "." and ".." */
}

/* How many processes this user has, where others of the same user count too. */
static rlim_t processes_now(void)
{
	DIR *list = opendir("/proc");
	const struct dirent *entry;
	rlim_t count = 0;

	while (list && (entry = readdir(list))) {
		struct stat about;

		if (entry->d_name[0] < '0' || entry->d_name[0] > '9' ||
		    fstatat(dirfd(list), entry->d_name, &about, 0) < 0 || about.st_uid != geteuid())
			continue;
		count += 1 + threads_of(dirfd(list), entry->d_name);
	}
	if (list)
		closedir(list);
	return count;
}

/* How many processes the user that the program will be may have. */
static rlim_t processes_most(const ProcessSpec *spec)
{
	const Sandbox *sandbox = spec->sandbox;

	if (!sandbox)
		return RLIM_INFINITY;
	return (rlim_t)sandbox->processes +
	       (sandbox->tier != SANDBOX_FULL && sandbox->user == 0 ? processes_now() : 0);
}

static void limits_set(const ProcessSpec *spec, rlim_t processes)
{
	/* At the soft limit the kernel sends SIGXCPU, which can be told from other ends. */
	limit_set(RLIMIT_CPU, (rlim_t)spec->cpu_s, (rlim_t)spec->cpu_s + 1);
	limit_set(RLIMIT_FSIZE, spec->file_bytes, spec->file_bytes);
	limit_set(RLIMIT_CORE, 0, 0);
	limit_set(RLIMIT_STACK, STACK_BYTES, STACK_BYTES);
	limit_set(RLIMIT_NOFILE, (rlim_t)spec->files, (rlim_t)spec->files);
	if (spec->address_bytes > 0)
		limit_set(RLIMIT_AS, spec->address_bytes, spec->address_bytes);
	if (processes != RLIM_INFINITY)
		limit_set(RLIMIT_NPROC, processes, processes);
}

_Noreturn void child_exec(const ProcessSpec *spec, int output, int control, pid_t parent)
{
	sigset_t none;
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int channel = -1, memory = -1, life = -1, last = CHANNEL_FD - 1;
	int full = spec->sandbox && spec->sandbox->tier == SANDBOX_FULL;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127); /* the judge died before the line above */
	if (spec->attended)
		attended_become(spec);
	setsid();
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	oom_prefer();

	/* Out of the way of 0 to 3 first, whatever numbers they have now. */
	null = fcntl(null, F_DUPFD_CLOEXEC, 10);
	output = fcntl(output, F_DUPFD_CLOEXEC, 10);
	if (spec->channel)
		channel = fcntl(spec->channel_other_fd, F_DUPFD_CLOEXEC, 10);
	if (spec->machine) {
		memory = fcntl(spec->machine->memory, F_DUPFD_CLOEXEC, 10);
		life = fcntl(spec->machine->life, F_DUPFD_CLOEXEC, 10);
	}
	if (control >= 0)
		control = fcntl(control, F_DUPFD_CLOEXEC, 10);
	if (spec->machine)
		core_choose(spec->machine->core);
	if (full)
		sandbox_become_full(spec->sandbox, spec->folder, control);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	dup2(null, STDIN_FILENO);
	if (channel >= 0)
		last = dup2(channel, CHANNEL_FD);
	if (memory >= 0 && life >= 0) {
		dup2(memory, MACHINE_MEMORY_FD);
		last = dup2(life, MACHINE_LIFE_FD);
	}
	close_range((unsigned)last + 1, ~0U, CLOSE_RANGE_CLOEXEC);

	if (!full && chdir(spec->folder) < 0) {
		dprintf(STDERR_FILENO, "cannot enter %s: %s\n", spec->folder, strerror(errno));
		_exit(127);
	}
	if (full)
		sandbox_event_send_start(control);

	rlim_t processes = processes_most(spec); /* /proc may be closed afterwards */

	if (spec->sandbox)
		sandbox_confine(spec->sandbox, control);
	else
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	limits_set(spec, processes); /* making the filter needs memory */
	if (spec->body)
		_exit(spec->body());
	execvpe(spec->argv[0], spec->argv, spec->env);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", spec->argv[0], strerror(errno));
	_exit(127);
}
