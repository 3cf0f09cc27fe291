/* host_pages.h - where pinned and managed memory comes from: fresh pages of this process, or, when
 * the machine lives in another process (remote/), pages that both see. */
#ifndef HOST_PAGES_H
#define HOST_PAGES_H

#include <stddef.h>

/* Whole pages of zeros for that many bytes; NULL when there are none. */
void *host_pages_take(size_t size, int managed);
void host_pages_give(void *start, size_t size);

/* Where a machine in this process finds bytes of the program's: those of managed memory in a second
 * view, which stays open while the first is closed to the program; others where they are. */
void *host_pages_view(void *address, size_t size);

/* Whether the machine has such a view, wherever it is. */
int host_pages_apart(void *address);

#endif
