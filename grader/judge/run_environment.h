/* run_environment.h - the environment of a run's program, and whether its timeline is written down. */
#ifndef RUN_ENVIRONMENT_H
#define RUN_ENVIRONMENT_H

#include <stdbool.h>

#include "grader/include/judge.h"

#define RUN_ENV_MAX 28

bool run_is_traced(const Run *r);

/* Strings that the caller frees, ended by NULL: up to RUN_ENV_MAX with it. `inside` is the program's folder as the
 * program sees it; attended: somebody sits in front of it. */
void run_environment(const Run *r, int simulated, int remote, int attended, const char *inside,
		     char **env);

#endif
