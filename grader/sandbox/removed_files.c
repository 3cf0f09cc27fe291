/* removed_files.c - files that have no name any more, and take room until nobody has them open or
 * mapped. */
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/sandbox/disk_use.h"
#include "grader/sandbox/process_tree.h"

#define SEEN_MAX 512 /* after so many files one may be counted again */

/* A file may be open in several processes. */
typedef struct Seen {
	struct {
		dev_t device;
		ino_t number;
	} file[SEEN_MAX];
	int count;
	uint64_t bytes;
	double until;
} Seen;

static bool is_new(Seen *seen, dev_t device, ino_t number)
{
	for (int i = 0; i < seen->count && i < SEEN_MAX; i++)
		if (seen->file[i].device == device && seen->file[i].number == number)
			return false;
	seen->file[seen->count % SEEN_MAX].device = device;
	seen->file[seen->count % SEEN_MAX].number = number;
	seen->count++;
	return true;
}

/* The file system of what memfd_create() and shared memory are: no disk. */
static dev_t memory_device(void)
{
	static dev_t device;
	struct stat about;
	int fd = device != 0 ? -1 : memfd_create("device", MFD_CLOEXEC);

	if (fd >= 0 && fstat(fd, &about) == 0)
		device = about.st_dev;
	if (fd >= 0)
		close(fd);
	return device;
}

static void open_add(Seen *seen, const char *process)
{
	char path[PROCESS_PATH_SIZE + 8];
	struct stat about;
	DIR *list;

	snprintf(path, sizeof path, "%s/fd", process);
	list = opendir(path);
	if (!list)
		return;
	for (struct dirent *each; clock_worked() < seen->until && (each = readdir(list));)
		if (each->d_name[0] != '.' && fstatat(dirfd(list), each->d_name, &about, 0) == 0 &&
		    S_ISREG(about.st_mode) && about.st_nlink == 0 &&
		    about.st_dev != memory_device() && is_new(seen, about.st_dev, about.st_ino))
			seen->bytes += (uint64_t)about.st_blocks * 512;
	closedir(list);
}

/* How large a file is that is only mapped cannot be told: it counts as the largest possible one. */
static void mapped_add(Seen *seen, const char *process, uint64_t largest)
{
	char path[PROCESS_PATH_SIZE + 8], *line = NULL;
	unsigned major, minor;
	unsigned long number;
	size_t room = 0;
	FILE *maps;

	snprintf(path, sizeof path, "%s/maps", process);
	maps = fopen(path, "re");
	if (!maps)
		return;
	while (clock_worked() < seen->until && getline(&line, &room, maps) > 0)
		if (strstr(line, " (deleted)\n") &&
		    sscanf(line, "%*s %*s %*s %x:%x %lu", &major, &minor, &number) == 3 &&
		    makedev(major, minor) != memory_device() &&
		    is_new(seen, makedev(major, minor), number))
			seen->bytes += largest;
	free(line);
	fclose(maps);
}

uint64_t disk_use_of_removed(uid_t user, uint64_t largest, double until)
{
	static ProcessTree tree; /* too large for some stacks */
	Seen seen = {.until = until};
	char path[PROCESS_PATH_SIZE];

	memory_device();
	process_tree_list(&tree);
	process_look_as(user);
	for (int i = 0; i < tree.count; i++) {
		process_path(tree.member[i], path);
		open_add(&seen, path);
	}
	for (int i = 0; i < tree.count; i++) {
		process_path(tree.member[i], path);
		mapped_add(&seen, path, largest);
	}
	process_look_as(0);
	return seen.bytes;
}
