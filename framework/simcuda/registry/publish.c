/* publish.c - this process's entry: made with the machine, updated after every call, removed at
 * the end. registry.h says how entries work. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "framework/simcuda/registry/registry.h"

/* Our descriptors are above those that a program expects from its own open(), and closes. */
#define DESCRIPTOR_FROM 64
#define ATTEMPTS        16

static RegistryEntry *entry; /* NULL: not published */
static int places[MACHINE_MAX_GPUS], visible;
static int folder = -1;
static char file[64];
static pid_t owner;

/* Moves a descriptor out of the program's way; -1 stays -1. */
static int move_up(int low)
{
	if (low < 0)
		return -1;
	int fd = fcntl(low, F_DUPFD_CLOEXEC, DESCRIPTOR_FROM);
	if (fd < 0) /* a low limit */
		fd = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(low);
	return fd;
}

/* Makes a file of that name, locks it, and gives it its size at once: storing to a mapped page for
 * which there is no room would end the program. A descriptor, or -1. */
static int file_make(const char *name)
{
	int low = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			 S_IRUSR | S_IWUSR);
	if (low < 0)
		return -1;
	int fd = move_up(low);
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	struct stat status;
	/* somebody who sweeps may have met the file before it was locked, and removed it */
	if (fd >= 0 && fcntl(fd, F_SETLK, &lock) == 0 && fstat(fd, &status) == 0 &&
	    status.st_nlink == 1 && posix_fallocate(fd, 0, sizeof *entry) == 0)
		return fd;
	unlinkat(folder, name, 0);
	if (fd >= 0)
		close(fd);
	return -1;
}

static void entry_fill(RegistryEntry *to, const SimMachine *machine, int whole)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
	size_t all = length > 0 ? (size_t)length : 0, room = sizeof to->program - 1;
	size_t kept = all < room ? all : room;
	memcpy(to->program, path + all - kept, kept); /* what follows is 0 already */
	memcpy(to->model, machine->model, sizeof to->model);
	memcpy(to->name, machine->name, sizeof to->name);
	to->size = sizeof *to;
	to->pid = owner;
	to->gpus = whole;
	to->capability_major = machine->capability_major;
	to->capability_minor = machine->capability_minor;
	to->memory_bytes = machine->memory_bytes;
	memcpy(to->magic, REGISTRY_MAGIC, sizeof to->magic);
}

static void publish(const SimMachine *machine, int whole)
{
	int fd = -1;
	for (int i = 0; fd < 0 && i < ATTEMPTS; i++) {
		snprintf(file, sizeof file, REGISTRY_PREFIX "%ld-%d", (long)owner, i);
		fd = file_make(file);
	}
	if (fd < 0)
		return;
	void *page = mmap(NULL, sizeof *entry, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED) {
		unlinkat(folder, file, 0);
		close(fd);
		return;
	}
	entry_fill(page, machine, whole);
	entry = page; /* the descriptor stays open: closing it would drop the lock */
}

void registry_start(const SimMachine *machine, int whole, const int *physical)
{
	int before = errno;
	owner = getpid();
	visible = machine->gpus;
	for (int i = 0; i < visible; i++)
		places[i] = physical[i];
	folder = move_up(registry_folder());
	if (folder >= 0) {
		registry_sweep(folder);
		publish(machine, whole);
		if (!entry) {
			close(folder);
			folder = -1;
		}
	}
	errno = before;
}

/* Every store is a release, so none of them is seen before the sequence is odd, and none is missing
 * once it is even again. */
static void put(_Atomic uint64_t *to, uint64_t value)
{
	atomic_store_explicit(to, value, memory_order_release);
}

static void put_time(_Atomic int64_t *to, int64_t value)
{
	atomic_store_explicit(to, value, memory_order_release);
}

void registry_update(const Sim *sim, int thread)
{
	if (!entry)
		return;
	uint64_t sequence = atomic_load_explicit(&entry->sequence, memory_order_relaxed);
	int64_t now = sim_clock(sim, thread);
	put(&entry->sequence, sequence + 1);
	for (int i = 0; i < visible; i++) {
		RegistryGpu *gpu = &entry->gpu[places[i]];
		SimUsage usage;
		sim_usage(sim, i, &usage);
		int64_t span = usage.until_ns > now ? usage.until_ns : now;
		put(&gpu->attached, (uint64_t)usage.attached);
		put(&gpu->used_bytes, usage.used_bytes);
		if (span > atomic_load_explicit(&gpu->span_ns, memory_order_relaxed))
			put_time(&gpu->span_ns, span); /* threads have clocks of their own */
		put_time(&gpu->busy_ns, usage.busy_ns);
	}
	put(&entry->sequence, sequence + 2);
}

/* A child of fork() runs this too, and leaves its parent's entry alone. The page stays mapped: what
 * ends after us may still call CUDA. */
__attribute__((destructor)) static void registry_end(void)
{
	if (entry && getpid() == owner)
		unlinkat(folder, file, 0);
}
