/* acts.h - what the cases of acts_*.txt may use; put before the lab. */
#define _GNU_SOURCE 1
#include <assert.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <linux/filter.h>
#include <linux/sockios.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "lab.h"
#include "simcuda.h"

#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wunused-result"
#define MAYBE __attribute__((unused)) static

#define CAUGHT(what) (puts("CAUGHT " what), fflush(stdout), abort())

MAYBE void frame(int type, const char *name, const void *payload, size_t bytes)
{
	struct {
		uint16_t type, nothing;
		uint32_t name_bytes;
		uint64_t payload_bytes;
	} head = {(uint16_t)type, 0, (uint32_t)strlen(name), bytes};

	write(3, &head, sizeof head);
	write(3, name, strlen(name));
	write(3, payload, bytes);
}

MAYBE void act_leave(int number)
{
	(void)number;
	_exit(0);
}

MAYBE void act_ignore(int number)
{
	(void)number;
}

MAYBE void act_abort(void)
{
	puts("CAUGHT atexit");
	abort();
}

MAYBE void act_on_exit(int status, void *unused)
{
	(void)status, (void)unused;
	_exit(77);
}

MAYBE void *act_exit(void *unused)
{
	(void)unused;
	exit(0);
	return unused;
}

MAYBE void *act_wait(void *unused)
{
	(void)unused;
	for (;;)
		pause();
	return unused;
}

MAYBE void *act_work(void *unused)
{
	volatile double sum = 0;

	for (int i = 0; i < 100000; i++)
		sum += i;
	return unused;
}

MAYBE int act_work11(void *unused)
{
	return act_work(unused) == NULL;
}

MAYBE int act_compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

MAYBE int act_deep(int depth)
{
	volatile char room[64];

	room[0] = (char)depth;
	return depth == 0 ? 0 : act_deep(depth - 1) + room[0] * 0;
}
