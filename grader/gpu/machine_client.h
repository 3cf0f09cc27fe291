/* machine_client.h - the process in which the simulated machine of one run lives (docs/remote.md).
 *
 * The student's program holds only the stubs of CUDA and cuBLAS. Its process can break the line to
 * the machine, which ends the run, but not change what the machine counted, found and keeps in
 * device memory; the judge has that from the machine's own process.
 *
 * The grader starts one process that waits with all that machines need (simcuda-remote --warm,
 * judge_link.h), before its judges; they inherit the way to it, and have a machine made for every
 * run.
 */
#ifndef GRADER_GPU_MACHINE_CLIENT_H
#define GRADER_GPU_MACHINE_CLIENT_H

#include <sys/types.h>

#include "framework/simcuda/remote/judge_link.h"
#include "grader/sandbox/process.h"
#include "grader/setup/options.h"
#include "grader/wire/device_link.h"

typedef struct Remote {
	MachineEnds ends;
	int link, lease;
	int trace;    /* the file with its trace; -1: none was wanted */
	char *report; /* after the end: JSON, or NULL when it did not come to that */
	int status;   /* as of waitpid() */
} Remote;

#define REMOTE_NONE                                                                                \
	((Remote){.ends = {.memory = -1, .life = -1, .core = -1},                                  \
		  .link = -1,                                                                      \
		  .lease = -1,                                                                     \
		  .trace = -1})

/* Starts what makes machines; ends it. 0, or -1 after a line on stderr. */
int remote_open(const Options *options);
void remote_close(void);

/* Has one made for that machine ("2xa100"), which may use so many seconds of the processor;
 * `traced`: it writes a trace; `kernels`: it takes those that the program brings. 0, or -1 with errno. */
int remote_start(const Options *options, const char *machine, int traced, int kernels,
		 Remote *remote);

/* What a channel asks of it. `remote` has to stay where it is. */
DeviceLink remote_device_link(Remote *remote);

/* Closes the ends that the program has got. */
void remote_given(Remote *remote);

/* Waits for its report, for a second at most, and lets it go. */
void remote_end(Remote *remote);

void remote_free(Remote *remote);

#endif
