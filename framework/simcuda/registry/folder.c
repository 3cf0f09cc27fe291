/* folder.c - where entries lie, and whom to trust there.
 *
 * The places are writable by everybody, so somebody else may have made a folder of our name, or a
 * link. A folder counts when it is one, belongs to the user in its name, and nobody else may write
 * into it. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "framework/simcuda/registry/registry.h"

#define FOLDER_PREFIX "usegpu-"

static const char *const places[] = {"/dev/shm", "/tmp"};

/* The folder that the user names; NULL. Not for programs with more rights than their user has. */
static const char *chosen(void)
{
	const char *text = secure_getenv("SIMCUDA_REGISTRY");
	return text && *text ? text : NULL;
}

int registry_is_off(void)
{
	const char *text = chosen();
	return text && strcmp(text, "off") == 0;
}

/* Opens the folder if `owner` is its only writer; -1. */
static int folder_open(const char *path, uid_t owner)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -1;
	struct stat status;
	if (fstat(fd, &status) == 0 && status.st_uid == owner &&
	    !(status.st_mode & (S_IWGRP | S_IWOTH)))
		return fd;
	close(fd);
	return -1;
}

static int folder_make(const char *path)
{
	if (mkdir(path, S_IRWXU) != 0 && errno != EEXIST)
		return -1;
	return folder_open(path, geteuid());
}

int registry_folder(void)
{
	if (registry_is_off())
		return -1;
	if (chosen())
		return folder_make(chosen());
	int fd = -1;
	for (size_t i = 0; fd < 0 && i < sizeof places / sizeof *places; i++) {
		char path[64];
		snprintf(path, sizeof path, "%s/" FOLDER_PREFIX "%u", places[i],
			 (unsigned)geteuid());
		fd = folder_make(path);
	}
	return fd;
}

/* The user in a folder's name; -1 when it is none of ours. */
static int64_t name_owner(const char *name)
{
	size_t length = strlen(FOLDER_PREFIX);
	if (strncmp(name, FOLDER_PREFIX, length) != 0 || !isdigit((unsigned char)name[length]))
		return -1;
	char *end;
	errno = 0;
	long long owner = strtoll(name + length, &end, 10);
	return *end || errno || owner >= UINT32_MAX ? -1 : owner;
}

int registry_folders(void (*each)(int folder, void *context), void *context)
{
	int hidden = 0;
	if (registry_is_off())
		return 0;
	if (chosen()) {
		int fd = folder_open(chosen(), geteuid());
		if (fd >= 0) {
			each(fd, context);
			close(fd);
		}
		return 0;
	}
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		DIR *place = opendir(places[i]);
		for (const struct dirent *entry; place && (entry = readdir(place));) {
			int64_t owner = name_owner(entry->d_name);
			char path[PATH_MAX];
			if (owner < 0)
				continue;
			snprintf(path, sizeof path, "%s/%s", places[i], entry->d_name);
			int fd = folder_open(path, (uid_t)owner);
			if (fd >= 0) {
				each(fd, context);
				close(fd);
			} else if (errno == EACCES && owner != (int64_t)geteuid()) {
				hidden++;
			}
		}
		if (place)
			closedir(place);
	}
	return hidden;
}
