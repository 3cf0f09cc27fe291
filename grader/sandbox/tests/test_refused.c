/* test_refused.c - calls of the kernel that the filter refuses, each with arguments with which the
 * kernel would do it, or would complain in another way. */
#include <linux/falloc.h>
#include <linux/fs.h>
#include <linux/landlock.h>
#include <linux/prctl.h>
#include <sched.h>
#include <stdint.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>

#include "grader/sandbox/sandbox_inside.h"
#include "grader/sandbox/tests/tier_run.h"

#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif
#define HIGH        (1L << 32)  /* the kernel looks at the lower half of such an argument only */
#define SETDELEG    (1024 + 16) /* fcntl(), since Linux 6.19 */
#define SET_RW_HINT (1024 + 12)
#define RESVSP64    _IOW('X', 42, char[48]) /* fallocate() as XFS first had it */
#define IOPRIO_USER 3

typedef struct Call {
	const char *what;
	long number;
	long argument[6];
	int error; /* that the filter answers with */
} Call;

static int line[2], file; /* descriptors that every program could have */
static char byte;
static struct iovec here = {&byte, 1};
static struct rlimit limit = {100, 100};
static struct sched_param priority;
static struct f_owner_ex owner;
static unsigned long cores = 1;
static int on = 1;
static uint64_t hint = 2;
/* SCHED_OTHER with nothing else, as sched_setattr() takes it */
static uint32_t attributes[12] = {sizeof attributes};

#define AT(pointer) ((long)(intptr_t)(pointer))

/* Prints the name of each call that is not refused; how many there were. `hidden`: other processes
 * are not even there. */
static int calls_try(const Call *calls, size_t count, int hidden)
{
	int wrong = 0;

	for (size_t i = 0; i < count; i++) {
		const long *a = calls[i].argument;
		long got;

		errno = 0;
		got = syscall(calls[i].number, a[0], a[1], a[2], a[3], a[4], a[5]);
		if (got == -1 && (errno == calls[i].error || (hidden && errno == ESRCH)))
			continue;
		printf("%s: %ld, %s\n", calls[i].what, got, strerror(errno));
		wrong++;
	}
	fflush(stdout);
	return wrong > 0;
}

/* --- what has signals sent ------------------------------------------------------------------- */

static int signals(void)
{
	owner.pid = bystander;
	const Call calls[] = {
		{"F_SETOWN", SYS_fcntl, {line[0], F_SETOWN, bystander}, EPERM},
		{"F_SETOWN of oneself", SYS_fcntl, {line[0], F_SETOWN, getpid()}, EPERM},
		{"F_SETOWN and more", SYS_fcntl, {line[0], HIGH | F_SETOWN, bystander}, EPERM},
		{"F_SETOWN_EX", SYS_fcntl, {line[0], F_SETOWN_EX, AT(&owner)}, EPERM},
		{"F_SETSIG", SYS_fcntl, {line[0], F_SETSIG, SIGKILL}, EPERM},
		{"F_NOTIFY", SYS_fcntl, {line[0], F_NOTIFY, DN_CREATE}, EPERM},
		{"F_SETLEASE", SYS_fcntl, {file, F_SETLEASE, F_WRLCK}, EPERM},
		{"F_SETLK", SYS_fcntl, {file, F_SETLK, 0}, EPERM},
		{"F_OFD_SETLKW", SYS_fcntl, {file, F_OFD_SETLKW, 0}, EPERM},
		{"fadvise64", SYS_fadvise64, {file, 0, 0, POSIX_FADV_DONTNEED}, EPERM},
		{"MADV_COLD", SYS_madvise, {0, 4096, MADV_COLD}, EPERM},
		{"MADV_PAGEOUT and more", SYS_madvise, {0, 4096, HIGH | MADV_PAGEOUT}, EPERM},
		{"mincore", SYS_mincore, {0, 4096, AT(&on)}, EPERM},
		{"preadv2", SYS_preadv2, {file, 0, 0, 0, 0, RWF_HIPRI | RWF_NOWAIT}, EOPNOTSUPP},
		{"F_SETDELEG", SYS_fcntl, {file, SETDELEG, 0}, EPERM},
		{"F_SET_RW_HINT", SYS_fcntl, {file, SET_RW_HINT, AT(&hint)}, EPERM},
		{"F_SET_RW_HINT and more", SYS_fcntl, {file, HIGH | SET_RW_HINT, AT(&hint)}, EPERM},
		{"F_SETFL", SYS_fcntl, {line[0], F_SETFL, O_ASYNC}, EPERM},
		{"F_SETFL and more", SYS_fcntl, {line[0], HIGH | F_SETFL, HIGH | O_ASYNC}, EPERM},
		{"openat(O_ASYNC)", SYS_openat, {AT_FDCWD, AT("."), O_ASYNC | O_RDONLY}, EPERM},
		{"openat2", SYS_openat2, {AT_FDCWD, AT("."), 0, 24}, ENOSYS},
		{"FIOASYNC", SYS_ioctl, {line[0], FIOASYNC, AT(&on)}, EPERM},
		{"FIOASYNC and more", SYS_ioctl, {line[0], HIGH | FIOASYNC, AT(&on)}, EPERM},
		{"FIOSETOWN", SYS_ioctl, {line[0], FIOSETOWN, AT(&bystander)}, EPERM},
		{"SIOCSPGRP", SYS_ioctl, {line[0], SIOCSPGRP, AT(&bystander)}, EPERM},
		{"PR_SET_PDEATHSIG", SYS_prctl, {PR_SET_PDEATHSIG, 0}, EPERM},
		{"PR_SCHED_CORE",
		 SYS_prctl,
		 {PR_SCHED_CORE, PR_SCHED_CORE_GET, 0, 0, AT(&hint)},
		 EPERM},
		{"PR_SET_DUMPABLE", SYS_prctl, {PR_SET_DUMPABLE, 0}, EPERM},
		{"clone(CLONE_PARENT)", SYS_clone, {CLONE_PARENT | SIGCHLD}, EPERM},
		{"mq_notify", SYS_mq_notify, {line[0], 0}, EPERM},
	};

	return calls_try(calls, sizeof calls / sizeof *calls, 0);
}

/* --- what changes other processes ------------------------------------------------------------ */

static int others(int hidden)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGKILL};
	timer_t timer;

	event._sigev_un._tid = bystander; /* sigev_notify_thread_id in newer C libraries */
	const Call calls[] = {
		{"setpriority", SYS_setpriority, {PRIO_PROCESS, bystander, 19}, EPERM},
		{"setpriority of a user", SYS_setpriority, {PRIO_USER, 0, 19}, EPERM},
		{"setpriority of a group", SYS_setpriority, {PRIO_PGRP, 0, 19}, EPERM},
		{"ioprio_set", SYS_ioprio_set, {1, bystander, 7}, EPERM},
		{"ioprio_set of a user", SYS_ioprio_set, {IOPRIO_USER, 0, 7}, EPERM},
		{"sched_setaffinity",
		 SYS_sched_setaffinity,
		 {bystander, sizeof cores, AT(&cores)},
		 EPERM},
		{"sched_setscheduler",
		 SYS_sched_setscheduler,
		 {bystander, SCHED_BATCH, AT(&priority)},
		 EPERM},
		{"sched_setparam", SYS_sched_setparam, {bystander, AT(&priority)}, EPERM},
		{"sched_setattr", SYS_sched_setattr, {bystander, AT(attributes), 0}, EPERM},
		{"prlimit64", SYS_prlimit64, {bystander, RLIMIT_NOFILE, AT(&limit), 0}, EPERM},
		{"process_vm_readv",
		 SYS_process_vm_readv,
		 {bystander, AT(&here), 1, AT(&here), 1, 0},
		 EPERM},
		{"process_vm_writev",
		 SYS_process_vm_writev,
		 {bystander, AT(&here), 1, AT(&here), 1, 0},
		 EPERM},
		{"ptrace", SYS_ptrace, {PTRACE_SEIZE, bystander, 0, 0}, EPERM},
		{"pidfd_open", SYS_pidfd_open, {getpid(), 0}, EPERM},
		{"pidfd_getfd", SYS_pidfd_getfd, {line[0], 0, 0}, EPERM},
		{"pidfd_send_signal", SYS_pidfd_send_signal, {line[0], SIGKILL, 0, 0}, EPERM},
		/* the kernel itself lets a timer signal its own process only */
		{"timer_create",
		 SYS_timer_create,
		 {CLOCK_REALTIME, AT(&event), AT(&timer)},
		 EINVAL},
		{"kcmp", SYS_kcmp, {getpid(), getpid(), 0, 0, 0}, EPERM},
		{"move_pages", SYS_move_pages, {bystander, 0, 0, 0, 0, 0}, EPERM},
		{"migrate_pages", SYS_migrate_pages, {bystander, 8, AT(&cores), AT(&cores)}, EPERM},
		{"process_madvise", SYS_process_madvise, {line[0], AT(&here), 1, 0, 0}, EPERM},
	};

	return calls_try(calls, sizeof calls / sizeof *calls, hidden);
}

static int others_seen(void)
{
	return others(0);
}

static int others_hidden(void)
{
	return others(1);
}

/* --- what looks at files of others, and what takes room that nobody counts ------------------- */

static int files(void)
{
	const Call calls[] = {
		{"inotify_init1", SYS_inotify_init1, {0}, EPERM},
		{"inotify_add_watch", SYS_inotify_add_watch, {file, AT("."), IN_OPEN}, EPERM},
		{"fanotify_init", SYS_fanotify_init, {FAN_CLASS_NOTIF, 0}, EPERM},
		{"fanotify_mark", SYS_fanotify_mark, {file, 0, 0, AT_FDCWD, AT(".")}, EPERM},
		{"name_to_handle_at", SYS_name_to_handle_at, {AT_FDCWD, AT("."), 0, 0}, EPERM},
		{"open_by_handle_at", SYS_open_by_handle_at, {AT_FDCWD, 0, 0}, EPERM},
		{"fallocate", SYS_fallocate, {file, FALLOC_FL_KEEP_SIZE, 0, 4096}, EOPNOTSUPP},
		{"FS_IOC_RESVSP64", SYS_ioctl, {file, RESVSP64, 0}, EPERM},
		{"FICLONE", SYS_ioctl, {file, FICLONE, line[0]}, EPERM},
		{"FS_IOC_SETFLAGS", SYS_ioctl, {file, FS_IOC_SETFLAGS, 0}, EPERM},
		{"FS_IOC_SETVERSION", SYS_ioctl, {file, FS_IOC_SETVERSION, AT(&on)}, EPERM},
		{"FS_IOC_GETVERSION and more",
		 SYS_ioctl,
		 {file, HIGH | FS_IOC_GETVERSION, AT(&on)},
		 EPERM},
#if defined(__x86_64__) || defined(__aarch64__)
		{"FIGETBSZ", SYS_ioctl, {file, FIGETBSZ, AT(&on)}, EPERM},
#endif
		{"memfd_create", SYS_memfd_create, {AT("x"), 0}, EPERM},
		{"memfd_secret", SYS_memfd_secret, {0}, EPERM},
		{"socketpair", SYS_socketpair, {AF_UNIX, SOCK_STREAM, 0, AT(line)}, EPERM},
		{"sendmsg", SYS_sendmsg, {line[0], 0, 0}, EPERM},
		{"sendmmsg", SYS_sendmmsg, {line[0], 0, 0, 0}, EPERM},
		{"vmsplice", SYS_vmsplice, {line[1], AT(&here), 1, 0}, EPERM},
		{"shared memory without a name",
		 SYS_mmap,
		 {0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0},
		 EPERM},
		{"shmget", SYS_shmget, {1, 4096, 0600}, EPERM},
		{"msgget", SYS_msgget, {1, 0600}, EPERM},
		{"semget", SYS_semget, {1, 1, 0600}, EPERM},
		{"mq_open", SYS_mq_open, {AT("x"), O_RDWR, 0600, 0}, EPERM},
		{"a thread with files of its own",
		 SYS_clone,
		 {CLONE_VM | CLONE_SIGHAND | CLONE_THREAD},
		 EPERM},
	};

	return calls_try(calls, sizeof calls / sizeof *calls, 0);
}

/* --- what belongs to the kernel, and to terminals -------------------------------------------- */

static int doors(void)
{
	const Call calls[] = {
		{"TIOCSTI", SYS_ioctl, {line[0], TIOCSTI, AT(&byte)}, EPERM},
		{"TIOCSTI and more", SYS_ioctl, {line[0], HIGH | TIOCSTI, AT(&byte)}, EPERM},
		{"TIOCLINUX", SYS_ioctl, {line[0], TIOCLINUX, AT(&byte)}, EPERM},
		{"TIOCSCTTY", SYS_ioctl, {line[0], TIOCSCTTY, 0}, EPERM},
		{"TIOCSPGRP", SYS_ioctl, {line[0], TIOCSPGRP, AT(&bystander)}, EPERM},
		{"TIOCSETD", SYS_ioctl, {line[0], TIOCSETD, AT(&on)}, EPERM},
		{"TIOCCONS", SYS_ioctl, {line[0], TIOCCONS, 0}, EPERM},
		{"keyctl", SYS_keyctl, {0, -3, 1}, EPERM},
		{"add_key", SYS_add_key, {AT("user"), AT("x"), AT("y"), 1, -3}, EPERM},
		{"request_key", SYS_request_key, {AT("user"), AT("x"), 0, -3}, EPERM},
		{"userfaultfd", SYS_userfaultfd, {0}, EPERM},
		{"io_uring_setup", SYS_io_uring_setup, {1, 0}, EPERM},
		{"io_uring_enter", SYS_io_uring_enter, {line[0], 0, 0, 0}, EPERM},
		{"io_uring_register", SYS_io_uring_register, {line[0], 0, 0, 0}, EPERM},
		{"io_setup", SYS_io_setup, {1, AT(&byte)}, EPERM},
		{"sync", SYS_sync, {0}, EPERM},
		{"syncfs", SYS_syncfs, {line[0]}, EPERM},
		{"bpf", SYS_bpf, {0, 0, 0}, EPERM},
		{"perf_event_open", SYS_perf_event_open, {0, 0, -1, -1, 0}, EPERM},
		{"personality", SYS_personality, {ADDR_NO_RANDOMIZE}, EPERM},
		{"unshare", SYS_unshare, {CLONE_FILES}, EPERM},
		{"descriptors that a thread closes for itself alone",
		 SYS_close_range,
		 {900, 901, CLOSE_RANGE_UNSHARE},
		 EPERM},
		{"clone3", SYS_clone3, {0, 0}, ENOSYS},
		{"the first newer call", 451, {line[0], 0, 0, 0}, ENOSYS},
		{"fchmodat2", 452, {AT_FDCWD, AT("."), 0700, 0}, ENOSYS},
		{"setxattrat", 463, {AT_FDCWD, AT("."), 0, AT("user.x"), 0, 0}, ENOSYS},
		{"the last newer call", 511, {0}, ENOSYS},
	};

	return calls_try(calls, sizeof calls / sizeof *calls, 0);
}

/* --- what is answered as if it had been done ------------------------------------------------- */

/* Lines of a descriptor's description that tell of locks; -1: there is none. */
static int locks_of(int descriptor)
{
	char name[64], text[256];
	int locks = 0;

	snprintf(name, sizeof name, "/proc/self/fdinfo/%d", descriptor);
	FILE *told = fopen(name, "r");
	if (!told)
		return -1;
	while (fgets(text, sizeof text, told))
		locks += strncmp(text, "lock:", 5) == 0;
	fclose(told);
	return locks;
}

static int undone(void)
{
	struct stat before, after;

	if (fstat(file, &before) < 0 || fchmod(file, 0) < 0 || fstat(file, &after) < 0)
		return 1;
	if (before.st_mode != after.st_mode || (after.st_mode & 0700) == 0)
		return 2;
	if (flock(file, LOCK_EX | LOCK_NB) < 0)
		return 3;
	return locks_of(file) == 0 ? 0 : 4;
}

/* --- the same calls as honest programs make them: all are let through ------------------------ */

static int honest(void)
{
	struct rlimit now;
	int sync = MAP_PRIVATE | MAP_ANONYMOUS, ends[2], left = 0;
	int mine = fcntl(line[0], F_DUPFD_CLOEXEC, 0);
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, sync, -1, 0);
	cpu_set_t set;
	timer_t timer;
	const struct {
		const char *what;
		bool works;
	} calls[] = {
		{"F_SETFL", fcntl(line[0], F_SETFL, O_NONBLOCK) == 0},
		{"timer_create", timer_create(CLOCK_REALTIME, NULL, &timer) == 0},
		{"F_DUPFD_CLOEXEC", mine >= 0},
		{"F_SETFD", fcntl(mine, F_SETFD, FD_CLOEXEC) == 0},
		{"FIONREAD", ioctl(line[0], FIONREAD, &left) == 0},
		{"a pipe", pipe(ends) == 0},
		{"nice", setpriority(PRIO_PROCESS, 0, 19) == 0},
		{"getpriority", getpriority(PRIO_PROCESS, 0) == 19},
		{"sched_getaffinity", sched_getaffinity(0, sizeof set, &set) == 0},
		{"sched_setaffinity", sched_setaffinity(0, sizeof set, &set) == 0},
		{"getrlimit", getrlimit(RLIMIT_NOFILE, &now) == 0},
		{"setrlimit", setrlimit(RLIMIT_NOFILE, &now) == 0},
		{"mmap", page != MAP_FAILED},
		{"posix_fallocate", posix_fallocate(file, 0, 8192) == 0},
	};
	int wrong = 0;

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		if (calls[i].works)
			continue;
		printf("%s: refused\n", calls[i].what);
		wrong++;
	}
	fflush(stdout);
	return wrong > 0;
}

/* --- */

static void all_try(SandboxTier tier, int hardware)
{
	static const struct {
		const char *what;
		int (*body)(void);
		bool hardware_too; /* a GPU's driver may not do it either */
	} groups[] = {
		{"signals", signals, true}, {"others", others_seen, true}, {"files", files, false},
		{"doors", doors, true},     {"undone", undone, true},      {"honest", honest, true},
	};
	Sandbox sandbox = sandbox_of(tier);

	sandbox.hardware = hardware;
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
		int (*body)(void) = groups[i].body;

		if (hardware && !groups[i].hardware_too)
			continue;
		if (tier == SANDBOX_FULL && body == others_seen)
			body = others_hidden;
		ProcessSpec spec = spec_of(&sandbox, body);

		run_spec(&spec, groups[i].what);
		if (!exited_with(0))
			fail_msg("%s, %s tier, status %x:\n%s", groups[i].what,
				 sandbox_tier_name(tier), end.status, end.output);
	}
}

static void tier_try(SandboxTier tier)
{
	if (!tier_is_here(tier))
		skip();
	all_try(tier, 0);
	all_try(tier, 1);
}

static void test_full(void **state)
{
	(void)state;
	tier_try(SANDBOX_FULL);
}

static void test_reduced(void **state)
{
	(void)state;
	tier_try(SANDBOX_REDUCED);
}

/* An answer may hang on the number of its process: where it has its own numbers, that is always the
 * same. */
static int number_tell(void)
{
	return (int)getpid() % 128;
}

static void test_number(void **state)
{
	Sandbox sandbox = sandbox_of(SANDBOX_FULL);
	const ProcessSpec spec = spec_of(&sandbox, number_tell);
	(void)state;

	if (!tier_is_here(SANDBOX_FULL))
		skip();
	for (int i = 0; i < 3; i++) {
		run_spec(&spec, "getpid");
		assert_true(exited_with(2)); /* process 1 starts it */
	}
}

/* --- Landlock alone, without the filter ------------------------------------------------------- */

#define SCOPES_SINCE 6 /* version of Landlock */

/* Signals reach a child, and nobody outside. */
static int scope_tell(void)
{
	Sandbox sandbox = sandbox_of(SANDBOX_REDUCED);
	pid_t child;

	if (chdir(folder) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    sandbox_landlock(&sandbox) < 0)
		return 1;
	child = fork();
	if (child == 0)
		for (;;)
			pause();
	if (kill(bystander, 0) == 0 || errno != EPERM)
		return 2;
	return kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child ? 0 : 3;
}

static void test_scope(void **state)
{
	int status = 0;
	pid_t child;
	(void)state;

	if (syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) <
	    SCOPES_SINCE)
		skip();
	fflush(NULL);
	child = fork();
	if (child == 0)
		_exit(scope_tell());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static int descriptors_make(void **state)
{
	char path[80];

	if (folders_make(state) < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) < 0)
		return -1;
	snprintf(path, sizeof path, "%s/file", outside);
	file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	return file < 0 || (sandbox_user() != 0 && fchown(file, sandbox_user(), 0) < 0) ? -1 : 0;
}

static int group(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_reduced),
		cmocka_unit_test(test_number),
		cmocka_unit_test(test_scope),
	};

	return cmocka_run_group_tests(tests, descriptors_make, folders_remove);
}

int main(int argc, char **argv)
{
	return tests_run(argc, argv, group);
}
