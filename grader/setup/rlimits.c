/* rlimits.c - limits of resources that come from outside, such as those of a login or of a batch
 * system. A student's program gets its own (child.c), but never higher ones. */
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
		return true; /* what is not known here is not limited */
	now.rlim_cur = now.rlim_max;
	if (now.rlim_max >= need->least && setrlimit(need->which, &now) == 0)
		return true;
	refuse("the limit of %s (ulimit -%s) is %llu; wanted %llu", need->what, need->option,
	       (unsigned long long)now.rlim_max, (unsigned long long)need->least);
	return false;
}

/* Without it nothing works as it should, and each part would say so in its own way: no user can be
 * told, nothing that a program left behind is found, a machine does not find its files. In one of
 * another namespace our numbers are those of other processes. */
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
		/* the simulated GPUs' memory has addresses, whether it is used or not */
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
