/* work.c - the private folder of a grading: made, locked, removed; and what is in its way. */
#include "work.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "file.h"
#include "grade_claim.h"
#include "refuse.h"
#include "sandbox.h"
#include "text.h"

#define ROOM_LEAST ((uint64_t)4 << 20) /* bytes: less than this may stop a compiler half-way */

char *work_path(const Options *o, const LabChecks *lab, const char *file)
{
	if (lab != NULL)
		return text_new("%s/%s%s%s", o->work, lab->name, file ? "/" : "", file ? file : "");
	if (o->output != NULL)
		return text_new("%s%s%s", o->output, file ? "/" : "", file ? file : "");
	return text_new("%s/grade/%s%s%s", o->build, o->place, file ? "/" : "", file ? file : "");
}

/* Where the private folders are made. A program finds the kit's libraries by the way up from there,
 * so it is as deep for every run. Each computer has its own:
 * on a file system that several share, a lock on a folder holds on one of them alone
 * (stale_remove). */
static char *work_above(const Options *o)
{
	char host[65] = "";

	if (o->output == NULL)
		return work_path(o, NULL, NULL);
	if (gethostname(host, sizeof host - 1) < 0)
		host[0] = '\0';
	return text_new("%s/grade/.class-%s", o->build, host);
}

/* Makes the folder and those above it. */
int folder_make(const char *path)
{
	char *copy = text_new("%s", path);
	int bad = 0;

	for (char *at = copy + 1; *at != '\0'; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		bad = mkdir(copy, 0755) < 0 && errno != EEXIST;
		*at = '/';
		if (bad)
			break;
	}
	bad = bad || (mkdir(copy, 0755) < 0 && errno != EEXIST);
	free(copy);
	return bad ? -1 : 0;
}

int folder_make_open(char *path)
{
	uid_t user = sandbox_user();

	if (mkdtemp(path) == NULL)
		return -1;
	return user != 0 && chown(path, user, user) < 0 ? -1 : 0;
}

/* Folders of graders that were killed: nobody holds a lock on them. */
static void stale_remove(const char *above)
{
	DIR *list = opendir(above);
	const struct dirent *entry;

	while (list != NULL && (entry = readdir(list)) != NULL) {
		int fd = strncmp(entry->d_name, "work-", 5) == 0
				 ? openat(dirfd(list), entry->d_name,
					  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
				 : -1;
		if (fd < 0)
			continue;
		if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
			char *path = text_new("%s/%s", above, entry->d_name);
			folder_remove(path);
			free(path);
		}
		close(fd);
	}
	if (list != NULL)
		closedir(list);
}

/* The best tier that holds here and was not ruled out. */
static int tier_choose(Options *o)
{
	char why[500], *folder = text_new("%s/probe-XXXXXX", o->work);
	char *needed = text_new("%s/lib/libusegpu.so", o->build);
	int bad = 0;

	if (o->tier_wanted == SANDBOX_NONE || o->debug) {
		o->tier = SANDBOX_NONE;
	} else if (folder_make_open(folder) < 0) {
		refuse("no folder %s: %s", folder, strerror(errno));
		bad = 1;
	} else {
		o->tier = sandbox_probe(o->tier_wanted, folder, needed, why, sizeof why);
		if (o->tier == SANDBOX_NONE) {
			refuse("no sandbox works here: %s; ISOLATION=none grades "
			       "without one what you trust",
			       why);
			bad = 1;
		} else if (o->tier < o->tier_wanted) {
			remark("reduced isolation: %s", why);
		}
	}
	free(needed);
	free(folder);
	return bad ? -1 : 0;
}

int work_begin(Options *o)
{
	int claimed = o->output != NULL || grade_claim(o) == 0;
	char *above = work_above(o);

	/* It gets its name when it is locked: before that, another grader might take it for stale.
	 */
	char *fresh = text_new("%s/fresh-XXXXXX", above);

	o->work = NULL;
	o->work_fd = -1;

	int bad = !claimed || folder_make(above) < 0 || mkdtemp(fresh) == NULL ||
		  (o->output != NULL && folder_make(o->output) < 0);

	if (!bad) {
		o->work = text_new("%s/work-%s", above, strrchr(fresh, '-') + 1);
		o->work_fd = open(fresh, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		bad = o->work_fd < 0 || flock(o->work_fd, LOCK_EX | LOCK_NB) < 0 ||
		      fchmod(o->work_fd, 0711) < 0 || /* programs have a user of their own */
		      rename(fresh, o->work) < 0;
		stale_remove(above);
	}
	free(fresh);
	if (!bad && tier_choose(o) < 0) {
		free(above);
		return -1;
	}

	if (bad) {
		refuse("no folder in %s: %s", above, strerror(errno));
		free(o->work);
		o->work = NULL;
	}
	free(above);
	return bad ? -1 : 0;
}

void work_end(Options *o)
{
	if (o->work != NULL)
		folder_remove(o->work);
	if (o->work_fd >= 0)
		close(o->work_fd);
	o->work_fd = -1;
	free(o->work);
	o->work = NULL;
}

int room_missing(const char *folder, char *why, size_t why_size)
{
	struct statvfs disk;

	if (statvfs(folder, &disk) < 0)
		return 0;
	uint64_t room = (uint64_t)disk.f_bavail * disk.f_frsize;
	if (room >= ROOM_LEAST)
		return 0;
	text_format(why, why_size, "the disk is full: %llu KiB are free for %s",
		    (unsigned long long)(room >> 10), folder);
	return 1;
}

int file_fetch(int folder_fd, const char *name, const char *to, size_t most)
{
	size_t bytes;
	char *content = file_load(folder_fd, name, most, &bytes);
	int fd = content == NULL ? -1 : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);

	int bad = fd < 0 || file_write(fd, content, bytes) < 0 || fchmod(fd, 0755) < 0;
	int reason = errno;

	if (fd >= 0)
		close(fd);
	free(content);
	errno = reason;
	return bad ? -1 : 0;
}
