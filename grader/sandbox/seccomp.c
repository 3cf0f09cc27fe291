/* seccomp.c - the filter of system calls: refuses what no exercise needs, by the call's name, by its
 * number or by its arguments. What is refused with EPERM may be asked for out of habit: the program
 * goes on. */
#include "grader/sandbox/sandbox.h"

#include <errno.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "grader/sandbox/refused_calls.h"

/* A name that this kind of machine does not know is no rule. */
static int rule_add(scmp_filter_ctx filter, const Rule *rule)
{
	int call = seccomp_syscall_resolve_name(rule->call), bad;

	if (call == __NR_SCMP_ERROR)
		return 0;
	bad = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(rule->error ? rule->error : EPERM),
				     call, (unsigned)rule->conditions, rule->condition);
	return bad == -EDOM ? 0 : bad;
}

static int refuse_names(scmp_filter_ctx filter, const char *const *names)
{
	int bad = 0;

	for (; bad == 0 && *names; names++)
		bad = rule_add(filter, &(Rule){*names, {{0}}, 0, ANYWHERE, 0});
	return bad;
}

static int refuse_by_arguments(scmp_filter_ctx filter, const bool *here)
{
	int bad = 0;

	for (const Rule *rule = refused_arguments; bad == 0 && rule->call; rule++)
		if (here[rule->where])
			bad = rule_add(filter, rule);
	return bad;
}

/* What a kernel has learnt since the lists were made (and libseccomp, which knows names): each new
 * way to change a file's mode or attributes is one that Landlock does not look at. These numbers are
 * the same on every kind of machine. Where a call is missing, the C library takes an older one. */
#define MEMFD_SECRET 447 /* libseccomp may not know it */
#define NEWER_FIRST  451
#define NEWER_LAST   511

static int refuse_newer(scmp_filter_ctx filter)
{
	int bad = 0;

	for (int call = NEWER_FIRST; bad == 0 && call <= NEWER_LAST; call++)
		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0);
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
	const struct scmp_arg_cmp other = NOT(0, (uint64_t)getpid());
	int bad = 0;

	for (size_t i = 0; bad == 0 && i < sizeof calls / sizeof *calls; i++)
		bad = rule_add(filter, &(Rule){calls[i], {other}, 1, AMONG_OTHERS, 0});
	return bad;
}

int sandbox_filter(const Sandbox *sandbox, bool alone)
{
	const bool here[] = {
		[ANYWHERE] = true,
		[AMONG_OTHERS] = !alone,
		[WITHOUT_SHARING] = !sandbox->hardware && !sandbox->shares_pages,
	};
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int bad = !filter ? -ENOMEM : refuse_names(filter, refused_calls);

	if (bad == 0 && !sandbox->hardware)
		bad = refuse_names(filter, refused_without_hardware);
	if (bad == 0 && !sandbox->hardware)
		bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), MEMFD_SECRET, 0);
	if (bad == 0)
		bad = refuse_by_arguments(filter, here);
	if (bad == 0)
		bad = refuse_newer(filter);
	if (bad == 0 && !alone)
		bad = refuse_others(filter);
	if (bad == 0)
		bad = seccomp_load(filter);
	if (filter)
		seccomp_release(filter);
	errno = -bad;
	return bad == 0 ? 0 : -1;
}
