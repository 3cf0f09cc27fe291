/* sandbox.h - what a program of the student's, or a compiler that reads the student's file, can see
 * and do.
 *
 * There are three tiers. In the full one the program has a root of its own: a small file system in
 * memory with the files that it needs, read-only, and one folder to write in; namespaces of its own
 * for processes, network, users, IPC, host name; an init of ours, with which everything in there
 * dies; limits; and a filter of system calls. In the reduced one, where namespaces cannot be had (a
 * container that forbids them), the file system is the machine's, and Landlock, the filter and the
 * limits keep the program to the same files. Without a sandbox there are only the limits.
 *
 * In each of them a grader that runs as root gives the program an ordinary user's rights, of a user
 * that nobody else is. */
#ifndef GRADER_SANDBOX_SANDBOX_H
#define GRADER_SANDBOX_SANDBOX_H

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

typedef struct Sandbox {
	SandboxTier tier;
	const SandboxPath *shown; /* closed by one whose path is NULL */
	uint64_t room_bytes;      /* of the folder to write in, in the full tier */
	int room_files;
	int processes; /* that the program may have, threads included */
	uid_t user;    /* and group, that the program gets; 0: it stays who we are */
	int hardware;  /* 1: real GPUs. It may do what their driver does: write to device files that
			* are shown, ask the kernel about the machine, name its threads, and make
			* files in memory, which no limit of memory counts. */
} Sandbox;

/* The best tier up to `most` that works here, found by trying it: a process in it must not be able
 * to read what is not shown, to open a socket, to send the grader signals or to have more processes
 * than it may. It must be able to read `needed` (NULL: nothing) and to write into `folder`, which
 * is empty and let to it. `why` gets one line when it is not the full tier. The caller must have no
 * other children. */
SandboxTier sandbox_probe(SandboxTier most, const char *folder, const char *needed, char *why,
			  size_t why_size);

/* For a grader that runs as root: a user that nobody else is, also no other grader now. 0 for
 * others, and where there is no other user. */
uid_t sandbox_user(void);
uid_t sandbox_user_of(pid_t judge); /* of the grader's process of that number */

/* Another one, for what works for this judge and must not be in the program's reach. */
uid_t sandbox_user_beside(void);

/* The group that the programs of this process get besides, and of those that it forks from now on:
 * what only they may enter. 0, from which they have none. */
void sandbox_readers_set(gid_t group);

/* Ends every process of that user (not of 0): without a namespace of its own a program can leave
 * some that are nobody's children any more. */
void sandbox_sweep(uid_t user);

/* --- for process.c, between fork and exec ----------------------------------------------------- */

/* Full tier. Called in a new process, which becomes the outermost one of the sandbox: makes the
 * namespaces and the file system over `folder`, and returns in the innermost process, whose current
 * folder is SANDBOX_FOLDER. The two processes above it wait for its end and never return. What is
 * to be told goes over `control` as SandboxNews. On failure the news says why and the process ends.
 */
void sandbox_become_full(const Sandbox *sandbox, const char *folder, int control);

/* Every tier. Called in the process that will be the program, last before exec: the user, Landlock
 * (in the reduced tier; the current folder may be written to) and the filter. Ends the process when
 * that fails; `control` as above, or -1. */
void sandbox_confine(const Sandbox *sandbox, int control);

typedef enum SandboxEventKind {
	SANDBOX_EVENT_FOLDER, /* a descriptor comes with it: of the folder to write in */
	SANDBOX_EVENT_START,  /* from the program's process itself: the kernel tells its number */
	SANDBOX_EVENT_END,    /* status: as of waitpid() */
	SANDBOX_EVENT_FAULT,  /* text: what went wrong while the sandbox was made */
} SandboxEventKind;

typedef struct SandboxEvent {
	SandboxEventKind kind;
	int status;
	char text[160];
} SandboxEvent;

/* Tells that the program is about to start. */
void sandbox_event_send_start(int control);

/* Reads one news without waiting: 1, or 0 when there is none. *pid is the sender, *fd the
 * descriptor that came along, or -1. The socket needs SO_PASSCRED. */
int sandbox_event_receive(int control, SandboxEvent *news, pid_t *pid, int *fd);

/* Makes and loads the filter of system calls; 0, or -1 with errno. `alone`: there are no processes
 * but the program's own that it could reach. */
int sandbox_filter(const Sandbox *sandbox, int alone);

/* Keeps the process to the files that are shown and the current folder; 0, or -1 with errno. */
int sandbox_landlock(const Sandbox *sandbox);

/* Makes an empty folder that a sandboxed program can write to; `path` ends with XXXXXX. 0, or -1
 * with errno. */
int sandbox_folder_create(char *path);

#endif
