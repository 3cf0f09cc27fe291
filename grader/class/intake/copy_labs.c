/* copy_labs.c - each file is opened once, and what is read there is all that is ever known of it. */
#include "grader/class/intake/copy_labs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/copy_in.h"
#include "grader/setup/registry.h"

int folder_open_below(int top, const char *path)
{
	char *copy = text_new("%s", path), *rest = copy, *name;
	int folder = openat(top, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);

	while (folder >= 0 && (name = strsep(&rest, "/"))) {
		int inner = openat(folder, *name != '\0' ? name : ".",
				   O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		int reason = errno;

		close(folder);
		folder = inner;
		errno = reason;
	}
	free(copy);
	return folder;
}

/* Something of the same kind, which leads nowhere. 0, or -1 with errno. */
static int kind_copy(mode_t mode, int folder, const char *name)
{
	return S_ISLNK(mode)   ? symlinkat("nowhere", folder, name)
	       : S_ISDIR(mode) ? mkdirat(folder, name, 0755)
			       : mkfifoat(folder, name, 0644);
}

/* One byte more than is allowed tells the grader that it is too large. */
static int bytes_take(int from, const struct stat *about, int folder, const char *name, bool *fault)
{
	const struct timespec times[2] = {about->st_mtim, about->st_mtim};
	char *bytes = memory_new(COPY_IN_MAX + 1);
	ssize_t count = file_read_most(from, bytes, COPY_IN_MAX + 1);
	int reason = errno;
	int to = count < 0 ? -1
			   : openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	int bad = to < 0 || file_write(to, bytes, (size_t)count) < 0 || futimens(to, times) < 0;

	*fault = bad && count >= 0;
	if (bad && count >= 0)
		reason = errno;
	if (to >= 0)
		close(to);
	free(bytes);
	errno = reason;
	return bad ? -1 : 0;
}

static int file_take(int from, int folder, const char *name, bool *fault)
{
	struct stat about;
	int fd, bad, reason;

	if (fstatat(from, name, &about, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? 0 : -1;
	if (!S_ISREG(about.st_mode)) {
		*fault = kind_copy(about.st_mode, folder, name) < 0;
		return *fault ? -1 : 0;
	}
	/* It may have been replaced in between. */
	fd = openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	bad = fd < 0 || fstat(fd, &about) < 0;
	errno = bad || S_ISREG(about.st_mode) ? errno : EAGAIN;
	bad = bad || !S_ISREG(about.st_mode) || bytes_take(fd, &about, folder, name, fault) < 0;
	reason = errno;
	if (fd >= 0)
		close(fd);
	errno = reason;
	return bad ? -1 : 0;
}

int labs_copy(int from, const char *to, char *why, size_t why_size, bool *fault)
{
	int folder = open(to, O_PATH | O_DIRECTORY | O_CLOEXEC);

	*fault = folder < 0;
	if (folder < 0) {
		text_format(why, why_size, "%s: %s", to, strerror(errno));
		return -1;
	}
	for (int i = 0; i < registry_count(); i++) {
		char file[80];

		snprintf(file, sizeof file, "%s%s", registry_at(i)->name,
			 lab_ending(registry_at(i)));
		if (file_take(from, folder, file, fault) == 0)
			continue;
		text_format(why, why_size, "%s cannot be %s: %s", file, *fault ? "copied" : "read",
			    strerror(errno));
		close(folder);
		return -1;
	}
	close(folder);
	return 0;
}
