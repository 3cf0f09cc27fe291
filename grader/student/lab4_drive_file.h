/* lab4_drive_file.h - files for lab 4: one that is there before, what is there afterwards, and a
 * disk that is full. All of them lie in the folder of the run, which is its own. */
#ifndef GRADER_STUDENT_LAB4_DRIVE_FILE_H
#define GRADER_STUDENT_LAB4_DRIVE_FILE_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/student/lab4_drive_model.h"

/* The first `bytes` bytes of the input `name` as a file; none if it is less than 0. */
static inline void file_make(Drive *d, const char *path, const char *name, int64_t bytes)
{
	if (bytes < 0)
		return;
	FILE *file = fopen(path, "wb");
	if (!file || fwrite(drive_floats(d, name, NULL), 1, (size_t)bytes, file) != (size_t)bytes ||
	    fclose(file) != 0)
		abort();
}

/* The same as the ".part" of a file: a run before this one broke off and left it. */
static inline void part_make(Drive *d, const char *path, const char *name, int64_t bytes)
{
	char part[300];
	snprintf(part, sizeof part, "%s.part", path);
	file_make(d, part, name, bytes);
}

/* How many files and folders there are here. */
static inline int64_t files_here(void)
{
	int64_t count = 0;
	DIR *folder = opendir(".");
	if (!folder)
		abort();
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

/* How many files of this folder the program has open. */
static inline int64_t files_open(void)
{
	char here[512], name[64], target[512];
	int64_t count = 0;
	if (!getcwd(here, sizeof here))
		abort();
	for (int number = 4; number < 64; number++) { /* behind the channel to the judge */
		snprintf(name, sizeof name, "/proc/self/fd/%d", number);
		ssize_t length = readlink(name, target, sizeof target - 1);
		target[length < 0 ? 0 : length] = '\0';
		count += length > 0 && strncmp(target, here, strlen(here)) == 0;
	}
	return count;
}

typedef struct Files {
	int64_t here, open;
} Files;

static inline Files files_now(void)
{
	return (Files){files_here(), files_open()};
}

/* A folder that is not empty, where the exercise wants to have a file. */
static inline void folder_make(const char *path)
{
	char inside[300];
	snprintf(inside, sizeof inside, "%s/inside", path);
	if (mkdir(path, 0700) != 0 || mkdir(inside, 0700) != 0)
		abort();
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

/* "file.bytes", -1 if there is none, and "file", padded with zeros. */
static inline void file_put(Drive *d, const char *path)
{
	struct stat what;
	bool is_folder = stat(path, &what) == 0 && S_ISDIR(what.st_mode);
	FILE *file = is_folder ? NULL : fopen(path, "rb");
	long bytes = -1;
	if (file && (fseek(file, 0, SEEK_END) != 0 || (bytes = ftell(file)) < 0))
		abort();
	drive_put_int(d, "file.bytes", bytes);
	if (!file)
		return;
	int64_t count = (bytes + (int64_t)sizeof(float) - 1) / (int64_t)sizeof(float);
	float *content = calloc((size_t)count + 1, sizeof *content);
	rewind(file);
	if (!content || fread(content, 1, (size_t)bytes, file) != (size_t)bytes)
		abort();
	fclose(file);
	drive_put_floats(d, "file", content, count);
	free(content);
}

/* The older file, as it was made: what is there when the disk gets full. */
static struct Older {
	const char *path;
	const float *content;
	int64_t bytes;
	volatile sig_atomic_t there; /* -1: the disk was not full; 0: not as it was; 1 */
} older;

static inline bool older_is_there(void)
{
	static char piece[4096];
	const char *wanted = (const char *)older.content;
	int64_t at = 0;
	ssize_t got;
	int file = open(older.path, O_RDONLY);
	if (file < 0)
		return false;
	while ((got = read(file, piece, sizeof piece)) > 0 && at + got <= older.bytes &&
	       memcmp(piece, wanted + at, (size_t)got) == 0)
		at += got;
	close(file);
	return got == 0 && at == older.bytes;
}

/* A write() finds no more room: the exercise is in the midst of its work. Once is enough, as later it clears away. */
static inline void disk_is_full(int number)
{
	int error = errno;
	(void)number;
	if (older.there < 0)
		older.there = older_is_there();
	errno = error;
}

/* From now on no file can grow beyond that many bytes: a write() says that it is too large, as it
 * would say that the disk is full. Less than 0 takes the limit away. */
static inline void disk_limit(int64_t bytes)
{
	struct rlimit limit;
	signal(SIGXFSZ, bytes < 0 ? SIG_DFL : disk_is_full);
	if (getrlimit(RLIMIT_FSIZE, &limit) != 0)
		abort();
	limit.rlim_cur = bytes < 0 ? limit.rlim_max : (rlim_t)bytes;
	if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
		abort();
}

/* The pinned buffer, with numbers behind its end that have to stay. */
enum { GUARD = 64 };

static inline float *buffer_make(int64_t room)
{
	float *buffer = NULL;
	if (cudaMallocHost((void **)&buffer, (size_t)(room + GUARD) * sizeof *buffer) !=
	    cudaSuccess)
		abort();
	for (int64_t i = 0; i < room + GUARD; i++)
		buffer[i] = -1234.5f;
	return buffer;
}

static inline void buffer_put(Drive *d, const float *buffer, int64_t room)
{
	int64_t changed = 0;
	for (int64_t i = room; i < room + GUARD; i++)
		changed += buffer[i] != -1234.5f;
	drive_put_int(d, "overrun", changed);
}

#endif
