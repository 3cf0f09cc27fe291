/* cgroup_place.c - where a process may make control groups.
 *
 * A group of whose children memory is limited must hold no processes itself. So the place is one of
 * those above our own: under systemd the slice that a user's programs are in, or what was delegated
 * to whoever started us. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/sandbox/cgroup.h"

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
		      cgroup_file_put(folder, "cgroup.subtree_control", "+memory")));

	if (fits && !file_has(folder, "cgroup.subtree_control", "pids"))
		(void)cgroup_file_put(folder, "cgroup.subtree_control", "+pids");
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
