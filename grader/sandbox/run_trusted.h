/* run_trusted.h - runs a program that is no submission: one of the kit's own, or the system's. */
#ifndef GRADER_SANDBOX_RUN_TRUSTED_H
#define GRADER_SANDBOX_RUN_TRUSTED_H

#include <stddef.h>

/* Runs it without a sandbox, in `folder`, for `seconds` at most; the environment is `env` and
 * nothing else but PATH and LD_LIBRARY_PATH as they are here. What it printed, until the next call;
 * NULL when it did not end with 0: then `why`, if not NULL, is a line about that. */
const char *run_trusted(const char *folder, char *const *argv, char *const *env, int seconds,
			char *why, size_t why_size);

#endif
