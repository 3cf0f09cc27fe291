/* confine.c - the last steps before exec: what the program must not get from the grader. */
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grader/sandbox/sandbox_inside.h"

/* Whoever made a namespace of users has all capabilities in it until exec. They go now, for the
 * programs that are functions and do not exec. */
static int capabilities_drop(void)
{
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};

	return (int)syscall(SYS_capset, &head, none);
}

static gid_t readers; /* 0: none */

void sandbox_readers_set(gid_t group)
{
	readers = group;
}

static void user_become(uid_t user, int control)
{
	if (setgroups(readers != 0, &readers) < 0 || setresgid(user, user, user) < 0 ||
	    setresuid(user, user, user) < 0)
		sandbox_fault(control, "no user without rights: %s", strerror(errno));
	/* A change of the user forgets the first, and forbids that user to look at what is open here,
	 * as disk_use_of_removed() does. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!sandbox_shares_memory())
		prctl(PR_SET_DUMPABLE, 1);
}

void sandbox_confine(const Sandbox *sandbox, int control)
{
	bool full = sandbox->tier == SANDBOX_FULL;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		sandbox_fault(control, "no_new_privs: %s", strerror(errno));
	if (sandbox->tier == SANDBOX_REDUCED && sandbox_landlock(sandbox) < 0)
		sandbox_fault(control, "no Landlock: %s", strerror(errno));
	if (sandbox->user != 0)
		user_become(sandbox->user, control);
	if (full && capabilities_drop() < 0)
		sandbox_fault(control, "capabilities cannot be given up: %s", strerror(errno));
	if (sandbox->tier != SANDBOX_NONE && sandbox_filter(sandbox) < 0)
		sandbox_fault(control, "no filter of system calls: %s", strerror(errno));
}
