/* class_dir.c - a lock file allows one run at a time; its holder owns all work folders.
 *
 * The lock is one of fcntl(): it belongs to the process that took it, and ends with it. One of flock() would
 * belong to every child too that was forked with it, and a run that was killed would keep its class locked
 * until the last of them is gone. */
#include "grader/class/run/class_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/setup/class_folder.h"
#include "grader/setup/work_dir.h"

#define LOCK_TRIES 20 /* 0.1 s each: a killed run may still be ending */

/* By the last part of the real path of the submissions. */
static char *folder_name(const ClassOptions *o)
{
	char *whole = realpath(o->submissions, NULL);
	char *folder = NULL;

	if (!whole)
		refuse("SUBMISSIONS=%s: %s; wanted a folder with one folder or archive for each "
		       "student",
		       o->submissions, strerror(errno));
	else
		folder = class_folder(
			o->build, strrchr(whole, '/')[1] != '\0' ? strrchr(whole, '/') + 1 : "root",
			o->assignment);
	free(whole);
	return folder;
}

/* With the process that has it, where that is known: on another computer it has a number of its own. */
static int locked_refuse(int lock, const char *called)
{
	struct flock holder = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	if (fcntl(lock, F_GETLK, &holder) < 0 || holder.l_type == F_UNLCK || holder.l_pid <= 0)
		return refuse("%s: another run is grading this class; wait until it is over",
			      called);
	return refuse("%s: another run is grading this class (process %d); wait until it is over",
		      called, (int)holder.l_pid);
}

static int lock_wait(int lock)
{
	const struct timespec pause = {.tv_nsec = 100000000};
	const struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	for (int i = 0; fcntl(lock, F_SETLK, &whole) < 0; i++) {
		if ((errno != EAGAIN && errno != EACCES) || i == LOCK_TRIES)
			return -1;
		nanosleep(&pause, NULL);
	}
	return 0;
}

int class_lock(const char *folder, const char *called)
{
	char *path = text_new("%s/lock", folder);
	int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);

	if (lock < 0) {
		refuse("%s: %s", path, strerror(errno));
	} else if (lock_wait(lock) < 0) {
		if (errno == EAGAIN || errno == EACCES)
			locked_refuse(lock, called);
		else
			refuse("%s: %s", path, strerror(errno));
		close(lock);
		lock = -1;
	}
	free(path);
	return lock;
}

/* All work folders: this run's own, and those of runs that were killed. */
static void work_remove(const char *folder)
{
	DIR *list = opendir(folder);
	const struct dirent *each;

	while (list && (each = readdir(list))) {
		if (strncmp(each->d_name, "work-", 5) != 0)
			continue;

		char *path = text_new("%s/%s", folder, each->d_name);

		folder_remove(path);
		free(path);
	}
	if (list)
		closedir(list);
}

char *class_work_make(char *path)
{
	/* sandboxed programs run as another user, who must be able to traverse the folder */
	if (!mkdtemp(path) || chmod(path, 0711) < 0) {
		refuse("%s cannot be made: %s", path, strerror(errno));
		free(path);
		return NULL;
	}
	return path;
}

/* Marks are nobody else's business. Where root grades, sandboxed programs have a user of their own, who has
 * to come through the class's folder to what they run, but cannot list it. */
static int folder_private(const char *folder)
{
	char *students = text_new("%s/students", folder);
	int is_new = access(folder, F_OK) < 0;
	int bad = folder_create(folder) < 0 ||
		  (is_new && chmod(folder, geteuid() == 0 ? 0711 : 0700) < 0) ||
		  (mkdir(students, 0700) < 0 && errno != EEXIST);

	free(students);
	return bad ? -1 : 0;
}

int class_dir_create(Class *class)
{
	class->lock = -1;
	class->folder = folder_name(&class->options);
	if (!class->folder)
		return -1;
	if (folder_private(class->folder) < 0)
		return refuse("%s cannot be made: %s", class->folder, strerror(errno));

	char *called = text_new("SUBMISSIONS=%s", class->options.submissions);

	class->lock = class_lock(class->folder, called);
	free(called);
	if (class->lock < 0)
		return -1;
	work_remove(class->folder);

	class->work = class_work_make(text_new("%s/work-XXXXXX", class->folder));
	return !class->work ? -1 : 0;
}

int class_dir_note(const Class *class)
{
	char *whole = realpath(class->options.submissions, NULL);
	char *last = book_setting(class->book, "submissions"), clean[500];
	int bad = !whole;

	if (!bad && last && strcmp(last, whole) != 0) {
		text_clean(clean, sizeof clean, last, strlen(last));
		printf("note: this gradebook was that of %s; if that is another class, BOOK=file "
		       "keeps them apart\n",
		       clean);
	}
	if (bad)
		refuse("SUBMISSIONS=%s: %s", class->options.submissions, strerror(errno));
	else
		bad = book_setting_put(class->book, "submissions", whole) < 0;
	free(last);
	free(whole);
	return bad ? -1 : 0;
}

void class_dir_leave(Class *class)
{
	if (class->work) /* graders of a killed run may have been there yet when this one began */
		work_remove(class->folder);
	if (class->lock >= 0)
		close(class->lock);
	free(class->work);
	free(class->folder);
}
