/* host_pages.c - pages for pinned and managed memory when the machine is in this process. */
#include "host_pages.h"

#include <sys/mman.h>

void *host_pages_take(size_t size)
{
	void *start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return start == MAP_FAILED ? NULL : start;
}

void host_pages_give(void *start, size_t size)
{
	munmap(start, size);
}
