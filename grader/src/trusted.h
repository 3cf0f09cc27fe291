/* trusted.h - runs a program that is no submission: one of the kit's own, or the system's. */
#ifndef TRUSTED_H
#define TRUSTED_H

#include "options.h"

/* Runs it without a sandbox for `seconds` at most; the environment is `env` and nothing else but
 * PATH and LD_LIBRARY_PATH as they are here. What it printed, until the next call; NULL when it did
 * not end with 0: then `why`, if not NULL, is a line about that. */
const char *trusted_run(const Options *options, char *const *argv, char *const *env, int seconds,
			char *why, size_t why_size);

#endif
