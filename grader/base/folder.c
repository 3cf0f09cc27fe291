/* folder.c - makes folders, and asks how much room is left on a disk. */
#include "grader/base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "grader/base/text.h"

#define ROOM_LEAST ((uint64_t)4 << 20) /* bytes: with less a compiler may fail half-way */

int folder_create(const char *path)
{
	char *copy = text_new("%s", path);
	int bad = 0;

	for (char *at = copy + 1; *at != '\0'; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		bad = mkdir(copy, 0755) < 0 && errno != EEXIST;
		*at = '/';
		if (bad)
			break;
	}
	bad = bad || (mkdir(copy, 0755) < 0 && errno != EEXIST);
	free(copy);
	return bad ? -1 : 0;
}

int folder_unlock(int above, const char *name)
{
	char path[40];
	int fd = openat(above, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return -1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd); /* chmod() takes no such descriptor */

	int bad = chmod(path, 0700), reason = errno;

	close(fd);
	errno = reason;
	return bad;
}

bool disk_is_full(const char *folder, char *why, size_t why_size)
{
	struct statvfs disk;

	if (statvfs(folder, &disk) < 0)
		return false;
	uint64_t room = (uint64_t)disk.f_bavail * disk.f_frsize;
	if (room >= ROOM_LEAST)
		return false;
	text_format(why, why_size, "the disk is full: %llu KiB are free for %s",
		    (unsigned long long)(room >> 10), folder);
	return true;
}
