/* disk_use.c - walks through the folder, however a hostile program has built it: folders in folders
 * until no path reaches the last one, and folders that nobody may open. A few are open at a time; from below these
 * the way up is "..", which no program can change: Landlock lets none move to another folder. To find one's place again
 * in a folder with many names takes long. */
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
#include "grader/base/folder.h"
#include "grader/base/text.h"

#define NAME_BYTES                                                                                 \
	16384 /* what a name and an inode are counted as: 4096 of them are 64 MiB, as many as in the full tier */

#define KEPT_OPEN 16

/* The way down to the folder that is looked at: those above it that are open, and where to go on in the others. */
typedef struct Way {
	DIR *open[KEPT_OPEN];
	long *place;
	size_t depth, room;
} Way;

/* Goes down from that folder. */
static void way_push(Way *way, DIR *folder)
{
	if (way->depth == way->room) {
		way->room = way->room ? 2 * way->room : 64;
		way->place = memory_grow(way->place, way->room * sizeof *way->place);
	}
	if (way->depth < KEPT_OPEN) {
		way->open[way->depth] = folder;
	} else {
		way->place[way->depth] = telldir(folder);
		closedir(folder);
	}
	way->depth++;
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

	if (!folder && errno == EACCES && folder_unlock(above, name) == 0)
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

/* Back to the folder above, to go on there; NULL: there is none. */
static DIR *way_pop(Way *way, DIR *folder)
{
	DIR *above = NULL;

	if (way->depth > 0 && --way->depth < KEPT_OPEN)
		above = way->open[way->depth];
	else if (way->depth >= KEPT_OPEN && (above = folder_open(dirfd(folder), "..")))
		seekdir(above, way->place[way->depth]);
	closedir(folder);
	return above;
}

static void way_end(Way *way)
{
	while (way->depth-- > 0)
		if (way->depth < KEPT_OPEN)
			closedir(way->open[way->depth]);
	free(way->place);
}

/* The next entry that is there; NULL: there is no more. */
static const struct dirent *next_read(DIR *folder, struct stat *about)
{
	const struct dirent *entry;

	while ((entry = readdir(folder)))
		if (!is_own(entry->d_name) &&
		    fstatat(dirfd(folder), entry->d_name, about, AT_SYMLINK_NOFOLLOW) == 0)
			break;
	return entry;
}

/* Of all that is in it, but not below. */
static uint64_t names_add(DIR *folder)
{
	struct stat about;
	uint64_t bytes = 0;

	while (next_read(folder, &about))
		bytes += bytes_of(&about);
	rewinddir(folder);
	return bytes;
}

/* Goes on with the next entry. Returns the folder to look at then; NULL at the end of all. */
static DIR *step(DIR *folder, Way *way, uint64_t *bytes)
{
	struct stat about;
	const struct dirent *entry = next_read(folder, &about);
	DIR *next;

	if (!entry)
		return way_pop(way, folder);
	if (!S_ISDIR(about.st_mode) || !(next = folder_enter(dirfd(folder), entry->d_name)))
		return folder;
	*bytes += names_add(next);
	way_push(way, folder);
	return next;
}

uint64_t disk_use_of_folder(int folder, uint64_t most, double until)
{
	DIR *at = folder_open(folder, ".");
	Way way = {.depth = 0};
	uint64_t bytes = !at ? 0 : names_add(at);

	while (at && bytes <= most && clock_worked() < until)
		at = step(at, &way, &bytes);
	bool whole = !at && way.depth == 0;
	if (at)
		closedir(at);
	way_end(&way);
	return whole || bytes > most ? bytes : DISK_USE_UNKNOWN;
}
