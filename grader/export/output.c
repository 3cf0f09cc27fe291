/* output.c - writes a temporary file and renames it when it is complete. */
#include "grader/export/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/text.h"

static int file_refuse(const char *path, const char *why)
{
	return refuse("%s cannot be written: %s", path, why);
}

int output_folders(const char *path)
{
	char *copy = text_new("%s", path);
	int bad = 0;

	for (char *slash = copy + 1; !bad && (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(copy, 0700) < 0 && errno != EEXIST)
			bad = file_refuse(copy, strerror(errno));
		*slash = '/';
	}
	free(copy);
	return bad;
}

/* Renames an existing file to the first free backup name. 0, also when there is none; -1 with a
 * line. */
static int old_keep(const char *path)
{
	struct stat about;

	if (lstat(path, &about) < 0)
		return errno == ENOENT ? 0 : file_refuse(path, strerror(errno));
	if (!S_ISREG(about.st_mode))
		return file_refuse(path, "it is no regular file");
	for (int i = 1; i < 1000; i++) {
		char *kept = i == 1 ? text_new("%s.bak", path) : text_new("%s.bak%d", path, i);
		int gone = link(path, kept) == 0; /* never replaces a file */
		int error = errno;

		if (gone)
			remark("the file that was there is kept as %s", kept);
		free(kept);
		if (gone)
			return 0;
		if (error != EEXIST)
			return file_refuse(path, "the file that is there cannot be kept");
	}
	return file_refuse(path, "there are 999 kept files already");
}

int output_put(const char *path, const char *bytes, size_t size, int keep)
{
	if (strcmp(path, "-") == 0)
		return file_write(STDOUT_FILENO, bytes, size) < 0
			       ? file_refuse("standard output", strerror(errno))
			       : 0;

	char *temporary = text_new("%s.XXXXXX", path);
	int fd = mkostemp(temporary, O_CLOEXEC);
	int bad = fd < 0 || file_write(fd, bytes, size) < 0 || fchmod(fd, 0600) < 0 || fsync(fd) < 0
			  ? file_refuse(path, strerror(errno))
			  : 0;

	if (!bad && keep)
		bad = old_keep(path);
	if (!bad && rename(temporary, path) < 0)
		bad = file_refuse(path, strerror(errno));
	if (fd >= 0 && bad)
		unlink(temporary);
	if (fd >= 0)
		close(fd);
	free(temporary);
	return bad;
}
