/* seccomp.c - the filter of system calls: refuses what no exercise needs, by the call's name, by its
 * number or by its arguments. What is refused with EPERM may be asked for out of habit: the program
 * goes on.
 *
 * It is made once for all programs of a kind, since libseccomp takes as long for it as the program
 * for starting: the first process_run() of a grading makes it, and the judges, which are forked
 * later, have it. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grader/sandbox/refused_calls.h"
#include "grader/sandbox/sandbox_inside.h"

/* A name that this kind of machine does not know is no rule. `error`: what is answered; 0: as if it were done. */
static int rule_add(scmp_filter_ctx filter, const Rule *rule, int error)
{
	int call = seccomp_syscall_resolve_name(rule->call), bad;

	if (call == __NR_SCMP_ERROR)
		return 0;
	bad = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(error), call,
				     (unsigned)rule->conditions, rule->condition);
	return bad == -EDOM ? 0 : bad;
}

static int names_add(scmp_filter_ctx filter, const char *const *names, int error)
{
	int bad = 0;

	for (; bad == 0 && *names; names++)
		bad = rule_add(filter, &(Rule){*names, {{0}}, 0, ANYWHERE, 0}, error);
	return bad;
}

static int refuse_by_arguments(scmp_filter_ctx filter, const bool *here)
{
	int bad = 0;

	for (const Rule *rule = refused_arguments; bad == 0 && rule->call; rule++)
		if (here[rule->where])
			bad = rule_add(filter, rule, rule->error ? rule->error : EPERM);
	return bad;
}

/* What a kernel has learnt since the lists were made (and libseccomp, which knows names): each new
 * way to change a file's mode or attributes is one that Landlock does not look at. These numbers are
 * the same on every kind of machine. Where a call is missing, the C library takes an older one. */
#define MEMFD_SECRET 447 /* libseccomp may not know it */
#define NEWER_FIRST  451
#define NEWER_LAST   511

/* Stands before what libseccomp makes, which has an instruction for each number: the kernel takes as long as they are many. */
static const struct sock_filter refuse_newer[] = {
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, NEWER_FIRST, 0, 2),
	BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, NEWER_LAST, 1, 0),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
};

/* Where processes have no namespace of their own, those of the same user could be reached. What one
 * does to oneself goes on: abort() and raise() send signals, and the drive reads its own memory
 * with care. This hangs on the process's number, so it is a filter by itself. */
static int refuse_others(scmp_filter_ctx filter)
{
	static const char *const calls[] = {"kill",
					    "tgkill",
					    "rt_sigqueueinfo",
					    "rt_tgsigqueueinfo",
					    "process_vm_readv",
					    "process_vm_writev"};
	const struct scmp_arg_cmp other = NOT(0, (uint64_t)getpid());
	int bad = 0;

	for (size_t i = 0; bad == 0 && i < sizeof calls / sizeof *calls; i++)
		bad = rule_add(filter, &(Rule){calls[i], {other}, 1, AMONG_OTHERS, 0}, EPERM);
	return bad;
}

static int rules_add(scmp_filter_ctx filter, const Sandbox *sandbox)
{
	const bool here[] = {
		[ANYWHERE] = true,
		[AMONG_OTHERS] = sandbox->tier != SANDBOX_FULL,
		[WITHOUT_SHARING] = !sandbox->hardware && !sandbox->shares_pages,
		[WITHOUT_HARDWARE] = !sandbox->hardware,
	};
	int bad = names_add(filter, refused_calls, EPERM);

	if (bad == 0)
		bad = names_add(filter, undone_calls, 0);
	if (bad == 0 && !sandbox->hardware)
		bad = names_add(filter, refused_without_hardware, EPERM);
	if (bad == 0 && !sandbox->hardware)
		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), MEMFD_SECRET, 0);
	return bad == 0 ? refuse_by_arguments(filter, here) : bad;
}

/* --- filters as the kernel takes them ---------------------------------------------------------- */

static struct sock_fprog made[2 * 2 * 2];

static struct sock_fprog *made_for(const Sandbox *sandbox)
{
	return &made[(sandbox->tier == SANDBOX_FULL) + 2 * sandbox->hardware +
		     4 * sandbox->shares_pages];
}

/* What libseccomp wrote to a file; 0, or an error's number below it. */
static int program_read(int file, struct sock_fprog *program)
{
	const size_t one = sizeof *program->filter, before = sizeof refuse_newer;
	off_t bytes = lseek(file, 0, SEEK_END);

	if (bytes <= 0 || (size_t)bytes % one != 0 || (before + (size_t)bytes) / one > BPF_MAXINSNS)
		return -EINVAL;
	program->filter = malloc(before + (size_t)bytes);
	if (!program->filter ||
	    pread(file, (char *)program->filter + before, (size_t)bytes, 0) != bytes)
		return -ENOMEM;
	memcpy(program->filter, refuse_newer, before);
	program->len = (unsigned short)((before + (size_t)bytes) / one);
	return 0;
}

int sandbox_filter_make(const Sandbox *sandbox)
{
	scmp_filter_ctx filter;
	int file, bad;

	if (sandbox->tier == SANDBOX_NONE || made_for(sandbox)->len > 0)
		return 0;
	filter = seccomp_init(SCMP_ACT_ALLOW);
	file = memfd_create("usegpu-filter", MFD_CLOEXEC);
	/* a tree: the kernel goes over the filter once for each call that there is, when it is set */
	bad = filter && file >= 0 ? seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) : -ENOMEM;
	if (bad == 0)
		bad = rules_add(filter, sandbox);
	if (bad == 0)
		bad = seccomp_export_bpf(filter, file);
	if (bad == 0)
		bad = program_read(file, made_for(sandbox));
	if (filter)
		seccomp_release(filter);
	if (file >= 0)
		close(file);
	errno = -bad;
	return bad == 0 ? 0 : -1;
}

static int others_filter(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int bad = !filter ? -ENOMEM : refuse_others(filter);

	if (bad == 0)
		bad = seccomp_load(filter);
	if (filter)
		seccomp_release(filter);
	errno = -bad;
	return bad == 0 ? 0 : -1;
}

int sandbox_filter(const Sandbox *sandbox)
{
	if (sandbox->tier != SANDBOX_FULL && others_filter() < 0)
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, made_for(sandbox));
}
