/* root.c - the full tier's file system: a tmpfs with the files that are shown, mounted read-only
 * where they lie outside, a /proc of its own, three devices and one folder to write in. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grader/sandbox/sandbox_inside.h"

/* How many bytes two paths have in common. */
static size_t common_bytes(const char *a, const char *b)
{
	size_t count = 0;

	while (a[count] != '\0' && a[count] == b[count])
		count++;
	return count;
}

/* Makes the folders above `path`, which begins with a slash, below the current folder; `before` is the path
 * for which this was done last, or "". Nobody may write there, not even their owner, who is the program's user. */
static int above_make(const char *path, const char *before)
{
	size_t there = common_bytes(path, before);
	char copy[PATH_MAX];

	if ((size_t)snprintf(copy, sizeof copy, ".%s", path) >= sizeof copy)
		return -1;
	for (char *at = copy + 1 + (there > 0 ? there : 1); *at != '\0'; at++) {
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
	/* the kernel's struct mount_attr, which the C library has from 2.36 on */
	enum { SET_READ_ONLY = 1, SET_NO_SUID = 2 };
	struct {
		uint64_t set, clear, propagation, user_namespace;
	} attributes = {.set = SET_READ_ONLY | SET_NO_SUID};

	return (int)syscall(SYS_mount_setattr, AT_FDCWD, at, AT_RECURSIVE, &attributes,
			    sizeof attributes);
}

static int link_show(const char *path, const char *at)
{
	char target[PATH_MAX];
	ssize_t length = readlink(path, target, sizeof target - 1);

	if (length < 0)
		return -1;
	target[length] = '\0';
	return symlink(target, at) < 0 && errno != EEXIST ? -1 : 0;
}

/* Mounts a file or a folder over an empty one. */
static int bind(const char *path, const char *at, bool is_folder, bool writable)
{
	int made = is_folder ? mkdir(at, 0555) : mknod(at, S_IFREG | 0644, 0);

	if ((made < 0 && errno != EEXIST) || mount(path, at, NULL, MS_BIND | MS_REC, NULL) < 0)
		return -1;
	return writable ? 0 : read_only(at);
}

/* Shows a file or a folder below the current folder, which will be the root. A link is shown as the
 * same link. *before: as above. */
static void path_show(const SandboxPath *shown, bool writable, const char **before, int control)
{
	char at[PATH_MAX];
	const char *to = shown->to ? shown->to : shown->path;
	struct stat about;
	int bad;

	if (lstat(shown->path, &about) < 0)
		return;
	bad = (size_t)snprintf(at, sizeof at, ".%s", to) >= sizeof at ||
	      above_make(to, *before) < 0;
	*before = to;
	if (!bad && S_ISLNK(about.st_mode))
		bad = link_show(shown->path, at) < 0;
	else if (!bad)
		bad = bind(shown->path, at, S_ISDIR(about.st_mode), writable) < 0;
	if (bad)
		sandbox_fault(control, "%s cannot be shown: %s", shown->path, strerror(errno));
}

/* The words that init was started with are the grader's: the seed, the submission's name. So only
 * processes can be seen that the program could look into anyway, and of the rest of /proc nothing
 * but for a GPU's driver. Only that one writes there, a thread's name: through `mem` a program would write to its pages
 * whether they may be written to or not. */
static int proc_mount(bool hardware)
{
	return mount("proc", "proc", "proc",
		     MS_NOSUID | MS_NODEV | MS_NOEXEC | (hardware ? 0 : MS_RDONLY),
		     hardware ? "hidepid=ptraceable" : "hidepid=ptraceable,subset=pid");
}

/* A shared mapping of /dev/zero is memory that no process shows to have, so only a driver gets it.
 */
static void devices_show(bool hardware, const char **before, int control)
{
	static const SandboxPath devices[] = {
		{"/dev/null", NULL}, {"/dev/urandom", NULL}, {"/dev/zero", NULL}};
	size_t count = sizeof devices / sizeof *devices;

	for (size_t i = 0; i < (hardware ? count : count - 1); i++)
		path_show(&devices[i], true, before, control);
}

/* Tells where the folder to write in is, which nobody outside can reach by name. */
static void folder_tell(const Sandbox *sandbox, int control)
{
	int fd;

	if (sandbox->user != 0 && chown("." SANDBOX_FOLDER, sandbox->user, sandbox->user) < 0)
		sandbox_fault(control, "no folder to write in: %s", strerror(errno));
	fd = open("." SANDBOX_FOLDER, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		sandbox_fault(control, "no folder to write in: %s", strerror(errno));
	sandbox_event_send(control, &(SandboxEvent){.kind = SANDBOX_EVENT_FOLDER}, fd);
	close(fd);
}

void sandbox_root_make(const Sandbox *sandbox, const char *folder, int control)
{
	const char *before = "";
	char options[96];

	snprintf(options, sizeof options, "size=%llu,nr_inodes=%d,mode=555",
		 (unsigned long long)sandbox->room_bytes, sandbox->room_files);
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
	    mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0 ||
	    chdir(folder) < 0 || mkdir("." SANDBOX_FOLDER, 0755) < 0 || mkdir("proc", 0555) < 0)
		sandbox_fault(control, "no root of its own: %s", strerror(errno));
	if (proc_mount(sandbox->hardware) < 0)
		sandbox_fault(control, "no /proc of its own: %s", strerror(errno));
	devices_show(sandbox->hardware, &before, control);
	for (const SandboxPath *each = sandbox->shown; each->path; each++)
		path_show(each, false, &before, control);
	folder_tell(sandbox, control);
	/* The new root is put over the old one, which is then detached. */
	if (syscall(SYS_pivot_root, ".", ".") < 0 || umount2(".", MNT_DETACH) < 0 ||
	    chdir(SANDBOX_FOLDER) < 0)
		sandbox_fault(control, "no root of its own: %s", strerror(errno));
}
