/* lab4_drive_file.h - files for lab 4: one that is there before, what is there afterwards, and a
 * disk that is full. All of them lie in the folder of the run, which is its own. */
#ifndef GRADER_STUDENT_LAB4_DRIVE_FILE_H
#define GRADER_STUDENT_LAB4_DRIVE_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include "grader/student/lab4_drive_model.h"

enum { READ_ONLY = 0444, READ_WRITE = 0666 }; /* what its user may do with a file */

/* The first `bytes` bytes of the input `name` as a file; none if it is less than 0. */
static inline void file_make_of(Drive *d, const char *path, const char *name, int64_t bytes,
				mode_t mode)
{
	if (bytes < 0)
		return;
	FILE *file = fdopen(open(path, O_WRONLY | O_CREAT | O_TRUNC, mode), "wb");
	if (file)
		setvbuf(file, NULL, _IONBF, 0); /* no copy of it is left in a buffer */
	if (!file || fwrite(drive_floats(d, name, NULL), 1, (size_t)bytes, file) != (size_t)bytes ||
	    fclose(file) != 0)
		abort();
}

static inline void file_make(Drive *d, const char *path, const char *name, int64_t bytes)
{
	file_make_of(d, path, name, bytes, READ_WRITE);
}

/* The same as the ".part" of a file: a run before this one broke off and left it. */
static inline void part_make(Drive *d, const char *path, const char *name, int64_t bytes)
{
	char part[300];
	snprintf(part, sizeof part, "%s.part", path);
	file_make(d, part, name, bytes);
}

/* A folder that is not empty, where the exercise wants to have a file. */
static inline void folder_make(const char *path)
{
	char inside[300];
	snprintf(inside, sizeof inside, "%s/inside", path);
	if (mkdir(path, 0700) != 0 || mkdir(inside, 0700) != 0)
		abort();
}

/* The folder that a path leads into, by its first part. */
static inline void way_of(char *folder, size_t room, const char *path)
{
	snprintf(folder, room, "%.*s", (int)strcspn(path, "/"), path);
}

static inline void way_make(const char *path)
{
	char folder[300];
	way_of(folder, sizeof folder, path);
	if (mkdir(folder, 0700) != 0)
		abort();
}

static inline void way_remove(const char *path)
{
	char folder[300];
	way_of(folder, sizeof folder, path);
	rmdir(folder);
}

/* Takes all of this away again, so that a second call finds no files. */
static inline void files_remove(const char *path)
{
	char other[300];
	snprintf(other, sizeof other, "%s/inside", path);
	rmdir(other);
	remove(path);
	snprintf(other, sizeof other, "%s.part", path);
	remove(other);
}

/* The pinned buffer, with numbers behind its end that have to stay. */
enum { GUARD = 64 };

/* From a drawn number on, each another one. */
static inline float guard_of(Drive *d, int64_t i)
{
	return (float)(drive_int(d, "guard") + i);
}

static inline float *buffer_make(Drive *d, int64_t room)
{
	float *buffer = NULL;
	if (cudaMallocHost((void **)&buffer, (size_t)(room + GUARD) * sizeof *buffer) !=
	    cudaSuccess)
		abort();
	for (int64_t i = 0; i < room; i++)
		buffer[i] = -1234.5f;
	for (int64_t i = room; i < room + GUARD; i++)
		buffer[i] = guard_of(d, i - room);
	return buffer;
}

static inline void buffer_put(Drive *d, const float *buffer, int64_t room)
{
	int64_t changed = 0;
	for (int64_t i = room; i < room + GUARD; i++)
		changed += buffer[i] != guard_of(d, i - room);
	drive_put_int(d, "overrun", changed);
}

#endif
