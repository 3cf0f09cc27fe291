/* sandbox_inside.h - for the files of this folder alone: what happens in a new process between fork
 * and exec, and how it tells the one that forked it. */
#ifndef GRADER_SANDBOX_SANDBOX_INSIDE_H
#define GRADER_SANDBOX_SANDBOX_INSIDE_H

#include <stdbool.h>
#include <sys/types.h>

#include "grader/sandbox/sandbox.h"

/* What the innermost process goes on as; it never returns. */
typedef struct SandboxProgram {
	int (*go)(void *argument);
	void *argument;
	bool execs; /* all that `go` does ends in exec or _exit, and nothing of a student's runs before */
} SandboxProgram;

/* Full tier. Called in a new process, which becomes the outermost one of the sandbox: makes the
 * namespaces and the file system over `folder`, and calls program->go in the innermost process, whose
 * current folder is SANDBOX_FOLDER. The processes above it wait for its end. `is_init`: the calling
 * process is the first one of its namespace of processes already. Events go over the socket
 * `control`. On failure an event says why and the process ends. */
_Noreturn void sandbox_become_full(const Sandbox *sandbox, const char *folder, int control,
				   bool is_init, const SandboxProgram *program);

/* Forks like fork(); where it can, the child is the first process of a new namespace of processes,
 * *is_init says so. That is where the full tier gives the program another user. */
pid_t sandbox_fork(const Sandbox *sandbox, bool *is_init);

/* Whether this process has its memory in common with the init, which waits until it execs. */
bool sandbox_shares_memory(void);

/* Makes once, for this process and those that it forks, the namespaces that all programs of a grading
 * are in; where that fails each gets its own. The caller must have no other children. */
void sandbox_namespaces_prepare(const Sandbox *sandbox);

/* Makes and enters the namespaces of one program, that of processes unless `is_init`. Ends the process
 * when that fails. */
void sandbox_namespaces_make(const Sandbox *sandbox, int control, bool is_init);

/* Makes the file system and its folders, and enters it. Ends the process when that fails. */
void sandbox_root_make(const Sandbox *sandbox, const char *folder, int control);

/* Every tier. Called in the process that will be the program, last before exec: the user, Landlock
 * (in the reduced tier; the current folder may be written to) and the filter. Ends the process when
 * that fails; `control` as above, or -1. */
void sandbox_confine(const Sandbox *sandbox, int control);

/* Makes the filter of system calls for programs of this kind, unless this process or one above it has
 * made it; 0, or -1 with errno. */
int sandbox_filter_make(const Sandbox *sandbox);

/* Loads that filter into the calling process; 0, or -1 with errno. In the full tier there are no
 * processes but the program's own that it could reach; in the reduced one it refuses those, too. */
int sandbox_filter(const Sandbox *sandbox);

/* Keeps the process to the files that are shown and the current folder, and its signals to itself
 * and its children; 0, or -1 with errno. */
int sandbox_landlock(const Sandbox *sandbox);

/* --- what the new process tells ---------------------------------------------------------------- */

typedef enum SandboxEventKind {
	SANDBOX_EVENT_FOLDER,    /* a descriptor comes with it: of the folder to write in */
	SANDBOX_EVENT_NAMESPACE, /* the same: of a namespace for a whole grading */
	SANDBOX_EVENT_START, /* from the program's process itself: the kernel tells its number */
	SANDBOX_EVENT_END,   /* status: as of waitpid() */
	SANDBOX_EVENT_FAULT, /* text: what went wrong while the sandbox was made */
} SandboxEventKind;

typedef struct SandboxEvent {
	SandboxEventKind kind;
	int status;
	char text[160];
} SandboxEvent;

/* `fd` goes along; -1: none. */
void sandbox_event_send(int control, const SandboxEvent *event, int fd);

/* Sends a fault, unless `control` is -1, and ends the process. */
__attribute__((format(printf, 2, 3))) _Noreturn void sandbox_fault(int control, const char *format,
								   ...);

/* Reads one event without waiting: 1, or 0 when there is none. *pid is the sender, *fd the
 * descriptor that came along, or -1. The socket needs SO_PASSCRED. */
int sandbox_event_receive(int control, SandboxEvent *event, pid_t *pid, int *fd);

#endif
