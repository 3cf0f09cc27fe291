/* rlimits.c - limits of resources that were set before we began, by a login or by a batch system. A
 * student's program gets its own (grader/sandbox/limits.c), but never higher ones. */
#include "grader/setup/rlimits.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"

#define BUILD_CPU_S 20 /* a compiler may take as long */

typedef struct Need {
	int which;
	const char *option; /* of ulimit */
	const char *what;
	rlim_t least;
} Need;

static bool need_fits(const Need *need)
{
	struct rlimit now;

	if (getrlimit(need->which, &now) < 0 || now.rlim_cur >= need->least)
		return true; /* a kernel that does not know the limit has none */
	now.rlim_cur = now.rlim_max;
	if (now.rlim_max >= need->least && setrlimit(need->which, &now) == 0)
		return true;
	refuse("the limit of %s (ulimit -%s) is %llu; wanted %llu", need->what, need->option,
	       (unsigned long long)now.rlim_max, (unsigned long long)need->least);
	return false;
}

/* Without /proc no user of our own can be found, nor what a program left behind, nor a machine's
 * files, and each part would say so in its own way. In a /proc of another namespace our numbers
 * belong to other processes. */
int rlimits_check_proc(void)
{
	char self[32] = "";

	if (readlink("/proc/self", self, sizeof self - 1) > 0 &&
	    strtol(self, NULL, 10) == (long)getpid())
		return 0;
	return refuse("/proc is not mounted here, or is that of other processes; the grader needs "
		      "it: mount -t proc proc /proc, or start the container with a /proc of its "
		      "own");
}

int rlimits_raise(const Options *options)
{
	const Need needs[] = {
		/* the simulated GPUs reserve addresses for all of their memory */
		{RLIMIT_AS, "v", "addresses in bytes", (rlim_t)1 << 40},
		{RLIMIT_DATA, "d", "data in bytes", (rlim_t)8 << 30},
		{RLIMIT_STACK, "s", "the stack in bytes", (rlim_t)8 << 20},
		{RLIMIT_FSIZE, "f", "a file in bytes", (rlim_t)64 << 20},
		{RLIMIT_NOFILE, "n", "open files", 256},
		{RLIMIT_CPU, "t", "seconds of the processor",
		 (rlim_t)options->seconds + BUILD_CPU_S},
	};

	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
		if (!need_fits(&needs[i]))
			return -1;
	return 0;
}
