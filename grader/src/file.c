/* file.c - opens without waiting, checks what was opened, and reads no more than was allowed. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

static char *regular_load(int fd, size_t most, size_t *bytes)
{
	struct stat about;
	char *text = NULL;
	ssize_t got = 0;

	if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && (size_t)about.st_size <= most)
		text = memory_new((size_t)about.st_size + 1);
	while (text != NULL && *bytes < (size_t)about.st_size &&
	       (got = pread(fd, text + *bytes, (size_t)about.st_size - *bytes, (off_t)*bytes)) > 0)
		*bytes += (size_t)got;
	if (got < 0) {
		free(text);
		return NULL;
	}
	return text;
}

char *file_load(int folder_fd, const char *name, size_t most, size_t *bytes)
{
	int fd = name == NULL
			 ? folder_fd
			 : openat(folder_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char *text;

	*bytes = 0;
	if (fd < 0)
		return NULL;
	text = regular_load(fd, most, bytes);
	if (name != NULL)
		close(fd);
	return text;
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
