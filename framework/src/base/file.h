/* file.h - files read at a place, and files written so that a failure leaves the old one whole.
 *
 * Used for all files of tensors. Messages name the file by the path that the caller gave. */
#ifndef FILE_H
#define FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

/* Records that the file at `path` cannot be opened, read, written (`what`), with errno's reason. */
int file_error(const char *path, const char *what);

/* Opens a regular file for reading; *bytes is its size. The descriptor, or a negative Status: a
 * folder, a pipe or a device is refused without waiting for it. */
int file_open(const char *path, int64_t *bytes);

/* Reads `bytes` bytes from `at` on, unless the file ends or fails before that; how many came, -1
 * with errno when reading failed. */
int64_t file_read_at(int file, void *to, size_t bytes, int64_t at);

/* Reads exactly `bytes` bytes; a shorter file is "cut short: its PART has ...". */
int file_read_part(int file, const char *path, const char *part, void *to, size_t bytes,
		   int64_t at);

/* Whether all bytes were written; else errno says why not. */
bool file_write_at(int file, const void *from, size_t bytes, int64_t at);

/* A file that will take the place of `path`: until then it lies beside it under another name. */
typedef struct NewFile {
	int file;              /* to write to */
	const char *path;      /* the caller's, which has to outlive this */
	char target[PATH_MAX]; /* what is replaced: path, or what a link there leads to */
	char beside[PATH_MAX];
	mode_t mode; /* the old file's permissions; 0: there was none, so the umask decides */
} NewFile;

/* 0, and then one of the two others is due; or a negative Status. */
int new_file_create(NewFile *new, const char *path);

/* Down to the disk and into its place; a negative Status, and nothing left, when that failed. */
int new_file_finish(NewFile *new);
void new_file_drop(NewFile *new);

#pragma GCC visibility pop

#endif
