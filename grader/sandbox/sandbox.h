/* sandbox.h - what a program of the student's, or a compiler that reads the student's file, can see
 * and do.
 *
 * There are three tiers. In the full one the program has a root of its own: a small file system in
 * memory with the files that it needs, read-only, and one folder to write in; namespaces of its own
 * for processes, network, users, IPC, host name; an init of ours, with which everything in there
 * dies; limits; and a filter of system calls. In the reduced one, where namespaces cannot be had (a
 * container that forbids them), the file system is the computer's, and Landlock, the filter and the
 * limits keep the program to the same files. Without a sandbox there are only the limits.
 *
 * In each of them a grader that runs as root gives the program an ordinary user's rights, of a user
 * whose number nobody else has. */
#ifndef GRADER_SANDBOX_SANDBOX_H
#define GRADER_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum SandboxTier { SANDBOX_NONE, SANDBOX_REDUCED, SANDBOX_FULL } SandboxTier;

/* "none", "reduced", "full" */
const char *sandbox_tier_name(SandboxTier tier);

/* A file or a folder with all that is in it. In the full tier it lies at `to`, or where it lies
 * outside when that is NULL; in the others always where it lies. What does not exist is left out.
 */
typedef struct SandboxPath {
	const char *path;
	const char *to;
} SandboxPath;

#define SANDBOX_FOLDER "/work" /* the folder to write in, in the full tier */

#define SANDBOX_SPARE 4096 /* a number of spare_processes: some programs that start all they may */

typedef struct Sandbox {
	SandboxTier tier;
	const SandboxPath *shown; /* closed by one whose path is NULL */
	uint64_t room_bytes;      /* that its files may occupy */
	int room_files;           /* how many, in the full tier */
	int processes;            /* that the program may have, threads included */
	int spare_processes;      /* for what is trusted, where one limit counts all processes of a
				   * user: more, for those that others of this user start meanwhile */
	uid_t user;               /* and group, that it gets; 0: those of this process */
	bool hardware;            /* real GPUs: it may do what their driver does: write to device
				   * files that are shown, ask the kernel about the computer, name
				   * its threads, and make files in memory, which only a control
				   * group counts */
	bool shares_pages;        /* the simulated GPUs are in the program, which may map pages
				   * shared with itself; again only a control group counts them */
} Sandbox;

/* The best tier up to `most` that works here, found by trying it: a process in it must not be able
 * to read what is not shown, to open a socket, to send the grader signals or to have more processes
 * than it may. It must be able to read `needed` (NULL: nothing) and to write into `folder`, which
 * is empty and may be written to. `why` gets one line when it is not the full tier. The caller must
 * have no other children. */
SandboxTier sandbox_probe(SandboxTier most, const char *folder, const char *needed, char *why,
			  size_t why_size);

/* For a grader that runs as root: a user whose number nobody else has, no other grader's program
 * either. 0 for a grader that is not root, and where there is no other user. */
uid_t sandbox_user(void);
uid_t sandbox_user_of(pid_t judge); /* of the grader's process of that number */

/* Another one, for the machine's process, which the program must not reach. */
uid_t sandbox_user_beside(void);

/* A further group for the programs of this process and of those that it forks from now on: folders of
 * that group only they may enter. 0: none. */
void sandbox_readers_set(gid_t group);

/* Kills every process of that user (not of 0): without a namespace of its own a program can leave
 * some that are children of nobody here. */
void sandbox_sweep(uid_t user);

/* Makes an empty folder that a sandboxed program can write to; `path` ends with XXXXXX. 0, or -1
 * with errno. */
int sandbox_folder_create(char *path);

#endif
