/* bundle.c - the table of formats; makes the folder, its files, and the archive. */
#include "grader/feedback/bundle.h"

#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/report/submission/submission_page.h"

static const BundleFormat formats[] = {
	{"mail", "a folder for each student: address, message.txt, feedback.html", NULL, NULL,
	 mail_put, NULL},
	{"moodle", "feedback files for an assignment: moodle-feedback.zip", "moodle-feedback.zip",
	 moodle_begin, moodle_put, moodle_end},
	{"canvas", "comments with a file, by Canvas's download: canvas-feedback.zip",
	 "canvas-feedback.zip", canvas_begin, canvas_put, canvas_end},
	{"gradescope", "an autograder that gives back what is in the gradebook",
	 "gradescope-feedback.zip", gradescope_begin, gradescope_put, NULL},
};
#define FORMATS (sizeof formats / sizeof *formats)

const BundleFormat *bundle_format(const char *name)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	refuse("FORMAT=%s: expected one of mail, moodle, canvas, gradescope", name);
	return NULL;
}

void bundle_formats_print(void)
{
	for (size_t i = 0; i < FORMATS; i++)
		printf("%-12s %s\n", formats[i].name, formats[i].what);
}

int bundle_begin(Bundle *b, int is_own)
{
	if (is_own && access(b->out, F_OK) == 0)
		folder_remove(b->out);
	if (rmdir(b->out) < 0 && errno != ENOENT)
		return refuse("OUT=%s: %s; expected a folder that is new or empty", b->out,
			      errno == ENOTEMPTY || errno == EEXIST ? "there is something in it"
								    : strerror(errno));
	if (folder_create(b->out) < 0 || chmod(b->out, 0700) < 0)
		return refuse("OUT=%s cannot be made: %s", b->out, strerror(errno));
	return !b->format->begin ? 0 : b->format->begin(b);
}

/* A new folder in the bundle's has that folder's mode. */
static char *file_place(const Bundle *b, const char *part, const char *name)
{
	char *folder = !part ? text_new("%s", b->out) : text_new("%s/%s", b->out, part), *path;

	if (part && mkdir(folder, 0700) < 0 && errno != EEXIST) {
		refuse("%s cannot be made: %s", folder, strerror(errno));
		free(folder);
		return NULL;
	}
	path = text_new("%s/%s", folder, name);
	free(folder);
	return path;
}

int bundle_file(const Bundle *b, const char *part, const char *name, const char *text, size_t bytes)
{
	char *path = file_place(b, part, name);
	int bad = !path;

	if (!bad && file_put_private(path, text, bytes) < 0)
		bad = refuse("%s cannot be written: %s", path, strerror(errno));
	free(path);
	return bad ? -1 : 0;
}

int bundle_page(const Bundle *b, const char *part, const char *name, const Given *given)
{
	char *path = file_place(b, part, name);
	int bad = !path || submission_page(path, &given->graded, given->name) < 0;

	free(path);
	return bad ? -1 : 0;
}

/* zip does not know of a folder to work in. */
static int archive_make(const Bundle *b)
{
	const char *const words[] = {
		"sh", "-c",   "cd -- \"$1\" && exec zip -qrX \"$2\" . -x \"$2\"",
		"sh", b->out, b->format->zip,
		NULL};
	pid_t child;
	int status = -1;

	fflush(NULL);
	if (posix_spawnp(&child, words[0], NULL, NULL, (char *const *)(uintptr_t)words, environ) !=
	    0)
		return refuse("%s cannot be made: no shell", b->format->zip);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return status == 0 ? 0
			   : refuse("%s/%s cannot be made; is zip installed (Debian: zip)?", b->out,
				    b->format->zip);
}

int bundle_end(Bundle *b, int bad)
{
	if (!bad && b->format->zip)
		bad = archive_make(b) < 0;
	if (b->format->end)
		b->format->end(b);
	return bad ? -1 : 0;
}
