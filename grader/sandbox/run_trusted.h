/* run_trusted.h - runs a program of the kit or of the system. */
#ifndef GRADER_SANDBOX_RUN_TRUSTED_H
#define GRADER_SANDBOX_RUN_TRUSTED_H

#include <stddef.h>

/* Runs it without a sandbox, in `folder`, for `seconds` at most. Its environment is `env`, and PATH and
 * LD_LIBRARY_PATH as they are here. Returns what it printed, which stays until the next call; NULL
 * when it did not end with status 0: then `why`, if not NULL, gets a line about that. */
const char *run_trusted(const char *folder, char *const *argv, char *const *env, int seconds,
			char *why, size_t why_size);

#endif
