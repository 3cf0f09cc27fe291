/* process.h - runs one program that nobody trusts, within limits, and leaves nothing of it behind.
 *
 * The program gets a session of its own, /dev/null as its input, one pipe for both its outputs, the
 * environment that is given and nothing else. It is watched through a pidfd and a deadline, never
 * by waiting for the end of its output, because a survivor may hold that open. When it is over,
 * its group is killed, and so is every orphan that has become a child of ours (the caller is a
 * "subreaper"), so the caller must have no other children.
 *
 * With a sandbox it sees and may do what that says (sandbox.h); in its full tier the survivors die
 * with its namespace, whatever they do.
 *
 * A student's program is limited by looking at the memory that it occupies every few milliseconds
 * (footprint.h), and where a control group can be made, by that one too (cgroup.h). A limit on
 * addresses would forbid the simulator to reserve those of its GPUs, and sanitizers their shadow. A
 * compiler, which works in child processes, gets the limit on addresses.
 *
 * Where its folder is not a file system of its own, the program is killed when its files occupy more
 * room than it may have (disk_use.h). */
#ifndef GRADER_SANDBOX_PROCESS_H
#define GRADER_SANDBOX_PROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "grader/sandbox/sandbox.h"
#include "grader/wire/channel.h"

#define PROCESS_OUTPUT_MAX 65536

/* What a program's process has to do with that of the simulated machine that works for it. */
typedef struct MachineEnds {
	pid_t pid;        /* no child of ours; 0: there is none */
	int memory, life; /* descriptors of the program's ends of the line; -1 when given away */
	int core;         /* on which both sides run; -1: any */
} MachineEnds;

/* What `life` becomes in the program: after MACHINE_MEMORY_FD. */
#define MACHINE_LIFE_FD 5

typedef struct ProcessSpec {
	char *const *argv; /* argv[0] is looked for in PATH; a path must be absolute */
	char *const *env;
	int (*body)(void);      /* instead of argv: what the process does, and its exit status */
	const char *folder;     /* where it starts: a folder of its own, empty in the full tier */
	const Sandbox *sandbox; /* NULL for none */
	double wall_s;          /* for each round of the channel, without its queueing */
	int cpu_s;              /* for all of them */
	int files;              /* descriptors */
	uint64_t memory_bytes;  /* that its processes occupy together; 0: no limit */
	uint64_t address_bytes; /* of addresses, for every process; 0: no limit */
	uint64_t file_bytes;    /* of one file */
	Channel *channel;       /* NULL for none; channel->fd is ours, */
	int channel_other_fd;   /* and this one becomes CHANNEL_FD of the program */
	const MachineEnds *machine; /* NULL for none; its ends of the line go to the program,
				     * and it stays when the program is swept up */
	int attended; /* 1: for somebody at a terminal (gdb): it gets that, and no limits */
} ProcessSpec;

typedef struct ProcessEnd {
	int status;    /* as of waitpid() */
	int timed_out; /* 1: killed at the deadline */
	int too_large; /* 1: killed because of its memory */
	int used_up; /* 1: it went on when it had used its seconds of the processor; the kernel kills it then */
	int too_full;  /* 1: its files took more room than it may have */
	int cut;       /* 1: it printed more than is kept */
	double took_s; /* from when the program was there, less what others took from it, as far as
			  * that was seen before it ended */
	int folder_fd; /* the folder that it wrote in, O_PATH; to be closed; -1 when there is none
			  */
	char fault[160]; /* why the program was not even started, "" when it was */
	size_t output_bytes;
	char output[PROCESS_OUTPUT_MAX + 1];
} ProcessEnd;

/* Runs it to its end. 0, or -1 with errno when it could not even be started. A program that cannot
 * be executed ends with status 127 and says why in its output. */
int process_run(const ProcessSpec *spec, ProcessEnd *end);

#endif
