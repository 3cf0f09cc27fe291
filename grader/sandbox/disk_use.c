/* disk_use.c - walks through the folder, however a hostile program has built it: folders in folders
 * until no path reaches the last one, and folders that nobody may open. Only one is open at a time;
 * the way up is "..", which no program can change: Landlock lets none move to another folder. */
#include "grader/sandbox/disk_use.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/text.h"

#define NAME_BYTES 4096 /* what a name and an inode are counted as */

/* The way down to the folder that is looked at: where to go on in those above it. */
typedef struct Way {
	long *place;
	size_t depth, room;
} Way;

static void way_push(Way *way, long place)
{
	if (way->depth == way->room) {
		way->room = way->room ? 2 * way->room : 64;
		way->place = memory_grow(way->place, way->room * sizeof *way->place);
	}
	way->place[way->depth++] = place;
}

static DIR *folder_open(int above, const char *name)
{
	int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !folder)
		close(fd);
	return folder;
}

/* Also one that may not be read. */
static DIR *folder_enter(int above, const char *name)
{
	DIR *folder = folder_open(above, name);

	if (!folder && errno == EACCES && fchmodat(above, name, 0700, 0) == 0)
		folder = folder_open(above, name);
	return folder;
}

/* A file system may reserve more for a file that grows than it has; of one with several names each
 * has a part. */
static uint64_t bytes_of(const struct stat *about)
{
	uint64_t used = (uint64_t)about->st_blocks * 512, size = (uint64_t)about->st_size;

	if (S_ISREG(about->st_mode) && about->st_nlink > 1)
		used /= about->st_nlink;
	if (S_ISREG(about->st_mode) && used > size)
		used = size;
	return used < NAME_BYTES ? NAME_BYTES : used;
}

static bool is_own(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Goes on with the next entry. Returns the folder to look at then; NULL at the end of all. */
static DIR *step(DIR *folder, Way *way, uint64_t *bytes)
{
	const struct dirent *entry = readdir(folder);
	DIR *next = NULL;
	struct stat about;

	if (!entry) { /* up */
		if (way->depth > 0 && (next = folder_open(dirfd(folder), "..")))
			seekdir(next, way->place[--way->depth]);
		closedir(folder);
		return next;
	}
	if (is_own(entry->d_name) ||
	    fstatat(dirfd(folder), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) < 0)
		return folder;
	*bytes += bytes_of(&about);
	if (!S_ISDIR(about.st_mode) || !(next = folder_enter(dirfd(folder), entry->d_name)))
		return folder;
	way_push(way, telldir(folder));
	closedir(folder);
	return next;
}

uint64_t disk_use_of_folder(int folder, double until)
{
	DIR *at = folder_open(folder, ".");
	Way way = {NULL, 0, 0};
	uint64_t bytes = 0;

	while (at && clock_now() < until)
		at = step(at, &way, &bytes);
	if (at)
		closedir(at);
	free(way.place);
	return bytes;
}
