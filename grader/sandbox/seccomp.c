/* seccomp.c - the calls of the kernel that no exercise needs. */
#include "grader/sandbox/sandbox.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Refused with EPERM, so that a program that asks out of habit goes on. By name, so that a system
 * that lacks one is no trouble. */
static const char *const refused[] = {
	/* other processes, and this one as a debugger would see it */
	"ptrace",
	"process_madvise",
	"kcmp",
	"pidfd_getfd",
	"pidfd_open",
	"pidfd_send_signal",
	/* other namespaces and file systems */
	"unshare",
	"setns",
	"mount",
	"umount",
	"umount2",
	"pivot_root",
	"chroot",
	"open_tree",
	"move_mount",
	"fsopen",
	"fsconfig",
	"fsmount",
	"fspick",
	"mount_setattr",
	"swapon",
	"swapoff",
	"quotactl",
	"quotactl_fd",
	"name_to_handle_at",
	"open_by_handle_at",
	"fanotify_init",
	"fanotify_mark",
	"acct",
	"sysfs",
	/* what outlives the process or is shared with others */
	"shmget",
	"shmat",
	"shmctl",
	"msgget",
	"msgsnd",
	"msgrcv",
	"semget",
	"semop",
	"semtimedop",
	"mq_open",
	"mq_unlink",
	"keyctl",
	"add_key",
	"request_key",
	/* the kernel itself */
	"bpf",
	"perf_event_open",
	"userfaultfd",
	"io_uring_setup",
	"io_uring_enter",
	"io_uring_register",
	"kexec_load",
	"kexec_file_load",
	"init_module",
	"finit_module",
	"delete_module",
	"reboot",
	"syslog",
	"iopl",
	"ioperm",
	"settimeofday",
	"clock_settime",
	"clock_adjtime",
	"adjtimex",
	"sethostname",
	"setdomainname",
	"vhangup",
	"nfsservctl",
	"lookup_dcookie",
	"personality",
	"modify_ldt",
	/* Landlock does not look at these */
	"chmod",
	"fchmod",
	"fchmodat",
	"chown",
	"fchown",
	"lchown",
	"fchownat",
	"setxattr",
	"lsetxattr",
	"fsetxattr",
	"removexattr",
	"lremovexattr",
	"fremovexattr",
	"mknod",
	"mknodat",
	"utime",
	"utimes",
	"futimesat",
	"utimensat",
	/* the network */
	"socket",
	"connect",
	"bind",
	"listen",
	"accept",
	"accept4",
};

static int refuse_all(scmp_filter_ctx filter)
{
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		int call = seccomp_syscall_resolve_name(refused[i]);
		int bad;

		if (call == __NR_SCMP_ERROR)
			continue;
		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
		if (bad < 0 && bad != -EDOM) /* not on this kind of machine */
			return bad;
	}
	return 0;
}

/* What a kernel has learnt since the list above was made (and libseccomp, which knows names): each
 * new way to change a file's mode or attributes is one that Landlock does not look at. These
 * numbers are the same on every kind of machine. To whom a call is missing, the C library takes an
 * older one. */
#define MEMFD_SECRET 447 /* on every kind of machine, but not in every C library */
#define NEWER_FIRST  451
#define NEWER_LAST   511

static int refuse_newer(scmp_filter_ctx filter)
{
	int bad = 0;

	for (int call = NEWER_FIRST; bad == 0 && call <= NEWER_LAST; call++)
		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0);
	return bad;
}

/* A new process must not have a new namespace. The arguments of clone3 lie in memory, where no
 * filter sees them; the C library falls back to clone when it is told that there is no clone3. */
static int refuse_namespaces(scmp_filter_ctx filter)
{
	static const uint64_t flags[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,   CLONE_NEWNET,
					 CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};
	int bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);

	for (size_t i = 0; bad == 0 && i < sizeof flags / sizeof *flags; i++)
		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
				       SCMP_A0(SCMP_CMP_MASKED_EQ, flags[i], flags[i]));
	return bad;
}

/* Bytes in such a file are in no process, so nobody sees how many there are. */
static int refuse_memory_files(scmp_filter_ctx filter)
{
	int bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(memfd_create), 0);

	if (bad == 0)
		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), MEMFD_SECRET, 0);
	return bad;
}

/* Where processes have no namespace of their own, those of the same user could be reached. What one
 * does to oneself goes on: abort() and raise() send signals, and the drive reads its own memory
 * with care. */
static int refuse_others(scmp_filter_ctx filter)
{
	static const char *const calls[] = {"kill",
					    "tgkill",
					    "rt_sigqueueinfo",
					    "rt_tgsigqueueinfo",
					    "process_vm_readv",
					    "process_vm_writev"};
	int bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(tkill), 0);

	for (size_t i = 0; bad == 0 && i < sizeof calls / sizeof *calls; i++) {
		int call = seccomp_syscall_resolve_name(calls[i]);
		uint64_t own = (uint64_t)getpid();

		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 1,
				       SCMP_A0(SCMP_CMP_NE, own, 0));
	}
	/* 0 is oneself: what the C library asks for */
	if (bad == 0)
		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1,
				       SCMP_A0(SCMP_CMP_NE, 0, 0));
	return bad;
}

int sandbox_filter(const Sandbox *sandbox, int alone)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int bad = !filter ? -ENOMEM : refuse_all(filter);

	if (bad == 0)
		bad = refuse_newer(filter);
	if (bad == 0)
		bad = refuse_namespaces(filter);
	if (bad == 0 && !sandbox->hardware)
		bad = refuse_memory_files(filter);
	if (bad == 0 && !alone)
		bad = refuse_others(filter);
	/* typing into the terminal of whoever started the grader */
	if (bad == 0)
		bad = seccomp_rule_add(
			filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
			SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, 0x5412 /* TIOCSTI */));
	if (bad == 0)
		bad = seccomp_load(filter);
	if (filter)
		seccomp_release(filter);
	errno = -bad;
	return bad == 0 ? 0 : -1;
}
