/* namespaces.c - the full tier: three processes, one inside the other.
 *
 *     outer    in the grader's namespace of processes: makes the new namespaces, waits for
 *     init     process 1 of the new ones: makes the root and the mounts, waits for all that become
 * its children, tells how the program ended and ends, with which the kernel ends the rest program
 * process 2: what the caller goes on as
 *
 * The outer one dies with the grader, and the init with the outer one (PR_SET_PDEATHSIG). */
#include "grader/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAMESPACES                                                                                 \
	(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)

#define NO_ROOT 1000u /* root is called so inside */

/* --- news ------------------------------------------------------------------------------------- */

static void tell(int control, const SandboxEvent *news, int fd)
{
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int))];
	} with;
	struct iovec part = {(void *)(uintptr_t)news, sizeof *news};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

	if (fd >= 0) {
		memset(&with, 0, sizeof with);
		message.msg_control = &with;
		message.msg_controllen = sizeof with;
		with.head.cmsg_level = SOL_SOCKET;
		with.head.cmsg_type = SCM_RIGHTS;
		with.head.cmsg_len = CMSG_LEN(sizeof fd);
		memcpy(CMSG_DATA(&with.head), &fd, sizeof fd);
	}
	while (sendmsg(control, &message, MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
}

__attribute__((format(printf, 2, 3))) static _Noreturn void fault(int control, const char *format,
								  ...)
{
	SandboxEvent news = {.kind = SANDBOX_EVENT_FAULT};
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(news.text, sizeof news.text, format, arguments);
	va_end(arguments);
	if (control >= 0)
		tell(control, &news, -1);
	_exit(125);
}

void sandbox_event_send_start(int control)
{
	tell(control, &(SandboxEvent){.kind = SANDBOX_EVENT_START}, -1);
}

int sandbox_event_receive(int control, SandboxEvent *news, pid_t *pid, int *fd)
{
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
	} with;
	struct iovec part = {news, sizeof *news};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &with,
				 .msg_controllen = sizeof with};
	ssize_t got = recvmsg(control, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

	*pid = 0;
	*fd = -1;
	if (got != (ssize_t)sizeof *news)
		return 0;
	news->text[sizeof news->text - 1] = '\0';
	for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each;
	     each = CMSG_NXTHDR(&message, each)) {
		if (each->cmsg_level != SOL_SOCKET)
			continue;
		if (each->cmsg_type == SCM_RIGHTS) {
			memcpy(fd, CMSG_DATA(each), sizeof *fd);
		} else if (each->cmsg_type == SCM_CREDENTIALS) {
			struct ucred sender;
			memcpy(&sender, CMSG_DATA(each), sizeof sender);
			*pid = sender.pid;
		}
	}
	return 1;
}

/* --- namespaces ------------------------------------------------------------------------------- */

static int file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int bad = fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return bad ? -1 : 0;
}

/* Who becomes another user has the right to. Others get it by a namespace of users, in which they
 * stay who they are; but nobody is root in there. */
static void namespaces_make(const Sandbox *sandbox, int control)
{
	unsigned user = geteuid(), group = getegid();
	char map[64];

	if (sandbox->user != 0) {
		if (unshare(NAMESPACES) < 0)
			fault(control, "no namespaces: %s", strerror(errno));
		return;
	}
	if (unshare(NAMESPACES | CLONE_NEWUSER) < 0)
		fault(control, "no namespaces: %s", strerror(errno));
	snprintf(map, sizeof map, "%u %u 1", user ? user : NO_ROOT, user);
	if (file_write("/proc/self/setgroups", "deny") < 0 ||
	    file_write("/proc/self/uid_map", map) < 0)
		fault(control, "no namespace of users: %s", strerror(errno));
	snprintf(map, sizeof map, "%u %u 1", group ? group : NO_ROOT, group);
	if (file_write("/proc/self/gid_map", map) < 0)
		fault(control, "no namespace of users: %s", strerror(errno));
}

/* --- the root --------------------------------------------------------------------------------- */

/* Makes the folders above `path`, which begins with a slash, below the current folder. Nobody may
 * write there, an ordinary user's program neither, to whom they belong. */
static int above_make(const char *path)
{
	char copy[PATH_MAX];

	if ((size_t)snprintf(copy, sizeof copy, ".%s", path) >= sizeof copy)
		return -1;
	for (char *at = copy + 2; *at != '\0'; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		if (mkdir(copy, 0555) < 0 && errno != EEXIST)
			return -1;
		*at = '/';
	}
	return 0;
}

static int read_only(const char *at)
{
	struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID};

	return (int)syscall(SYS_mount_setattr, AT_FDCWD, at, AT_RECURSIVE, &attributes,
			    sizeof attributes);
}

/* Shows a file or a folder below the current folder, which will be the root. A link is shown as the
 * same link. */
static void path_show(const SandboxPath *shown, int writable, int control)
{
	char at[PATH_MAX], target[PATH_MAX];
	const char *to = shown->to ? shown->to : shown->path;
	struct stat about;
	int bad;

	if (lstat(shown->path, &about) < 0)
		return;
	snprintf(at, sizeof at, ".%s", to);
	bad = above_make(to) < 0;
	if (!bad && S_ISLNK(about.st_mode)) {
		ssize_t length = readlink(shown->path, target, sizeof target - 1);
		target[length < 0 ? 0 : length] = '\0';
		bad = length < 0 || (symlink(target, at) < 0 && errno != EEXIST);
	} else if (!bad) {
		if (S_ISDIR(about.st_mode))
			bad = mkdir(at, 0555) < 0 && errno != EEXIST;
		else
			bad = mknod(at, S_IFREG | 0644, 0) < 0 && errno != EEXIST;
		bad = bad || mount(shown->path, at, NULL, MS_BIND | MS_REC, NULL) < 0 ||
		      (!writable && read_only(at) < 0);
	}
	if (bad)
		fault(control, "%s cannot be shown: %s", shown->path, strerror(errno));
}

static void root_make(const Sandbox *sandbox, const char *folder, int control)
{
	static const SandboxPath devices[] = {
		{"/dev/null", NULL}, {"/dev/zero", NULL}, {"/dev/urandom", NULL}};
	char options[96];
	SandboxEvent news = {.kind = SANDBOX_EVENT_FOLDER};
	int fd;

	snprintf(options, sizeof options, "size=%llu,nr_inodes=%d,mode=555",
		 (unsigned long long)sandbox->room_bytes, sandbox->room_files);
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
	    mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0 ||
	    chdir(folder) < 0 || mkdir("." SANDBOX_FOLDER, 0755) < 0 || mkdir("proc", 0555) < 0)
		fault(control, "no root of its own: %s", strerror(errno));
	if (mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0)
		fault(control, "no /proc of its own: %s", strerror(errno));
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		path_show(&devices[i], 1, control);
	for (const SandboxPath *each = sandbox->shown; each->path; each++)
		path_show(each, 0, control);
	if (sandbox->user != 0 && chown("." SANDBOX_FOLDER, sandbox->user, sandbox->user) < 0)
		fault(control, "no folder to write in: %s", strerror(errno));
	fd = open("." SANDBOX_FOLDER, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		fault(control, "no folder to write in: %s", strerror(errno));
	tell(control, &news, fd);
	close(fd);
	/* The new root lies over the old one, and what lies below is let go. */
	if (syscall(SYS_pivot_root, ".", ".") < 0 || umount2(".", MNT_DETACH) < 0 ||
	    chdir(SANDBOX_FOLDER) < 0)
		fault(control, "no root of its own: %s", strerror(errno));
}

/* --- the three processes ---------------------------------------------------------------------- */

/* A process that only waits holds none of the program's descriptors, or their ends would never be
 * seen. */
static void descriptors_close(int control)
{
	int kept = fcntl(control, F_DUPFD_CLOEXEC, 3);

	dup2(kept, 0); /* the lowest, so that the rest is one range */
	close_range(1, ~0U, 0);
}

static _Noreturn void init_wait(pid_t program)
{
	SandboxEvent news = {.kind = SANDBOX_EVENT_END};
	pid_t got;
	int status;

	prctl(PR_SET_DUMPABLE, 0);
	while ((got = waitpid(-1, &status, __WALL)) != program)
		if (got < 0 && errno != EINTR)
			break;
	news.status = status;
	tell(0, &news, -1);
	_exit(0);
}

static void alone(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (parent != 0 && getppid() != parent)
		_exit(125); /* it died before the line above */
}

void sandbox_become_full(const Sandbox *sandbox, const char *folder, int control)
{
	pid_t child;
	int status;

	namespaces_make(sandbox, control);
	child = fork();
	if (child < 0)
		fault(control, "no process: %s", strerror(errno));
	if (child > 0) {
		descriptors_close(control);
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
		_exit(0);
	}
	alone(0); /* in the new namespace the parent has no number */
	root_make(sandbox, folder, control);
	child = fork();
	if (child < 0)
		fault(control, "no process: %s", strerror(errno));
	if (child > 0) {
		descriptors_close(control);
		init_wait(child);
	}
	alone(1);
	setsid();
}

/* --- the last steps --------------------------------------------------------------------------- */

/* Who made a namespace of users is almighty in it, until the exec that follows; so that it holds
 * for what does not exec too. */
static int powers_drop(void)
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

void sandbox_confine(const Sandbox *sandbox, int control)
{
	int full = sandbox->tier == SANDBOX_FULL;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		fault(control, "no_new_privs: %s", strerror(errno));
	if (sandbox->tier == SANDBOX_REDUCED && sandbox_landlock(sandbox) < 0)
		fault(control, "no Landlock: %s", strerror(errno));
	if (sandbox->user != 0) {
		uid_t user = sandbox->user;

		if (setgroups(readers != 0, &readers) < 0 || setresgid(user, user, user) < 0 ||
		    setresuid(user, user, user) < 0)
			fault(control, "no user without rights: %s", strerror(errno));
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of the user forgets it */
	}
	if (full && powers_drop() < 0)
		fault(control, "powers cannot be given up: %s", strerror(errno));
	if (sandbox->tier != SANDBOX_NONE && sandbox_filter(sandbox, full) < 0)
		fault(control, "no filter of system calls: %s", strerror(errno));
}
