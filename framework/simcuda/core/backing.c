/* backing.c - the machine's own copy of device memory, which the program cannot reach.
 *
 * One anonymous mapping holds a GPU's whole window of addresses. The system commits its pages only
 * when they are first written, so that a GPU of 80 GB costs nothing until it is used. */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/simcuda/core/core.h"

unsigned char *backing_map(uint64_t bytes)
{
	if (bytes > SIZE_MAX)
		return NULL;
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at == MAP_FAILED)
		return NULL;
	madvise(at, bytes, MADV_HUGEPAGE); /* advice only: 512 page faults become one */
	return at;
}

void backing_unmap(unsigned char *backing, uint64_t bytes)
{
	if (backing)
		munmap(backing, bytes);
}

void backing_forget(unsigned char *from, uint64_t bytes)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t skip = (page - (uintptr_t)from % page) % page;
	/* Advice only: pages that stay are overwritten with poison when they are next read. */
	if (bytes >= skip + page)
		madvise(from + skip, (bytes - skip) / page * page, MADV_DONTNEED);
}
