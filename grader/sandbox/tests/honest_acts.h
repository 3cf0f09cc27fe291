/* honest_acts.h - for test_sandbox.c: what honest programs do, and a GPU's driver. */
#ifndef GRADER_SANDBOX_TESTS_HONEST_ACTS_H
#define GRADER_SANDBOX_TESTS_HONEST_ACTS_H

#include <pthread.h>
#include <sys/mman.h>

#include "grader/sandbox/tests/sandbox_tries.h"

/* --- what honest programs do: 1 when it worked ------------------------------------------------ */

static int uses_own_folder(void)
{
	struct stat about;
	int fd = open("a", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	int good = fd >= 0 && write(fd, "x", 1) == 1 && close(fd) == 0 && rename("a", "b") == 0 &&
		   stat("b", &about) == 0 && about.st_size == 1 && mkdir("c", 0755) == 0 &&
		   rmdir("c") == 0 && truncate("b", 0) == 0 && unlink("b") == 0;

	return good;
}

static void *counts(void *number)
{
	++*(int *)number;
	return NULL;
}

static int uses_threads(void)
{
	pthread_t threads[8];
	int numbers[8] = {0}, sum = 0;

	for (int i = 0; i < 8; i++)
		if (pthread_create(&threads[i], NULL, counts, &numbers[i]) != 0)
			return 0;
	for (int i = 0; i < 8; i++) {
		pthread_join(threads[i], NULL);
		sum += numbers[i];
	}
	return sum == 8;
}

static int uses_memory(void)
{
	size_t bytes = (size_t)50 << 20;
	char *heap = malloc(bytes);

	if (!heap)
		return 0;
	memset(heap, 7, bytes);
	int good = heap[bytes - 1] == 7;
	free(heap);
	return good;
}

static int looks_at_itself(void)
{
	return reads("/proc/self/statm") && reads("/proc/self/maps") && reads("/dev/urandom") &&
	       open("/dev/null", O_WRONLY | O_CLOEXEC) >= 0;
}

static int uses_children(void)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0)
		_exit(7);
	return child > 0 && waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7;
}

/* The device tells who writes that the disk is full. */
static int writes_device(void)
{
	int fd = open(DEVICE, O_RDWR | O_CLOEXEC);
	int good = fd >= 0 && write(fd, "x", 1) < 0 && errno == ENOSPC;

	if (fd >= 0)
		close(fd);
	return good;
}

static int names_thread(void)
{
	char path[64];
	int fd, good;

	snprintf(path, sizeof path, "/proc/self/task/%d/comm", (int)gettid());
	fd = open(path, O_WRONLY | O_CLOEXEC);
	good = fd >= 0 && write(fd, "cuda", 4) == 4;
	if (fd >= 0)
		close(fd);
	return good;
}

static int drives_hardware(void)
{
	int file = memfd_create("driver", MFD_CLOEXEC);
	int good = file >= 0 && writes_device() && names_thread() && reads("/proc/cpuinfo") &&
		   reads("/proc/sys/vm/overcommit_memory") && uses_threads();

	if (file >= 0)
		close(file);
	return good;
}

static void noted(int number)
{
	(void)number;
}

static int signals_itself(void)
{
	signal(SIGUSR1, noted);
	return raise(SIGUSR1) == 0 && kill(getpid(), SIGUSR1) == 0;
}

static const struct {
	const char *what;
	int (*works)(void);
} honest[] = {
	{"uses its own folder", uses_own_folder},
	{"uses threads", uses_threads},
	{"uses 50 MB", uses_memory},
	{"looks at itself", looks_at_itself},
	{"uses a child", uses_children},
	{"signals itself", signals_itself},
};

#endif
