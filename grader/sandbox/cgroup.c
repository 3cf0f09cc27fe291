/* cgroup.c - finds a place for groups, and makes them there.
 *
 * A group of whose children memory is limited must hold no processes itself. So the place is one of
 * those above our own: under systemd the slice that a user's programs are in, or what was delegated
 * to whoever started us. */
#include "grader/sandbox/cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/text.h"

#define PREFIX "usegpu-" /* and the number of the process that made it */

/* --- files of a group ------------------------------------------------------------------------- */

static bool file_put_text(int folder, const char *name, const char *text)
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
	return file_put_text(folder, name, text);
}

/* Whether the file has that word. */
static bool file_has(int folder, const char *name, const char *word)
{
	char text[1024], *rest = text, *each;
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
	bool found = false;

	if (fd >= 0)
		close(fd);
	text[got < 0 ? 0 : got] = '\0';
	while (!found && (each = strsep(&rest, " \n")))
		found = strcmp(each, word) == 0;
	return found;
}

/* --- the place -------------------------------------------------------------------------------- */

/* The rest of the file's line that begins with that; NULL: there is none. To be freed. */
static char *line_after(const char *path, const char *begin)
{
	FILE *file = fopen(path, "re");
	char *line = NULL, *found = NULL;
	size_t room = 0;

	while (file && !found && getline(&line, &room, file) > 0)
		if (strncmp(line, begin, strlen(begin)) == 0)
			found = text_new("%.*s", (int)strcspn(line + strlen(begin), "\n"),
					 line + strlen(begin));
	free(line);
	if (file)
		fclose(file);
	return found;
}

/* Where cgroup2 is mounted as a whole. To be freed. */
static char *mount_find(const char *mounts)
{
	FILE *file = fopen(mounts, "re");
	char *line = NULL, root[PATH_MAX], at[PATH_MAX], *found = NULL;
	size_t room = 0;

	while (file && !found && getline(&line, &room, file) > 0)
		if (strstr(line, " - cgroup2 ") &&
		    sscanf(line, "%*s %*s %*s %4095s %4095s", root, at) == 2 &&
		    strcmp(root, "/") == 0)
			found = text_new("%s", at);
	free(line);
	if (file)
		fclose(file);
	return found;
}

static bool place_fits(const char *path)
{
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool fits = folder >= 0 && faccessat(folder, ".", W_OK, 0) == 0 &&
		    faccessat(folder, "cgroup.procs", W_OK, 0) == 0 &&
		    (file_has(folder, "cgroup.subtree_control", "memory") ||
		     (file_has(folder, "cgroup.controllers", "memory") &&
		      file_put_text(folder, "cgroup.subtree_control", "+memory")));

	if (fits && !file_has(folder, "cgroup.subtree_control", "pids"))
		(void)file_put_text(folder, "cgroup.subtree_control", "+pids");
	if (folder >= 0)
		close(folder);
	return fits;
}

char *cgroup_place(const char *own, const char *mounts)
{
	char *below = line_after(own, "0::"), *top = mount_find(mounts), *found = NULL;

	while (below && top && !found) {
		char *path = text_new("%s%s", top, strcmp(below, "/") == 0 ? "" : below);
		char *last = strrchr(below, '/');

		if (place_fits(path))
			found = path;
		else
			free(path);
		if (!last || strcmp(below, "/") == 0)
			break;
		*(last == below ? last + 1 : last) = '\0'; /* one up */
	}
	free(below);
	free(top);
	return found;
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

/* --- a group ---------------------------------------------------------------------------------- */

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
		(void)file_put_text(group->fd, "cgroup.procs", "0");
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
