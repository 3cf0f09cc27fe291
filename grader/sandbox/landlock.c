/* landlock.c - the files that a process may still open, where the file system is the
 * machine's. */
#include "grader/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14) /* of version 3 */
#endif
#define VERSION_LEAST 3 /* before it, whoever may read a file may also empty it */

#define READS                                                                                      \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITES                                                                                     \
	(LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                           \
	 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |                           \
	 LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |                               \
	 LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |                             \
	 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |                             \
	 LANDLOCK_ACCESS_FS_TRUNCATE)
/* what a file itself, and not a folder, can have */
#define ON_FILES                                                                                   \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |                               \
	 LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE)

/* A path that is not there is no rule. `device`: what else goes for a device file. */
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

int sandbox_landlock(const Sandbox *sandbox)
{
	static const struct {
		const char *path;
		uint64_t access;
		int hardware;
	} always[] = {
		{"/proc/self", READS, 0},
		{"/dev/null", READS | LANDLOCK_ACCESS_FS_WRITE_FILE, 0},
		{"/dev/zero", READS, 0},
		{"/dev/urandom", READS, 0},
		{"/proc/self/task", READS | LANDLOCK_ACCESS_FS_WRITE_FILE, 1}, /* .../comm */
		{"/proc/driver/nvidia", READS, 1},
		{"/proc/devices", READS, 1},
		{"/proc/modules", READS, 1},
		{"/proc/cpuinfo", READS, 1},
		{"/proc/meminfo", READS, 1},
		{"/proc/sys/vm", READS, 1},
	};
	const uint64_t device = sandbox->hardware ? LANDLOCK_ACCESS_FS_WRITE_FILE : 0;
	struct landlock_ruleset_attr attributes = {.handled_access_fs = READS | WRITES};
	long version =
		syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	int rules, bad;

	if (version >= 0 && version < VERSION_LEAST) {
		errno = ENOSYS;
		return -1;
	}
	rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
	bad = rules < 0;

	for (size_t i = 0; !bad && i < sizeof always / sizeof *always; i++)
		bad = always[i].hardware <= sandbox->hardware &&
		      path_allow(rules, always[i].path, always[i].access, 0) < 0;
	for (const SandboxPath *each = sandbox->shown; !bad && each->path; each++)
		bad = path_allow(rules, each->path, READS, device) < 0;
	bad = bad || path_allow(rules, ".", READS | WRITES, 0) < 0 ||
	      syscall(SYS_landlock_restrict_self, rules, 0) < 0;
	if (rules >= 0)
		close(rules);
	return bad ? -1 : 0;
}
