/* file.c - reading at a place, and replacing a file as a whole.
 *
 * A new file is written beside the old one, brought to the disk, given the old one's permissions
 * and renamed: whoever opens the path finds all of the old bytes or all of the new ones. */
#include "framework/src/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "framework/src/base/fail.h"

#define NAMES_TRIED 1000 /* for the file beside: a killed program may have left some */

int file_error(const char *path, const char *what)
{
	return error_set(STATUS_IO, "%s cannot be %s: %s", path, what, strerror(errno));
}

int file_open(const char *path, int64_t *bytes)
{
	/* Without O_NONBLOCK, opening a pipe would wait for its other end. */
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat found;
	int status;
	if (file < 0)
		return file_error(path, "opened");
	if (fstat(file, &found) != 0)
		status = file_error(path, "read");
	else if (!S_ISREG(found.st_mode))
		status = error_set(STATUS_IO, "%s is not a regular file", path);
	else {
		*bytes = found.st_size;
		return file;
	}
	close(file);
	return status;
}

int64_t file_read_at(int file, void *to, size_t bytes, int64_t at)
{
	size_t done = 0;
	while (done < bytes) {
		ssize_t came =
			pread(file, (char *)to + done, bytes - done, (off_t)(at + (int64_t)done));
		if (came == 0)
			break;
		if (came < 0 && errno != EINTR)
			return -1;
		done += came > 0 ? (size_t)came : 0;
	}
	return (int64_t)done;
}

int file_read_part(int file, const char *path, const char *part, void *to, size_t bytes, int64_t at)
{
	int64_t came = file_read_at(file, to, bytes, at);
	if (came < 0)
		return file_error(path, "read");
	if ((size_t)came < bytes)
		return error_set(STATUS_FORMAT, "%s is cut short: its %s has %lld of %zu bytes",
				 path, part, (long long)came, bytes);
	return STATUS_OK;
}

bool file_write_at(int file, const void *from, size_t bytes, int64_t at)
{
	size_t done = 0;
	while (done < bytes) {
		ssize_t went = pwrite(file, (const char *)from + done, bytes - done,
				      (off_t)(at + (int64_t)done));
		if (went < 0 && errno != EINTR)
			return false;
		done += went > 0 ? (size_t)went : 0;
	}
	return true;
}

/* Where the new file takes the place of an old one: behind a link, so that the link stays, and
 * never in place of a device, a pipe or a folder. */
static int find_target(NewFile *new)
{
	struct stat found;
	new->mode = 0;
	if (stat(new->path, &found) == 0) {
		if (!S_ISREG(found.st_mode))
			return error_set(STATUS_IO, "%s is not a regular file", new->path);
		new->mode = found.st_mode & 07777;
		return realpath(new->path, new->target) ? STATUS_OK
							: file_error(new->path, "written");
	}
	if (errno != ENOENT)
		return file_error(new->path, "written");
	if (lstat(new->path, &found) == 0)
		return error_set(STATUS_IO, "%s is a link to a file that does not exist",
				 new->path);
	/* one that is too long was an error of stat */
	snprintf(new->target, PATH_MAX, "%s", new->path);
	return STATUS_OK;
}

/* The open file, or -1 with errno. Its permissions are those that the umask leaves. */
static int create_beside(NewFile *new)
{
	static atomic_uint serial;
	const char *slash = strrchr(new->target, '/');
	int folder = slash ? (int)(slash + 1 - new->target) : 0;
	int file = -1;
	for (int i = 0; i < NAMES_TRIED && file < 0; i++) {
		int length = snprintf(new->beside, PATH_MAX, "%.*s.usegpu-%ld-%u", folder,
				      new->target, (long)getpid(), atomic_fetch_add(&serial, 1));
		if (length < 0 || length >= PATH_MAX) {
			errno = ENAMETOOLONG;
			return -1;
		}
		file = open(new->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (file < 0 && errno != EEXIST)
			break;
	}
	return file;
}

int new_file_create(NewFile *new, const char *path)
{
	new->path = path;
	int status = find_target(new);
	if (status != STATUS_OK)
		return status;
	new->file = create_beside(new);
	return new->file < 0 ? file_error(path, "written") : STATUS_OK;
}

int new_file_finish(NewFile *new)
{
	bool good = fsync(new->file) == 0 && (new->mode == 0 || fchmod(new->file, new->mode) == 0);
	int error = errno;
	if (close(new->file) != 0 && good) {
		good = false;
		error = errno;
	}
	if (good && rename(new->beside, new->target) == 0)
		return STATUS_OK;
	errno = good ? errno : error;
	int status = file_error(new->path, "written");
	unlink(new->beside);
	return status;
}

void new_file_drop(NewFile *new)
{
	close(new->file);
	unlink(new->beside);
}
