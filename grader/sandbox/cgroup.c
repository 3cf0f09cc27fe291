/* cgroup.c - one control group for one program. */
#include "grader/sandbox/cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/text.h"

#define PREFIX "usegpu-" /* and the number of the process that made it */

bool cgroup_file_put(int folder, const char *name, const char *text)
{
	int fd = openat(folder, name, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return good;
}

static bool file_put_number(int folder, const char *name, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof text, "%llu", (unsigned long long)number);
	return cgroup_file_put(folder, name, text);
}

/* Groups of graders that were killed. Those that still hold processes stay. */
static void stale_remove(const char *place)
{
	DIR *list = opendir(place);
	const struct dirent *each;

	while (list && (each = readdir(list))) {
		long pid = strncmp(each->d_name, PREFIX, strlen(PREFIX)) == 0
				   ? strtol(each->d_name + strlen(PREFIX), NULL, 10)
				   : 0;

		if (pid > 0 && kill((pid_t)pid, 0) < 0 && errno == ESRCH)
			unlinkat(dirfd(list), each->d_name, AT_REMOVEDIR);
	}
	if (list)
		closedir(list);
}

Cgroup cgroup_make(uint64_t memory_bytes, int processes)
{
	static bool looked;
	static char *place;
	Cgroup group = CGROUP_NONE;

	if (!looked) {
		place = cgroup_place("/proc/self/cgroup", "/proc/self/mountinfo");
		if (place)
			stale_remove(place);
		looked = true;
	}
	if (!place)
		return group;
	group.path = text_new("%s/" PREFIX "%d", place, (int)getpid());
	rmdir(group.path); /* of a killed process that had our number: its counters are not ours */
	if (mkdir(group.path, 0755) == 0)
		group.fd = open(group.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (group.fd < 0 || !file_put_number(group.fd, "memory.max", memory_bytes)) {
		cgroup_remove(&group);
		return group;
	}
	/* A kernel may have no swap or be older; then the rest holds all the same. */
	(void)file_put_number(group.fd, "memory.swap.max", 0);
	(void)file_put_number(group.fd, "memory.oom.group", 1);
	(void)file_put_number(group.fd, "pids.max", (uint64_t)processes);
	return group;
}

void cgroup_enter(const Cgroup *group)
{
	if (group->fd >= 0)
		(void)cgroup_file_put(group->fd, "cgroup.procs", "0");
}

bool cgroup_is_over(const Cgroup *group)
{
	char text[512], *at;
	int fd = group->fd < 0 ? -1 : openat(group->fd, "memory.events", O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);

	if (fd >= 0)
		close(fd);
	text[got < 0 ? 0 : got] = '\0';
	at = strstr(text, "oom_kill ");
	return at && strtol(at + strlen("oom_kill "), NULL, 10) > 0;
}

void cgroup_kill(const Cgroup *group)
{
	if (group->fd >= 0)
		(void)file_put_number(group->fd, "cgroup.kill", 1);
}

void cgroup_remove(Cgroup *group)
{
	if (group->fd >= 0)
		close(group->fd);
	if (group->path)
		rmdir(group->path);
	free(group->path);
	*group = CGROUP_NONE;
}
