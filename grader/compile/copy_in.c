/* copy_in.c - open without following or waiting, look at what it is, copy. */
#include "grader/compile/copy_in.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"

const char *copy_in_kind(mode_t mode)
{
	return S_ISLNK(mode)    ? "a symbolic link"
	       : S_ISDIR(mode)  ? "a folder"
	       : S_ISFIFO(mode) ? "a pipe"
	       : S_ISSOCK(mode) ? "a socket"
				: "a device";
}

static CopyIn refuse_kind(const char *name, mode_t mode, char *why, size_t why_size)
{
	text_format(why, why_size, "%s is %s; wanted a regular file", name, copy_in_kind(mode));
	return COPY_IN_REFUSED;
}

/* Some editors and shells of Windows write two bytes a letter, mostly with a mark in front. A compiler
 * says nothing about that which helps. Without the mark every second byte of such a text is 0. */
static bool is_utf16(const char *bytes, size_t count)
{
	enum { LOOKED = 64 };
	size_t zeros[2] = {0, 0};

	for (size_t i = 0; i < count && i < LOOKED; i++)
		zeros[i % 2] += bytes[i] == '\0';
	return count >= 2 &&
	       (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0 ||
		(count >= LOOKED && (zeros[0] == 0) != (zeros[1] == 0) &&
		 zeros[0] + zeros[1] == LOOKED / 2));
}

/* Copies what can be read now, at most COPY_IN_MAX bytes. */
static CopyIn bytes_copy(int from, const char *name, const char *to, char *why, size_t why_size)
{
	char *bytes = memory_new(COPY_IN_MAX + 1);
	ssize_t got = file_read_most(from, bytes, COPY_IN_MAX + 1);
	size_t count = got < 0 ? 0 : (size_t)got;
	int reason = errno,
	    fd = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);

	CopyIn result = COPY_IN_FAULT;

	if (got < 0) {
		text_format(why, why_size, "%s cannot be read: %s", name, strerror(reason));
	} else if (count > COPY_IN_MAX) {
		text_format(why, why_size, "%s is larger than %d KiB", name, COPY_IN_MAX / 1024);
		result = COPY_IN_REFUSED;
	} else if (is_utf16(bytes, count)) {
		text_format(why, why_size,
			    "%s is text of two bytes a letter (UTF-16); save it as UTF-8", name);
		result = COPY_IN_REFUSED;
	} else if (fd < 0 || file_write(fd, bytes, count) < 0) {
		text_format(why, why_size, "%s cannot be written: %s", to, strerror(errno));
	} else {
		result = COPY_IN_OK;
	}
	if (fd >= 0)
		close(fd);
	free(bytes);
	return result;
}

CopyIn copy_in(int folder_fd, const char *name, const char *to, char *why, size_t why_size)
{
	struct stat about;
	int fd;

	if (fstatat(folder_fd, name, &about, AT_SYMLINK_NOFOLLOW) < 0) {
		text_format(why, why_size, "%s: %s", name, strerror(errno));
		return errno == ENOENT ? COPY_IN_ABSENT : COPY_IN_FAULT;
	}
	/* Opening some devices has effects; what is no file is not opened at all. */
	if (!S_ISREG(about.st_mode))
		return refuse_kind(name, about.st_mode, why, why_size);
	fd = openat(folder_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &about) < 0) {
		text_format(why, why_size, "%s cannot be read: %s", name, strerror(errno));
		if (fd >= 0)
			close(fd);
		return COPY_IN_REFUSED;
	}

	/* It may have been replaced in between. */
	CopyIn result = S_ISREG(about.st_mode) ? bytes_copy(fd, name, to, why, why_size)
					       : refuse_kind(name, about.st_mode, why, why_size);

	close(fd);
	return result;
}
