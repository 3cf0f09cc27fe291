/* host_pages.c - pages for pinned and managed memory when the machine is in this process. Those of
 * managed memory are mapped twice, once for the program and once for the machine. */
#include "framework/simcuda/api/cudart/host_pages.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

typedef struct Pages {
	char *start, *view;
	size_t size;
	struct Pages *next;
} Pages;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Pages *twice;     /* those that are mapped twice */
static atomic_int views; /* how many there are */

static void *map(size_t size, int kind)
{
	void *start = mmap(NULL, size, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
	return start == MAP_FAILED ? NULL : start;
}

/* Maps pages of managed memory once more: an old size of 0 does that. Where that is not known
 * (under valgrind, where a program could not go on after a fault either) they stay as they are. */
static void *take_managed(size_t size)
{
	void *start = map(size, MAP_SHARED | MAP_NORESERVE);
	Pages *pages = start ? malloc(sizeof *pages) : NULL;
	void *view = pages ? mremap(start, 0, size, MREMAP_MAYMOVE) : MAP_FAILED;
	if (view == MAP_FAILED) {
		free(pages);
		return start;
	}
	pthread_mutex_lock(&lock);
	*pages = (Pages){start, view, size, twice};
	twice = pages;
	views++;
	pthread_mutex_unlock(&lock);
	return start;
}

void *host_pages_take(size_t size, int managed)
{
	return managed ? take_managed(size) : map(size, MAP_PRIVATE);
}

void host_pages_give(void *start, size_t size)
{
	pthread_mutex_lock(&lock);
	Pages **link = &twice;
	while (*link && (*link)->start != start)
		link = &(*link)->next;
	Pages *found = *link;
	if (found) {
		*link = found->next;
		views--;
		munmap(found->view, size);
	}
	pthread_mutex_unlock(&lock);
	free(found);
	munmap(start, size);
}

int host_pages_apart(void *address)
{
	return host_pages_view(address, 1) != address;
}

void *host_pages_view(void *address, size_t size)
{
	void *view = address;
	if (views == 0)
		return view;
	pthread_mutex_lock(&lock);
	for (const Pages *p = twice; p; p = p->next) {
		uintptr_t offset = (uintptr_t)address - (uintptr_t)p->start;
		if (offset < p->size && size <= p->size - offset)
			view = p->view + offset;
	}
	pthread_mutex_unlock(&lock);
	return view;
}

bool host_machine(SimMachine *machine)
{
	(void)machine;
	return false;
}
