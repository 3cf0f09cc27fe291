/* read.c - reads the entries of live processes and removes those of dead ones.
 *
 * A folder is its user's, and may hold anything. So nothing here follows a link, waits for a pipe,
 * maps a file that may shrink, or believes a figure that cannot be; what is not a sound entry is
 * passed over. Removed is only what has an entry's name and an entry's beginning. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "framework/simcuda/registry/registry.h"

#define COPIES     100                 /* attempts at a consistent copy */
#define MEMORY_MAX (UINT64_C(1) << 42) /* bytes of a GPU, as in machine/file.c */

static int file_open(int folder, const char *name, int flags)
{
	return openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* Whether the file can be an entry: its folder's owner's, plain, in no other place, of that size.
 */
static int is_plain(int folder, int fd, off_t size)
{
	struct stat of_folder, of_file;
	return fstat(folder, &of_folder) == 0 && fstat(fd, &of_file) == 0 &&
	       S_ISREG(of_file.st_mode) && of_file.st_uid == of_folder.st_uid &&
	       of_file.st_nlink == 1 && of_file.st_size == size;
}

/* --- remains --------------------------------------------------------------------------------- */

/* Removes the file if nobody holds its lock. Taking the lock ourselves keeps away a process that
 * has just made this file: it will see that it came too late, and make another. */
static void remove_remains(int folder, const char *name)
{
	int fd = file_open(folder, name, O_RDWR);
	if (fd < 0)
		return;
	static const char unfilled[sizeof((RegistryEntry *)NULL)->magic];
	char magic[sizeof unfilled] = {0};
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int begun = is_plain(folder, fd, 0);
	int whole = is_plain(folder, fd, sizeof(RegistryEntry)) &&
		    pread(fd, magic, sizeof magic, 0) == sizeof magic &&
		    (memcmp(magic, REGISTRY_MAGIC, sizeof magic) == 0 ||
		     memcmp(magic, unfilled, sizeof magic) == 0);
	if ((begun || whole) && fcntl(fd, F_SETLK, &lock) == 0)
		unlinkat(folder, name, 0);
	close(fd);
}

static int is_entry_name(const char *name)
{
	return strncmp(name, REGISTRY_PREFIX, strlen(REGISTRY_PREFIX)) == 0;
}

/* Opens a second descriptor for reading names, so that the folder's own stays as it is. */
static DIR *folder_list(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
	if (!list && fd >= 0)
		close(fd);
	return list;
}

void registry_sweep(int folder)
{
	struct stat status;
	DIR *list = folder_list(folder);
	if (!list)
		return;
	if (fstat(folder, &status) == 0 && status.st_uid == geteuid()) {
		const struct dirent *entry;
		for (int seen = 0; seen < REGISTRY_MAX && (entry = readdir(list)); seen++)
			if (is_entry_name(entry->d_name))
				remove_remains(folder, entry->d_name);
	}
	closedir(list);
}

/* --- live entries ---------------------------------------------------------------------------- */

/* Makes a text of the file printable. 0 when it has no end. */
static int clean(char *text, size_t size)
{
	if (!memchr(text, '\0', size))
		return 0;
	for (char *c = text; *c; c++)
		if (!isascii((unsigned char)*c) || !isprint((unsigned char)*c))
			*c = '?';
	return 1;
}

static int is_possible(const RegistryEntry *e)
{
	if (memcmp(e->magic, REGISTRY_MAGIC, sizeof e->magic) != 0 || e->size != sizeof *e ||
	    e->gpus < 0 || e->gpus > MACHINE_MAX_GPUS || e->memory_bytes > MEMORY_MAX ||
	    e->pid <= 0 || e->capability_major < 0 || e->capability_major > 99 ||
	    e->capability_minor < 0 || e->capability_minor > 9)
		return 0;
	for (int i = 0; i < e->gpus; i++) {
		const RegistryGpu *gpu = &e->gpu[i];
		if (gpu->attached > 1 || gpu->used_bytes > e->memory_bytes || gpu->busy_ns < 0 ||
		    gpu->span_ns < gpu->busy_ns)
			return 0;
	}
	return 1;
}

/* Copies the entry until two copies agree and no change was under way. */
static int copy_entry(int fd, RegistryEntry *to)
{
	unsigned char one[sizeof *to], other[sizeof *to];
	for (int i = 0; i < COPIES; i++) {
		if (pread(fd, one, sizeof one, 0) != sizeof one ||
		    pread(fd, other, sizeof other, 0) != sizeof other)
			return 0;
		memcpy(to, one, sizeof *to);
		if (to->sequence % 2 == 0 && memcmp(one, other, sizeof one) == 0)
			break; /* else a busy process, or one stopped meanwhile: as it is */
	}
	return is_possible(to) && clean(to->model, sizeof to->model) &&
	       clean(to->name, sizeof to->name) && clean(to->program, sizeof to->program);
}

/* Reads one entry. 1 when it is that of a live process. */
static int read_entry(int folder, const char *name, RegistryProcess *process)
{
	int fd = file_open(folder, name, O_RDONLY);
	if (fd < 0)
		return 0;
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int live = is_plain(folder, fd, sizeof process->entry) && fcntl(fd, F_GETLK, &lock) == 0 &&
		   lock.l_type != F_UNLCK && copy_entry(fd, &process->entry);
	process->pid = lock.l_pid;
	close(fd);
	return live && (process->pid == 0 || process->pid == process->entry.pid);
}

typedef struct Reading {
	RegistryList *list;
	size_t room;
	int failed;
} Reading;

static void read_folder(int folder, void *context)
{
	Reading *reading = context;
	RegistryList *list = reading->list;
	registry_sweep(folder);
	DIR *names = folder_list(folder);
	const struct dirent *entry;
	for (int seen = 0; names && seen < REGISTRY_MAX && (entry = readdir(names)); seen++) {
		if (!is_entry_name(entry->d_name))
			continue;
		if (list->count == reading->room) {
			size_t room = reading->room ? reading->room * 2 : 8;
			RegistryProcess *grown = realloc(list->process, room * sizeof *grown);
			if (!grown) {
				reading->failed = 1;
				break;
			}
			list->process = grown;
			reading->room = room;
		}
		list->count +=
			(size_t)read_entry(folder, entry->d_name, &list->process[list->count]);
	}
	if (names)
		closedir(names);
}

static int by_pid(const void *a, const void *b)
{
	pid_t one = ((const RegistryProcess *)a)->pid, other = ((const RegistryProcess *)b)->pid;
	return (one > other) - (one < other);
}

int registry_read(RegistryList *list)
{
	*list = (RegistryList){0};
	Reading reading = {.list = list};
	list->hidden = registry_folders(read_folder, &reading);
	if (list->count > 1)
		qsort(list->process, list->count, sizeof *list->process, by_pid);
	if (reading.failed)
		registry_release(list);
	return reading.failed ? -1 : 0;
}

void registry_release(RegistryList *list)
{
	free(list->process);
	*list = (RegistryList){0};
}
