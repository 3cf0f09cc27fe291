/* file.h - reads a file that a student's process may have written; writes whole ones. */
#ifndef GRADER_BASE_FILE_H
#define GRADER_BASE_FILE_H

#include <stddef.h>
#include <sys/types.h>

/* The bytes of the file of that name in the folder, to be freed, if it is a regular one of at most
 * `most` bytes; else NULL with errno (EINVAL: no regular file, EFBIG: it is larger). Never waits
 * and never follows a link. Without a name (NULL) folder_fd is the file. */
char *file_load(int folder_fd, const char *name, size_t most, size_t *bytes);

/* The same, to be given back with large_free(). */
char *file_load_large(int folder_fd, const char *name, size_t most, size_t *bytes);

/* Reads on until `most` bytes are there or the file ends. How many there are, or -1 with errno. */
ssize_t file_read_most(int fd, char *bytes, size_t most);

/* Writes all of the bytes. 0, or -1 with errno. */
int file_write(int fd, const void *bytes, size_t count);

/* Copies a file of at most `most` bytes out of a folder that a program could write to; never
 * follows a link, never waits. 0, or -1 with errno (EFBIG: it is larger). */
int file_fetch(int folder_fd, const char *name, const char *to, size_t most);

/* Makes or replaces the file. Nobody ever sees a part of it, and it is on the disk (fsync) when this
 * returns. 0, or -1 with errno. */
int file_put(const char *path, const void *bytes, size_t count);

/* The same for what only its owner may read, such as marks. */
int file_put_private(const char *path, const void *bytes, size_t count);

#endif
