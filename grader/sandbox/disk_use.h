/* disk_use.h - how much of the disk a program occupies, where its folder is not a file system of its
 * own with a limit. */
#ifndef GRADER_SANDBOX_DISK_USE_H
#define GRADER_SANDBOX_DISK_USE_H

#include <stdint.h>
#include <sys/types.h>

/* Both look for as long as `until` on clock_worked() at most. */

/* Bytes of all that is in the folder, at least 16384 for each name, or some number above `most`. DISK_USE_UNKNOWN, which is
 * above any, where the time was over before. */
#define DISK_USE_UNKNOWN (UINT64_MAX / 2)
uint64_t disk_use_of_folder(int folder, uint64_t most, double until);

/* Bytes of removed files, found till then, that descendants of this process still have open or mapped. `user` is that
 * of the program where root gave it one, else 0; `largest`: how large a file may be. */
uint64_t disk_use_of_removed(uid_t user, uint64_t largest, double until);

#endif
