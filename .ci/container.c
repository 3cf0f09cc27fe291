/* container.c - runs a command with the rights that Docker gives by default: root's capabilities
 * without the dangerous ones, and a filter that refuses what needs the rest.
 *
 *     container [--user NAME] COMMAND [ARGUMENT]...
 *
 * No new namespaces, no new mounts: what the kit's reduced isolation is for. An ordinary user may
 * run it too, who has no capabilities anyway; but then sudo and the like do not work below it. */
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <pwd.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BIT(capability) (1ULL << (capability))

static const uint64_t kept = BIT(CAP_CHOWN) | BIT(CAP_DAC_OVERRIDE) | BIT(CAP_FSETID) |
			     BIT(CAP_FOWNER) | BIT(CAP_MKNOD) | BIT(CAP_NET_RAW) | BIT(CAP_SETGID) |
			     BIT(CAP_SETUID) | BIT(CAP_SETFCAP) | BIT(CAP_SETPCAP) |
			     BIT(CAP_NET_BIND_SERVICE) | BIT(CAP_SYS_CHROOT) | BIT(CAP_KILL) |
			     BIT(CAP_AUDIT_WRITE);

/* Of what Docker's own list does not allow, all that a program of today may try. ptrace and
 * process_vm_readv are allowed, within what the capabilities leave. */
static const char *const refused[] = {
	/* namespaces and mounts */
	"unshare",
	"setns",
	"mount",
	"umount",
	"umount2",
	"pivot_root",
	"open_tree",
	"open_tree_attr",
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
	"fanotify_init",
	"open_by_handle_at",
	/* other processes */
	"kcmp",
	"pidfd_getfd",
	"process_madvise",
	"move_pages",
	"migrate_pages",
	"mbind",
	"get_mempolicy",
	"set_mempolicy",
	"set_mempolicy_home_node",
	/* the kernel */
	"bpf",
	"perf_event_open",
	"userfaultfd",
	"io_uring_setup",
	"io_uring_enter",
	"io_uring_register",
	"keyctl",
	"add_key",
	"request_key",
	"kexec_load",
	"kexec_file_load",
	"init_module",
	"finit_module",
	"delete_module",
	"reboot",
	"syslog",
	"acct",
	"iopl",
	"ioperm",
	"settimeofday",
	"clock_settime",
	"sethostname",
	"setdomainname",
	"vhangup",
	"nfsservctl",
	"lookup_dcookie",
	"sysfs",
	"uselib",
	"ustat",
};

static _Noreturn void fail(const char *what, int error)
{
	fprintf(stderr, "container: %s: %s\n", what, strerror(error));
	exit(126);
}

static void rule(scmp_filter_ctx filter, int error, int call, const struct scmp_arg_cmp *argument)
{
	int bad = call == __NR_SCMP_ERROR
			  ? 0
			  : seccomp_rule_add_array(filter, SCMP_ACT_ERRNO((uint32_t)error), call,
						   argument != NULL, argument);

	if (bad < 0 && bad != -EDOM) /* -EDOM: no call of this kind of machine */
		fail("a rule of the filter", -bad);
}

static void filter_load(void)
{
	static const uint64_t namespaces[] = {CLONE_NEWUSER,  CLONE_NEWNS,  CLONE_NEWPID,
					      CLONE_NEWNET,   CLONE_NEWIPC, CLONE_NEWUTS,
					      CLONE_NEWCGROUP};
	/* Docker allows 0, 8, 0x20000, 0x20008 and the question; gdb asks for this one. */
	const struct scmp_arg_cmp fixed_addresses = SCMP_A0(SCMP_CMP_EQ, 0x40000, 0);
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int bad;

	if (filter == NULL)
		fail("a filter", ENOMEM);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		rule(filter, EPERM, seccomp_syscall_resolve_name(refused[i]), NULL);
	for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++) {
		const struct scmp_arg_cmp flag =
			SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces[i], namespaces[i]);

		rule(filter, EPERM, SCMP_SYS(clone), &flag);
	}
	rule(filter, ENOSYS, SCMP_SYS(clone3), NULL);
	rule(filter, EPERM, SCMP_SYS(personality), &fixed_addresses);
	/* Root may load it without no_new_privs, which would stop programs that change the user;
	 * but not where this runs in a container itself. */
	bad = seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP,
			       geteuid() != 0 ||
				       prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN, 0, 0, 0) != 1);
	if (bad == 0)
		bad = seccomp_load(filter);
	if (bad < 0)
		fail("the filter", -bad);
	seccomp_release(filter);
}

/* An exec gives root all that is in the bounding set. */
static void capabilities_drop(void)
{
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {
		{(uint32_t)kept, (uint32_t)kept, 0},
		{(uint32_t)(kept >> 32), (uint32_t)(kept >> 32), 0}};

	for (int i = 0; prctl(PR_CAPBSET_READ, i, 0, 0, 0) >= 0; i++)
		if ((i > 63 || !(kept & BIT(i))) && prctl(PR_CAPBSET_DROP, i, 0, 0, 0) < 0)
			fail("the bounding set", errno);
	if (syscall(SYS_capset, &head, data) < 0)
		fail("capabilities", errno);
}

static void user_become(const char *name)
{
	const struct passwd *user = getpwnam(name);

	if (user == NULL)
		fail(name, ENOENT);
	if (initgroups(name, user->pw_gid) < 0 ||
	    setresgid(user->pw_gid, user->pw_gid, user->pw_gid) < 0 ||
	    setresuid(user->pw_uid, user->pw_uid, user->pw_uid) < 0)
		fail(name, errno);
	setenv("HOME", user->pw_dir, 1);
	setenv("USER", name, 1);
	setenv("LOGNAME", name, 1);
}

int main(int argc, char **argv)
{
	int named = argc > 2 && strcmp(argv[1], "--user") == 0, first = named ? 3 : 1;

	if (argc <= first || (argv[first][0] == '-' && !named)) {
		fputs("usage: container [--user NAME] COMMAND [ARGUMENT]...\n", stderr);
		return 2;
	}
	filter_load();
	if (geteuid() == 0)
		capabilities_drop();
	if (named)
		user_become(argv[2]);
	execvp(argv[first], argv + first);
	fail(argv[first], errno);
}
