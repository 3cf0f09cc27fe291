/* file.h - reads a file that a student's process may have written; writes whole ones. */
#ifndef FILE_H
#define FILE_H

#include <stddef.h>

/* The bytes of the file of that name in the folder, to be freed, if it is a regular one of at most
 * `most` bytes; else NULL. Never waits and never follows a link.
 * Without a name (NULL) folder_fd is the file. */
char *file_load(int folder_fd, const char *name, size_t most, size_t *bytes);

/* Writes all of the bytes. 0, or -1 with errno. */
int file_write(int fd, const void *bytes, size_t count);

#endif
