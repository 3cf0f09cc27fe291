/* limits.c - the limits of a new process that the kernel keeps for each by itself. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/sandbox/process_inside.h"

#define STACK_BYTES ((rlim_t)8 << 20) /* the same wherever it is graded */
#define SIGNALS_MAX 2048              /* queued ones, and timers */
/* Who ignores that it is over goes on for so long on the processor, and is told by the clock that it never ends; the
 * judge, which reads it, may come late where much else runs. */
#define IGNORED_S 10

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

/* How many processes and threads this user has: the limit is on all of them together. */
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

rlim_t limits_processes(const ProcessSpec *spec)
{
	const Sandbox *sandbox = spec->sandbox;

	if (!sandbox)
		return RLIM_INFINITY;
	if (sandbox->tier == SANDBOX_FULL || sandbox->user != 0)
		return (rlim_t)sandbox->processes;
	return (rlim_t)(sandbox->processes + sandbox->spare_processes) + processes_now();
}

void limits_set(const ProcessSpec *spec, rlim_t processes)
{
	/* At the soft limit the kernel sends SIGXCPU, which can be told from other ends. */
	limit_set(RLIMIT_CPU, (rlim_t)spec->cpu_s, (rlim_t)spec->cpu_s + IGNORED_S);
	limit_set(RLIMIT_FSIZE, spec->file_bytes, spec->file_bytes);
	limit_set(RLIMIT_CORE, 1,
		  1); /* where a program takes cores from the kernel, 0 would not hold */
	limit_set(RLIMIT_NICE, 0, 0); /* no higher priority than the judge, where this user may */
	limit_set(RLIMIT_RTPRIO, 0, 0);
	limit_set(RLIMIT_SIGPENDING, SIGNALS_MAX,
		  SIGNALS_MAX); /* all of a user's processes share them */
	limit_set(RLIMIT_STACK, STACK_BYTES, STACK_BYTES);
	limit_set(RLIMIT_NOFILE, (rlim_t)spec->files, (rlim_t)spec->files);
	if (spec->address_bytes > 0)
		limit_set(RLIMIT_AS, spec->address_bytes, spec->address_bytes);
	if (processes != RLIM_INFINITY)
		limit_set(RLIMIT_NPROC, processes, processes);
}
