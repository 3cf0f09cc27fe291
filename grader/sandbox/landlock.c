/* landlock.c - the files that a process may still open, where the file system is the computer's, and
 * whom it may signal. */
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grader/sandbox/sandbox_inside.h"

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14) /* of version 3 */
#endif
#define VERSION_LEAST     3 /* before it, whoever may read a file may also empty it */
#define VERSION_OF_SCOPES 6

/* As a newer <linux/landlock.h> has it; an older kernel takes it when what it does not know is 0. */
typedef struct Attributes {
	uint64_t handled_access_fs;
	uint64_t handled_access_net;
	uint64_t scoped; /* what must not reach a process outside */
} Attributes;

#define SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0)
#define SCOPE_SIGNAL               (1ULL << 1)

#define READS                                                                                      \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITES                                                                                     \
	(LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                           \
	 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |                           \
	 LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |                               \
	 LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |                             \
	 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |                             \
	 LANDLOCK_ACCESS_FS_TRUNCATE)
/* those that a file can have, and not only a folder */
#define ON_FILES                                                                                   \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |                               \
	 LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE)

/* A path that is not there is no rule. `device`: what else is allowed for a device file. */
static int path_allow(int rules, const char *path, uint64_t access, uint64_t device)
{
	struct landlock_path_beneath_attr beneath = {.allowed_access = access};
	struct stat about;
	int bad;

	beneath.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (beneath.parent_fd < 0)
		return errno == ENOENT ? 0 : -1;
	bad = fstat(beneath.parent_fd, &about);
	if (bad == 0 && !S_ISDIR(about.st_mode))
		beneath.allowed_access &= ON_FILES;
	if (bad == 0 && S_ISCHR(about.st_mode))
		beneath.allowed_access |= device;
	if (bad == 0)
		bad = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
				   &beneath, 0);
	close(beneath.parent_fd);
	return bad;
}

/* What the reduced tier lets a program open besides: of /proc only its own folder. */
typedef struct Allowed {
	const char *path;
	uint64_t access;
	bool hardware; /* for a GPU's driver alone */
} Allowed;

static const Allowed always[] = {
	{"/proc/self", READS, false},
	{"/dev/null", READS | LANDLOCK_ACCESS_FS_WRITE_FILE, false},
	{"/dev/urandom", READS, false},
	{"/dev/zero", READS, true},
	{"/proc/self/task", READS | LANDLOCK_ACCESS_FS_WRITE_FILE, true}, /* .../comm */
	{"/proc/driver/nvidia", READS, true},
	{"/proc/devices", READS, true},
	{"/proc/modules", READS, true},
	{"/proc/cpuinfo", READS, true},
	{"/proc/meminfo", READS, true},
	{"/proc/sys/vm", READS, true},
};

static int paths_allow(int rules, const Sandbox *sandbox)
{
	const uint64_t device = sandbox->hardware ? LANDLOCK_ACCESS_FS_WRITE_FILE : 0;

	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		if ((sandbox->hardware || !always[i].hardware) &&
		    path_allow(rules, always[i].path, always[i].access, 0) < 0)
			return -1;
	for (const SandboxPath *each = sandbox->shown; each->path; each++)
		if (path_allow(rules, each->path, READS, device) < 0)
			return -1;
	return path_allow(rules, ".", READS | WRITES, 0);
}

int sandbox_landlock(const Sandbox *sandbox)
{
	Attributes attributes = {.handled_access_fs = READS | WRITES};
	long version =
		syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	int rules, bad;

	if (version >= 0 && version < VERSION_LEAST) {
		errno = ENOSYS;
		return -1;
	}
	if (version >= VERSION_OF_SCOPES)
		attributes.scoped = SCOPE_SIGNAL | SCOPE_ABSTRACT_UNIX_SOCKET;
	rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
	if (rules < 0)
		return -1;
	bad = paths_allow(rules, sandbox) < 0 || syscall(SYS_landlock_restrict_self, rules, 0) < 0;
	close(rules);
	return bad ? -1 : 0;
}
