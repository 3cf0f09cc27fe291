/* work_dir.c - the private folder of a grading: made, locked, removed. */
#include "grader/setup/work_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/kit_copy.h"
#include "grader/setup/result_claim.h"
#include "grader/setup/sandbox_paths.h"

char *work_path(const Options *o, const LabChecks *lab, const char *file)
{
	if (lab)
		return text_new("%s/%s%s%s", o->work, lab->name, file ? "/" : "", file ? file : "");
	if (o->output)
		return text_new("%s%s%s", o->output, file ? "/" : "", file ? file : "");
	return text_new("%s/grade/%s%s%s", o->build, o->place, file ? "/" : "", file ? file : "");
}

/* The folder in which private folders are made when they hold no copy of the kit. A program finds the
 * kit's libraries by a relative path, so all of them are equally deep. Each computer has its own,
 * because on a file system that several share a lock holds on one of them alone (stale_remove). */
static char *work_above(const Options *o)
{
	char host[65] = "";

	if (!o->output)
		return work_path(o, NULL, NULL);
	if (gethostname(host, sizeof host - 1) < 0)
		host[0] = '\0';
	return text_new("%s/grade/.class-%s", o->build, host);
}

/* Removes the folders of graders that were killed: nobody holds a lock on them. In /tmp there may be
 * folders of other users with such names. */
static void stale_remove(const char *above, const char *prefix)
{
	DIR *list = opendir(above);
	const struct dirent *entry;
	struct stat about;

	while (list && (entry = readdir(list))) {
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
	if (list)
		closedir(list);
}

/* Finds the best tier that works here, up to the one that was wanted. */
static int isolation_choose(Options *o)
{
	char why[500], *folder = text_new("%s/probe-XXXXXX", o->work);
	char *needed = text_new("%s/lib/libusegpu.so", kit_seen_build(o));
	int bad = 0;

	if (o->tier_wanted == SANDBOX_NONE || o->debug) {
		o->tier = SANDBOX_NONE;
	} else if (sandbox_folder_create(folder) < 0) {
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

/* What lies among compilers and libraries can be included and read by whoever is graded here. */
static int place_check(const char *what, const char *path)
{
	const char *folder = sandbox_paths_reach(path);

	return !folder ? 0
		       : refuse("%s: %s lies in %s, which every program that is graded can read; "
				"wanted it elsewhere",
				path, what, folder);
}

/* Programs have a user of their own, who must be able to enter the folder, and cannot list it. With a
 * copy it lies in /tmp, and holds the submission's files, which others could not read where they came
 * from: so only the group of these programs can enter it. */
static int work_open(const Options *o, int copied)
{
	gid_t readers = copied ? sandbox_user() : 0;

	sandbox_readers_set(readers);
	if (!copied)
		return fchmod(o->work_fd, 0711);
	return fchown(o->work_fd, (uid_t)-1, readers) < 0 ? -1 : fchmod(o->work_fd, 0710);
}

/* The folder gets its name when it is locked: before that, another grader could take it for stale. The
 * end of the name is random, so that no program can guess another's. In a folder with a copy of the
 * kit it has the same place as in the build folder. */
static int work_make(Options *o, const char *above, int copied)
{
	const char *whose = copied ? "usegpu-" : "";
	char *fresh = text_new("%s/%sfresh-XXXXXX", above, whose);
	char *stale = text_new("%swork-", whose), *name;
	int bad = folder_create(above) < 0 || !mkdtemp(fresh);

	if (!bad) {
		name = text_new("%s/%s%s", above, stale, strrchr(fresh, '-') + 1);
		o->work_fd = open(fresh, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		bad = o->work_fd < 0 || flock(o->work_fd, LOCK_EX | LOCK_NB) < 0 ||
		      work_open(o, copied) < 0 || rename(fresh, name) < 0;
		stale_remove(above, stale);
		o->copy = copied && !bad ? name : NULL;
		o->work = !o->copy ? name : text_new("%s/grade/%s/work", name, o->place);
		bad = bad || folder_create(o->work) < 0;
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
	if (o->tier_wanted != SANDBOX_NONE && !o->debug &&
	    (place_check("the kit", o->root) < 0 ||
	     place_check("the submission", o->submission_whole) < 0))
		return -1;
	if (!o->output && result_claim(o) < 0)
		return refuse("no folder in %s/grade: %s", o->build, strerror(errno));
	copies = kit_copy_place(o);
	results = work_path(o, NULL, NULL);
	above = copies ? text_new("%s", copies) : work_above(o);
	if (folder_create(results) < 0)
		bad = refuse("no folder in %s: %s", results, strerror(errno));
	bad = bad || work_make(o, above, copies != NULL) < 0 || (copies && kit_copy_make(o) < 0) ||
	      isolation_choose(o) < 0;
	free(above);
	free(results);
	free(copies);
	return bad ? -1 : 0;
}

void work_end(Options *o)
{
	if (o->copy || o->work)
		folder_remove(o->copy ? o->copy : o->work);
	if (o->work_fd >= 0)
		close(o->work_fd);
	o->work_fd = -1;
	free(o->work);
	free(o->copy);
	o->work = o->copy = NULL;
}
