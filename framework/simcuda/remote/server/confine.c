/* confine.c - the machine's process answers whoever sends it bytes, so it keeps nothing that it
 * could be made to misuse: no user's rights, no new files, and of the kernel's calls only those of
 * the list below; any other fails.
 *
 * It holds no list of files that it may open, because it may open none. Its memory is looked after
 * by the judge: a limit on addresses would forbid it to reserve those of its GPUs. */
#include "framework/simcuda/remote/server/fork_server.h"

#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "framework/simcuda/remote/core_choose.h"

#define FILES      32
#define FILE_BYTES (UINT64_C(192) << 20) /* of one: the trace */

static const char *const allowed[] = {
	/* taking turns, the report, the trace */
	"futex",
	"poll",
	"ppoll",
	"read",
	"write",
	"writev",
	"sendmsg",
	"sendto",
	"recvfrom",
	"lseek",
	"ftruncate",
	"fstat",
	"newfstatat",
	"fcntl",
	"close",
	"dup2",
	"dup3",
	/* memory */
	"mmap",
	"munmap",
	"mremap",
	"mprotect",
	"madvise",
	"mbind", /* OpenBLAS, of its buffers */
	"brk",
	/* time, signals, the end */
	"clock_gettime",
	"gettimeofday",
	"nanosleep",
	"clock_nanosleep",
	"sched_yield",
	"rt_sigaction",
	"rt_sigprocmask",
	"rt_sigreturn",
	"restart_syscall",
	"getpid",
	"sysinfo", /* the C library, before it sorts much */
	"getrandom",
	"gettid",
	"tgkill",
	"exit",
	"exit_group",
};

/* The filter as the kernel takes it, made once for all machines. */
static struct sock_fprog program;

/* What libseccomp writes to a file. */
static int program_read(int file)
{
	off_t bytes = lseek(file, 0, SEEK_END);
	size_t one = sizeof *program.filter;
	if (bytes <= 0 || (size_t)bytes % one != 0 || (size_t)bytes / one > BPF_MAXINSNS)
		return -1;
	program.filter = malloc((size_t)bytes);
	program.len = (unsigned short)((size_t)bytes / one);
	return program.filter && pread(file, program.filter, (size_t)bytes, 0) == bytes ? 0 : -1;
}

int confine_prepare(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int file = memfd_create("simcuda-filter", MFD_CLOEXEC);
	/* a tree: the kernel goes over the filter once for each call that there is, when it is set */
	int bad = filter && file >= 0 ? seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
				      : -ENOMEM;
	for (size_t i = 0; i < sizeof allowed / sizeof *allowed && !bad; i++) {
		int number = seccomp_syscall_resolve_name(allowed[i]);
		if (number != __NR_SCMP_ERROR)
			bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
	}
	if (!bad)
		bad = seccomp_export_bpf(filter, file);
	if (filter)
		seccomp_release(filter);
	if (bad)
		errno = -bad;
	else
		bad = program_read(file);
	if (file >= 0)
		close(file);
	return bad ? -1 : 0;
}

/* A limit that is lower already stays. */
static int limit(int which, rlim_t soft, rlim_t hard)
{
	struct rlimit now;
	if (getrlimit(which, &now) != 0)
		return -1;
	if (now.rlim_max < hard)
		hard = now.rlim_max;
	return setrlimit(which, &(struct rlimit){soft < hard ? soft : hard, hard});
}

static int user_become(uid_t user)
{
	if (user == 0)
		return 0;
	if (setgroups(0, NULL) != 0 || setresgid(user, user, user) != 0 ||
	    setresuid(user, user, user) != 0)
		return -1;
	return prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of the user forgets it */
}

int confine(const RemoteOrder *order)
{
	rlim_t seconds = (rlim_t)(order->seconds > 0 ? order->seconds : 1);
	core_choose(order->core);
	if (user_become(order->user) != 0 || limit(RLIMIT_CORE, 0, 0) != 0 ||
	    limit(RLIMIT_NOFILE, FILES, FILES) != 0 ||
	    limit(RLIMIT_CPU, seconds, seconds + 1) != 0 ||
	    limit(RLIMIT_FSIZE, FILE_BYTES, FILE_BYTES) != 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return order->filtered ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) : 0;
}
