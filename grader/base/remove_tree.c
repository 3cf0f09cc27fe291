/* remove_tree.c - removes a folder that a program could write to, however it is built.
 *
 * A program can make folders in folders until no path reaches the last one, and folders that nobody
 * may open. So this does not descend: what lies in a folder below the top one is moved up into the
 * top one, until all folders there are empty. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/folder.h"

/* A folder opened for reading, never through a link; NULL when that cannot be. */
static DIR *folder_open(int above, const char *name)
{
	int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *folder;

	if (fd < 0 && errno == EACCES && folder_unlock(above, name) == 0)
		fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	folder = fd < 0 ? NULL : fdopendir(fd);
	if (fd >= 0 && !folder)
		close(fd);
	return folder;
}

static int is_own(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Empties the folder: files are removed, folders are moved to the top one under a new name. */
static void folder_empty(int top, DIR *folder, uint64_t *number)
{
	const struct dirent *entry;
	char name[40];

	fchmod(dirfd(folder),
	       0700); /* a name can only be removed from a folder that may be written to */
	while ((entry = readdir(folder))) {
		if (is_own(entry->d_name) || unlinkat(dirfd(folder), entry->d_name, 0) == 0 ||
		    unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR) == 0)
			continue;
		snprintf(name, sizeof name, "removed-%llx", (unsigned long long)(*number)++);
		if (renameat(dirfd(folder), entry->d_name, top, name) < 0 && errno == EACCES) {
			/* moving a folder changes its "..", so it must allow writing itself */
			if (folder_unlock(dirfd(folder), entry->d_name) == 0)
				renameat(dirfd(folder), entry->d_name, top, name);
		}
	}
}

/* One pass over the top folder. Returns whether anything was removed. */
static int top_pass(DIR *top, uint64_t *number)
{
	const struct dirent *entry;
	int removed = 0;

	rewinddir(top);
	while ((entry = readdir(top))) {
		if (is_own(entry->d_name))
			continue;
		if (unlinkat(dirfd(top), entry->d_name, 0) == 0) {
			removed = 1;
			continue;
		}

		DIR *folder = folder_open(dirfd(top), entry->d_name);

		if (folder) {
			folder_empty(dirfd(top), folder, number);
			closedir(folder);
		}
		removed |= unlinkat(dirfd(top), entry->d_name, AT_REMOVEDIR) == 0;
	}
	return removed;
}

void folder_remove(const char *path)
{
	uint64_t number = 0;
	DIR *top = folder_open(AT_FDCWD, path);

	/* so that the new names cannot be taken already */
	if (getrandom(&number, sizeof number, 0) != sizeof number)
		number = (uint64_t)getpid() << 32;
	/* What cannot be removed stays where it is. */
	while (top && top_pass(top, &number))
		;
	if (top)
		closedir(top);
	rmdir(path);
}
