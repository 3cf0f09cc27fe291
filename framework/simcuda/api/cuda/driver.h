/* driver.h - what the files of the driver's stand-in share. */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdatomic.h>

/* Says on stderr that `name` was called from that address and cannot reach the simulated GPUs: what
 * to do depends on whose code it is. `said` is the function's own: it is named once. */
__attribute__((visibility("hidden"))) void caller_tell(const char *name, const void *address,
						       atomic_flag *said);

#endif
