/* disk_use.h - how much of the disk a program occupies, where its folder is not a file system of its
 * own with a limit. */
#ifndef GRADER_SANDBOX_DISK_USE_H
#define GRADER_SANDBOX_DISK_USE_H

#include <stdint.h>
#include <sys/types.h>

/* Both look for as long as `until` on clock_now() at most, and tell what they found till then. */

/* Bytes of all that is in the folder, at least 4096 for each name. */
uint64_t disk_use_of_folder(int folder, double until);

/* Bytes of removed files that descendants of this process still have open or mapped. `user` is that
 * of the program where root gave it one, else 0; `largest`: how large a file may be. */
uint64_t disk_use_of_removed(uid_t user, uint64_t largest, double until);

#endif
