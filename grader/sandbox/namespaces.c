/* namespaces.c - the full tier's processes, each in the one above it:
 *
 *     outer    in the grader's namespace of processes: makes the new namespaces and waits
 *     init     process 1 of the new ones: makes the root and the mounts, reaps every orphan, tells
 *              how the program ended, and ends; then the kernel kills what is left in there
 *     program  process 2: what the caller goes on as
 *
 * Where root grades there is no outer one: the grader's process forks the init into a new namespace of
 * processes at once (sandbox_fork). An ordinary user may only within a namespace of users, which a
 * process with threads cannot enter.
 *
 * The outer one dies with the grader, and the init with the one above it (PR_SET_PDEATHSIG). */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/patience.h"
#include "grader/base/sanitized.h"
#include "grader/sandbox/sandbox_inside.h"

#define STACK_BYTES (1 << 20) /* of a program before exec */

/* A process that only waits must not hold the program's descriptors open: their other ends would
 * never see them closed. `control` becomes descriptor 0. */
static void descriptors_close(int control)
{
	int kept = fcntl(control, F_DUPFD_CLOEXEC, 3);

	dup2(kept, 0); /* the lowest, so that the rest is one range */
	close_range(1, ~0U, 0);
}

static _Noreturn void outer_wait(pid_t init)
{
	int status;

	while (waitpid(init, &status, 0) < 0 && errno == EINTR)
		;
	_exit(0);
}

static _Noreturn void init_wait(pid_t program)
{
	SandboxEvent event = {.kind = SANDBOX_EVENT_END};
	pid_t got;
	int status;

	while ((got = waitpid(-1, &status, __WALL)) != program)
		if (got < 0 && errno != EINTR)
			break;
	event.status = status;
	sandbox_event_send(0, &event, -1);
	_exit(0);
}

/* `parent` is 0 where the parent is in another namespace. */
static void die_with_parent(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (parent != 0 && getppid() != parent)
		_exit(125); /* it died before the line above */
}

static pid_t child_make(int control)
{
	pid_t child = fork_patiently();

	if (child < 0)
		sandbox_fault(control, "no process: %s", strerror(errno));
	return child;
}

static bool shares_memory;

bool sandbox_shares_memory(void)
{
	return shares_memory;
}

static int program_begin(void *argument)
{
	const SandboxProgram *program = argument;

	die_with_parent(1);
	setsid();
	return program->go(program->argument);
}

/* As vfork() makes one, with a stack of its own: nothing is copied, and the init waits until it execs.
 * Whether a process may be looked into belongs to its memory: the init's stays closed, and exec opens
 * the program's. */
static pid_t program_spawn(const SandboxProgram *program, int control)
{
	char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	pid_t child = -1;
	int tries = 0;

	errno = ENOMEM;
	while (stack != MAP_FAILED && child < 0 && (tries == 0 || patience_has(&tries, errno))) {
		shares_memory = true;
		child = clone(program_begin, stack + STACK_BYTES, CLONE_VM | CLONE_VFORK | SIGCHLD,
			      (void *)(uintptr_t)program);
		tries += tries == 0;
	}
	if (child < 0)
		sandbox_fault(control, "no process: %s", strerror(errno));
	return child;
}

static pid_t program_fork(const SandboxProgram *program, int control)
{
	pid_t child = child_make(control);

	if (child > 0)
		return child;
	prctl(PR_SET_DUMPABLE, 1);
	_exit(program_begin((void *)(uintptr_t)program));
}

_Noreturn void sandbox_become_full(const Sandbox *sandbox, const char *folder, int control,
				   bool is_init, const SandboxProgram *program)
{
	sandbox_namespaces_make(sandbox, control, is_init);
	if (!is_init) {
		pid_t child = child_make(control);

		if (child > 0) {
			descriptors_close(control);
			outer_wait(child);
		}
		die_with_parent(0);
	}
	/* From before there is a program: it must not look into the init, which has its user where
	 * the grader is no root. */
	prctl(PR_SET_DUMPABLE, 0);
	sandbox_root_make(sandbox, folder, control);

	/* ASan takes it for a mistake to run on a stack that it has not seen begin */
	pid_t child = program->execs && !SANITIZED ? program_spawn(program, control)
						   : program_fork(program, control);

	descriptors_close(control);
	init_wait(child);
}
