/* file.c - opens without waiting, checks what was opened, and reads no more than was allowed. */
#include "grader/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/large.h"
#include "grader/base/text.h"

static char *regular_load(int fd, size_t most, bool large, size_t *bytes)
{
	struct stat about;
	char *text = NULL;
	ssize_t got = 0;

	if (fstat(fd, &about) < 0)
		return NULL;
	errno = S_ISREG(about.st_mode) ? EFBIG : EINVAL;
	if (S_ISREG(about.st_mode) && (size_t)about.st_size <= most)
		text = large ? large_grow(NULL, (size_t)about.st_size + 1)
			     : memory_new((size_t)about.st_size + 1);
	while (text && *bytes < (size_t)about.st_size &&
	       (got = pread(fd, text + *bytes, (size_t)about.st_size - *bytes, (off_t)*bytes)) > 0)
		*bytes += (size_t)got;
	if (got < 0) {
		(large ? large_free : free)(text);
		return NULL;
	}
	if (text)
		text[*bytes] = '\0';
	return text;
}

static char *load(int folder_fd, const char *name, size_t most, bool large, size_t *bytes)
{
	int fd = !name ? folder_fd
		       : openat(folder_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char *text;

	*bytes = 0;
	if (fd < 0)
		return NULL;
	text = regular_load(fd, most, large, bytes);
	if (name)
		close(fd);
	return text;
}

char *file_load(int folder_fd, const char *name, size_t most, size_t *bytes)
{
	return load(folder_fd, name, most, false, bytes);
}

char *file_load_large(int folder_fd, const char *name, size_t most, size_t *bytes)
{
	return load(folder_fd, name, most, true, bytes);
}

static int put(const char *path, const void *bytes, size_t count, mode_t mode)
{
	char *temporary = text_new("%s.XXXXXX", path);
	int fd = mkostemp(temporary, O_CLOEXEC);
	int bad = fd < 0 || file_write(fd, bytes, count) < 0 || fsync(fd) < 0 ||
		  fchmod(fd, mode) < 0 || rename(temporary, path) < 0;
	int reason = errno;

	if (fd >= 0 && bad)
		unlink(temporary);
	if (fd >= 0)
		close(fd);
	free(temporary);
	errno = reason;
	return bad ? -1 : 0;
}

int file_put(const char *path, const void *bytes, size_t count)
{
	return put(path, bytes, count, 0644);
}

int file_put_private(const char *path, const void *bytes, size_t count)
{
	return put(path, bytes, count, 0600);
}

ssize_t file_read_most(int fd, char *bytes, size_t most)
{
	size_t count = 0;
	ssize_t got = 0;

	while (count < most && (got = read(fd, bytes + count, most - count)) > 0)
		count += (size_t)got;
	return got < 0 ? -1 : (ssize_t)count;
}

int file_write(int fd, const void *bytes, size_t count)
{
	const char *at = bytes;

	while (count > 0) {
		ssize_t put = write(fd, at, count);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		at += put;
		count -= (size_t)put;
	}
	return 0;
}

int file_fetch(int folder_fd, const char *name, const char *to, size_t most)
{
	size_t bytes;
	char *content = file_load(folder_fd, name, most, &bytes);
	int fd = !content ? -1 : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);

	int bad = fd < 0 || file_write(fd, content, bytes) < 0 || fchmod(fd, 0755) < 0;
	int reason = errno;

	if (fd >= 0)
		close(fd);
	free(content);
	errno = reason;
	return bad ? -1 : 0;
}
