/* unread.h - a part of heap.c: files that can be opened but not read, as on a disk that is broken. How large a file is can
 * be asked for all the same, so that it does not tell whether a read goes well. */
#ifndef GRADER_DRIVE_UNREAD_H
#define GRADER_DRIVE_UNREAD_H

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "grader/drive/heap.h"

static int files_unread, files_freads, files_spoilt;

int drive_files_unread(int unread)
{
	files_unread = unread;
	files_freads = 0;
	return files_spoilt;
}

/* What `file` reads from is open for writing alone: each read fails, and so does a mapping of it. */
static void unread_make(int file)
{
	char path[32];
	int other;
	if (!files_unread || file < 0)
		return;
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	other = openat(AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
	if (other < 0)
		return;
	dup2(other, file);
	close(other);
}

/* For the program alone, which may have functions of these names, hence weak. */
#define STANDS_IN __attribute__((weak, visibility("hidden")))

#define OPENS_STREAM(name)                                                                         \
	STANDS_IN FILE *name(const char *path, const char *mode)                                   \
	{                                                                                          \
		static FILE *(*next)(const char *, const char *);                                  \
		if (!next)                                                                         \
			*(void **)&next = dlsym(RTLD_NEXT, #name);                                 \
		FILE *file = next(path, mode);                                                     \
		if (file && mode[0] == 'r' && files_unread == UNREAD_ALL)                          \
			unread_make(fileno(file));                                                 \
		return file;                                                                       \
	}

/* Who makes no file gives no rights; then the C library does not look at them. */
#define OPENS_FILE(name, parameters, ...)                                                          \
	STANDS_IN int name parameters                                                              \
	{                                                                                          \
		static int(*next) parameters;                                                      \
		va_list values;                                                                    \
		if (!next)                                                                         \
			*(void **)&next = dlsym(RTLD_NEXT, #name);                                 \
		va_start(values, flags);                                                           \
		const mode_t rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(values, mode_t) : 0;  \
		va_end(values);                                                                    \
		const int file = next(__VA_ARGS__, flags, rights);                                 \
		if ((flags & O_ACCMODE) != O_WRONLY && files_unread == UNREAD_ALL)                 \
			unread_make(file);                                                         \
		return file;                                                                       \
	}

OPENS_STREAM(fopen)
OPENS_STREAM(fopen64)
OPENS_FILE(open, (const char *path, int flags, ...), path)
OPENS_FILE(open64, (const char *path, int flags, ...), path)

/* The first goes well. What the stream has in its buffer by then it gives all the same. */
STANDS_IN size_t fread(void *to, size_t size, size_t count, FILE *file)
{
	static size_t (*next)(void *, size_t, size_t, FILE *);
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "fread");
	if (files_unread == UNREAD_LATER && files_freads++ > 0) {
		unread_make(fileno(file));
		files_spoilt++;
	}
	return next(to, size, count, file);
}

#endif
