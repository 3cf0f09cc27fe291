/* open_files.c - how many files and folders a program has open, and what is in its own folder. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/sandbox/process_inside.h"
#include "grader/sandbox/process_tree.h"

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Whether a link of /proc leads to a file in memory that has no name. A program can make none, but has one of the kit's: who
 * puts a file in its place has it open all the same. */
static bool is_in_memory(int folder, const char *link)
{
	static const char begin[] = "/memfd:";
	char text[64];
	const ssize_t got = readlinkat(folder, link, text, sizeof text);

	return got >= (ssize_t)sizeof begin - 1 && memcmp(text, begin, sizeof begin - 1) == 0;
}

/* Of the entries of an open folder, those that lead to files and folders. */
static int64_t entries_count(int folder)
{
	DIR *list = folder < 0 ? NULL : fdopendir(folder);
	const struct dirent *each;
	struct stat about;
	int64_t count = 0;

	if (!list) {
		if (folder >= 0)
			close(folder);
		return -1;
	}
	while ((each = readdir(list)))
		count += !is_dots(each->d_name) && fstatat(folder, each->d_name, &about, 0) == 0 &&
			 (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)) &&
			 !is_in_memory(folder, each->d_name);
	closedir(list);
	return count;
}

enum { NAMES_MOST = 1 << 16, DEPTH_MOST = 32 };

/* Adds those of an open folder and of the folders in it. */
static void names_count(int folder, int depth, int64_t *count)
{
	DIR *list = folder < 0 ? NULL : fdopendir(folder);
	const struct dirent *each;

	if (!list && folder >= 0)
		close(folder);
	while (list && *count < NAMES_MOST && (each = readdir(list))) {
		if (is_dots(each->d_name))
			continue;
		++*count;
		if (depth < DEPTH_MOST) /* -1 for what is no folder */
			names_count(openat(folder, each->d_name,
					   O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
				    depth + 1, count);
	}
	if (list)
		closedir(list);
}

int64_t open_files(pid_t program, uid_t user)
{
	char path[PROCESS_PATH_SIZE + 8], process[PROCESS_PATH_SIZE];
	int64_t count;

	process_path(program, process);
	snprintf(path, sizeof path, "%s/fd", process);
	process_look_as(user);
	count = entries_count(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	process_look_as(0);
	return count;
}

int64_t names_of_folder(int folder, uid_t user)
{
	int64_t count = 0;

	process_look_as(user);

	const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	names_count(own, 0, &count);
	process_look_as(0);
	return own < 0 ? -1 : count;
}

/* The next part of a path, and the rest of it; false: there is no part, or one that leads out. */
static bool part_take(const char **path, char *part, size_t size)
{
	size_t length = strcspn(*path, "/");

	if (length == 0 || length >= size)
		return false;
	memcpy(part, *path, length);
	part[length] = '\0';
	*path += length;
	*path += strspn(*path, "/");
	return strcmp(part, "..") != 0;
}

/* The folder in which the last part of a path lies, opened as such, and that part; -1: the path leads nowhere. */
static int folder_of_part(int folder, const char *path, char *part, size_t size)
{
	int at = fcntl(folder, F_DUPFD_CLOEXEC, 0);

	while (at >= 0) {
		const bool is_part = part_take(&path, part, size);
		const int above = at;

		if (is_part && *path == '\0')
			break;
		at = is_part ? openat(above, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
			     : -1;
		close(above);
	}
	return at;
}

int folder_of_file(int folder, const char *path, uid_t user)
{
	char part[256];

	process_look_as(user);
	int at = folder_of_part(folder, path, part, sizeof part);
	process_look_as(0);
	return at;
}

int file_of_folder(int folder, const char *path, uid_t user)
{
	char part[256];
	struct stat about;

	process_look_as(user);
	int above = folder_of_part(folder, path, part, sizeof part);
	int at = above < 0 ? -1
			   : openat(above, part,
				    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (above >= 0)
		close(above);
	process_look_as(0);
	if (at >= 0 && (fstat(at, &about) < 0 || !S_ISREG(about.st_mode))) {
		close(at);
		at = -1;
	}
	return at;
}
