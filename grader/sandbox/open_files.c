/* open_files.c - how many files and folders a program has open. */
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "grader/sandbox/process_inside.h"
#include "grader/sandbox/process_tree.h"

static int64_t files_count(const char *folder)
{
	DIR *list = opendir(folder);
	const struct dirent *each;
	struct stat about;
	int64_t count = 0;

	if (!list)
		return -1;
	while ((each = readdir(list)))
		count += each->d_name[0] != '.' &&
			 fstatat(dirfd(list), each->d_name, &about, 0) == 0 &&
			 (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode));
	closedir(list);
	return count;
}

int64_t open_files(pid_t program, uid_t user)
{
	char path[PROCESS_PATH_SIZE + 8], process[PROCESS_PATH_SIZE];
	int64_t count;

	process_path(program, process);
	snprintf(path, sizeof path, "%s/fd", process);
	process_look_as(user);
	count = files_count(path);
	process_look_as(0);
	return count;
}
