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
#include "kit_copy.h"
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

/* Where the private folders are made that hold no copy of the kit. A program finds the kit's
 * libraries by the way up from there, so it is as deep for every run. Each computer has its own:
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

/* Folders of graders that were killed: nobody holds a lock on them. In /tmp others may have made
 * what looks like one. */
static void stale_remove(const char *above, const char *prefix)
{
	DIR *list = opendir(above);
	const struct dirent *entry;
	struct stat about;

	while (list != NULL && (entry = readdir(list)) != NULL) {
		int fd = strncmp(entry->d_name, prefix, strlen(prefix)) == 0
				 ? openat(dirfd(list), entry->d_name,
					  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
				 : -1;
		if (fd < 0)
			continue;
		if (fstat(fd, &about) == 0 && about.st_uid == geteuid() &&
		    flock(fd, LOCK_EX | LOCK_NB) == 0) {
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
	char *needed = text_new("%s/lib/libusegpu.so", kit_seen_build(o));
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

/* Programs have a user of their own, who must be able to go through. Beside a copy lie the files of
 * the submission, which were nobody else's to read: there its group alone can. */
static int work_open(const Options *o, int copied)
{
	gid_t readers = copied ? sandbox_user() : 0;

	sandbox_readers_set(readers);
	if (!copied)
		return fchmod(o->work_fd, 0711);
	return fchown(o->work_fd, (uid_t)-1, readers) < 0 ? -1 : fchmod(o->work_fd, 0710);
}

/* It gets its name when it is locked: before that, another grader might take it for stale. With a
 * copy it lies in that one as it would in the folder `build`. */
static int work_make(Options *o, const char *above, int copied)
{
	const char *whose = copied ? "usegpu-" : "";
	char *fresh = text_new("%s/%sfresh-XXXXXX", above, whose);
	char *stale = text_new("%swork-", whose), *name;
	int bad = folder_make(above) < 0 || mkdtemp(fresh) == NULL;

	if (!bad) {
		name = text_new("%s/%s%s", above, stale, strrchr(fresh, '-') + 1);
		o->work_fd = open(fresh, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		bad = o->work_fd < 0 || flock(o->work_fd, LOCK_EX | LOCK_NB) < 0 ||
		      work_open(o, copied) < 0 || rename(fresh, name) < 0;
		stale_remove(above, stale);
		o->copy = copied && !bad ? name : NULL;
		o->work = o->copy == NULL ? name : text_new("%s/grade/%s/work", name, o->place);
		bad = bad || folder_make(o->work) < 0;
	}
	if (bad) {
		refuse("no folder in %s: %s", above, strerror(errno));
		free(o->work);
		o->work = NULL;
	}
	free(stale);
	free(fresh);
	return bad ? -1 : 0;
}

int work_begin(Options *o)
{
	char *copies, *results, *above;
	int bad = 0;

	o->work = NULL;
	o->work_fd = -1;
	if (o->output == NULL && grade_claim(o) < 0)
		return refuse("no folder in %s/grade: %s", o->build, strerror(errno));
	copies = kit_copy_place(o);
	results = work_path(o, NULL, NULL);
	above = copies != NULL ? text_new("%s", copies) : work_above(o);
	if (folder_make(results) < 0)
		bad = refuse("no folder in %s: %s", results, strerror(errno));
	bad = bad || work_make(o, above, copies != NULL) < 0 ||
	      (copies != NULL && kit_copy_make(o) < 0) || tier_choose(o) < 0;
	free(above);
	free(results);
	free(copies);
	return bad ? -1 : 0;
}

void work_end(Options *o)
{
	if (o->copy != NULL || o->work != NULL)
		folder_remove(o->copy != NULL ? o->copy : o->work);
	if (o->work_fd >= 0)
		close(o->work_fd);
	o->work_fd = -1;
	free(o->work);
	free(o->copy);
	o->work = o->copy = NULL;
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
