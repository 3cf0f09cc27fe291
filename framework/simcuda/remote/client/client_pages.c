/* client_pages.c - pinned memory that the machine's process sees too: whole pages, cut from the end
 * of the shared memory file. Pages that nobody has are closed to the program. The first of them keep
 * their memory when they are given back: to make new ones takes the system longer than to clear these. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/request.h"
#include "framework/simcuda/api/cudart/host_pages.h"
#include "framework/simcuda/remote/client/client.h"

#define KEPT_BYTES (UINT64_C(16) << 20)

typedef struct Taken {
	uint64_t from, to; /* offsets */
	struct Taken *next;
} Taken;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char *pages;
static uint64_t bytes;
static Taken *taken;  /* in order */
static uint64_t used; /* up to here kept pages may hold what was in them */

int client_pages_open(int memory, uint64_t size)
{
	void *at = mmap(NULL, size, PROT_NONE, MAP_SHARED | MAP_NORESERVE, memory,
			(off_t)remote_pages_offset());
	if (at == MAP_FAILED)
		return -1;
	pages = at;
	bytes = size;
	return 0;
}

uint64_t client_pages_base(void)
{
	return (uint64_t)(uintptr_t)pages;
}

bool client_pages_hold(uint64_t address)
{
	return address - client_pages_base() < bytes;
}

int host_pages_apart(void *address)
{
	return client_pages_hold((uint64_t)(uintptr_t)address);
}

/* The machine has a view of its own. */
void *host_pages_view(void *address, size_t size)
{
	(void)size;
	return address;
}

static uint64_t whole_pages(uint64_t size)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	return (size + page - 1) / page * page;
}

void *host_pages_take(size_t size, int managed)
{
	(void)managed; /* both are shared with the machine */
	void *start = NULL;
	Taken *made = malloc(sizeof *made);
	simcuda_machine(); /* without one there are no pages */
	pthread_mutex_lock(&lock);
	uint64_t from = 0, room = size > 0 && size <= bytes ? whole_pages(size) : UINT64_MAX;
	Taken **link = &taken;
	while (*link && (*link)->from - from < room) {
		from = (*link)->to;
		link = &(*link)->next;
	}
	if (made && room <= bytes && from <= bytes - room &&
	    mprotect(pages + from, room, PROT_READ | PROT_WRITE) == 0) {
		*made = (Taken){from, from + room, *link};
		*link = made;
		start = pages + from;
		made = NULL;
	}
	if (start && from < used)
		memset(start, 0, from + room < used ? room : used - from);
	pthread_mutex_unlock(&lock);
	free(made);
	return start;
}

void host_pages_give(void *start, size_t size)
{
	pthread_mutex_lock(&lock);
	Taken **link = &taken;
	while (*link && pages + (*link)->from != start)
		link = &(*link)->next;
	Taken *found = *link;
	if (found) {
		if (found->to > KEPT_BYTES)
			madvise(start, whole_pages(size),
				MADV_REMOVE); /* zeros again, and no memory */
		else if (found->to > used)
			used = found->to;
		mprotect(start, whole_pages(size), PROT_NONE);
		*link = found->next;
	}
	pthread_mutex_unlock(&lock);
	free(found);
}
