/* host_pages.h - where pinned memory comes from: fresh pages of this process, or, when the machine
 * lives in another process (remote/), pages that both see. */
#ifndef HOST_PAGES_H
#define HOST_PAGES_H

#include <stddef.h>

/* Whole pages of zeros for that many bytes; NULL when there are none. */
void *host_pages_take(size_t size);
void host_pages_give(void *start, size_t size);

#endif
