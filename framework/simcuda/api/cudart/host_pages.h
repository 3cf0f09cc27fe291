/* host_pages.h - what is another thing when the machine lives in another process (remote/): where pinned and
 * managed memory comes from, fresh pages of this process or pages that both see, and the machine's figures. */
#ifndef HOST_PAGES_H
#define HOST_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "framework/simcuda/machine/machine.h"

/* Whole pages of zeros for that many bytes; NULL when there are none. */
void *host_pages_take(size_t size, int managed);
void host_pages_give(void *start, size_t size);

/* Where a machine in this process finds bytes of the program's: those of managed memory in a second
 * view, which stays open while the first is closed to the program; others where they are. */
void *host_pages_view(void *address, size_t size);

/* Whether the machine has such a view, wherever it is. */
int host_pages_apart(void *address);

/* The figures as the machine's process has them; false: there is none, or it does not tell, and they have to be read. */
bool host_machine(SimMachine *machine);

#endif
