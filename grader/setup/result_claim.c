/* result_claim.c - the note of who has a place is made by link() or rename(), so that of two graders
 * at once one gets it. */
#include "grader/setup/result_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/setup/result_dir.h"
#include "grader/setup/work_dir.h"

/* Writes the note under another name. 0, or -1 with errno. */
static int archive_cache_write(char *fresh, const char *whole)
{
	int fd = mkostemp(fresh, O_CLOEXEC), bad, reason;

	if (fd < 0)
		return -1;
	bad = file_write(fd, whole, strlen(whole)) < 0 || fchmod(fd, 0644) < 0;
	reason = errno;
	close(fd);
	if (bad)
		unlink(fresh);
	errno = reason;
	return bad ? -1 : 0;
}

static void left_remove(const Options *o)
{
	static const char *const parts[] = {"progress", "hints"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char *folder = text_new("%s/%s/%s", o->build, parts[i], o->place);

		if (access(folder, F_OK) == 0)
			folder_remove(folder);
		free(folder);
	}
}

/* 1 when it is ours now, 0 when it is another's, -1 with errno. */
static int place_take(const Options *o, const char *folder)
{
	ResultDirOwner owner = result_dir_owner(o->build, o->place, o->submission_whole);
	char *note = text_new("%s/.of", folder), *fresh = text_new("%s/.of-XXXXXX", folder);
	int taken = owner == RESULT_DIR_OURS ? 1 : owner == RESULT_DIR_TAKEN ? 0 : -1;

	if (taken < 0 && archive_cache_write(fresh, o->submission_whole) == 0) {
		if (owner == RESULT_DIR_STALE)
			left_remove(o);
		taken = (owner == RESULT_DIR_STALE ? rename(fresh, note) : link(fresh, note)) == 0
				? 1
			: errno == EEXIST ? result_dir_owner(o->build, o->place,
							     o->submission_whole) == RESULT_DIR_OURS
					  : -1;
		int reason = errno;

		unlink(fresh);
		errno = reason;
	}
	free(fresh);
	free(note);
	return taken;
}

int result_claim(Options *o)
{
	char *folder = work_path(o, NULL, NULL);
	int taken = folder_create(folder) < 0 ? -1 : place_take(o, folder);

	free(folder);
	if (taken != 0)
		return taken < 0 ? -1 : 0;
	free(o->place);
	o->place = result_dir(o->build, o->root, o->submission_name, o->submission_whole);
	folder = work_path(o, NULL, NULL);
	taken = folder_create(folder) < 0 ? -1 : place_take(o, folder);
	free(folder);
	return taken == 1 ? 0 : -1;
}
