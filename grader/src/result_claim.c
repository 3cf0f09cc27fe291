/* result_claim.c - one grader at a time decides, under a lock on BUILD/grade. */
#include "result_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "text.h"
#include "work.h"

/* The file is whole whenever somebody reads it. */
static int claim_write(const Options *o)
{
	char *folder = text_new("%s/grade/%s", o->build, o->result_name);
	char *path = result_claim_path(o->build, o->result_name);
	char *fresh = text_new("%s.%d", path, (int)getpid());
	FILE *file = folder_make(folder) == 0 ? fopen(fresh, "we") : NULL;
	int bad = file == NULL || fputs(o->submission_whole, file) < 0;

	bad = (file != NULL && fclose(file) != 0) || bad;
	bad = bad || rename(fresh, path) < 0;
	if (bad && file != NULL) {
		int error = errno;

		unlink(fresh);
		errno = error;
	}
	free(fresh);
	free(path);
	free(folder);
	return bad ? -1 : 0;
}

/* What was reached in a folder that is gone is not what was reached in this one. */
static void earlier_remove(const Options *o)
{
	static const char *const parts[] = {"grade", "progress", "hints"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char *path = text_new("%s/%s/%s", o->build, parts[i], o->result_name);

		folder_remove(path);
		free(path);
	}
}

static int name_settle(Options *o)
{
	switch (result_name(o->build, o->root, o->submission_whole, o->result_name)) {
	case RESULT_OWNER_GONE:
		earlier_remove(o);
		return claim_write(o);
	case RESULT_OWNER_NONE:
		return claim_write(o);
	case RESULT_OWNER_THIS:
	case RESULT_OWNER_OTHER: /* the digest in the name is of this folder alone */
		break;
	}
	return 0;
}

int result_claim(Options *o)
{
	char *above;
	int fd, bad;

	if (o->output != NULL || o->is_named)
		return 0;
	above = text_new("%s/grade", o->build);
	fd = folder_make(above) < 0 ? -1 : open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bad = fd < 0 || flock(fd, LOCK_EX) < 0 || name_settle(o) < 0;
	if (fd >= 0)
		close(fd);
	free(above);
	return bad ? -1 : 0;
}
