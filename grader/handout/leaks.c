/* leaks.c - usegpu leaks SOLUTIONS FOLDER: whether anything in the folder holds a solution, its
 * text, its text with other names, or the name of a function that only a solution has.
 *
 * Exit status: 0 nothing was found, 1 something was (a line each), 2 it could not look. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/command_line.h"
#include "grader/base/file.h"
#include "grader/handout/regions.h"

#define SHOWN 100 /* bytes of what was found */

/* nftw hands nothing on. */
static Regions *regions;
static const char *folder, *path_now, *text_now;
static int found_count, files;

/* All bytes of the file and a NUL, to be freed; NULL with a line on stderr. */
static char *file_read(const char *path, size_t *bytes)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char *text = fd < 0 ? NULL : file_load(fd, NULL, SIZE_MAX, bytes);

	if (!text)
		fprintf(stderr, "usegpu: %s: %s\n", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return text;
}

static int solutions_read(const char *from)
{
	char pattern[4096];
	glob_t list;
	int exercises = 0;

	snprintf(pattern, sizeof pattern, "%s/lab[0-9]*_*.c*", from);
	if (glob(pattern, 0, NULL, &list) != 0) {
		fprintf(stderr, "usegpu: %s: expected solutions, labN_*.c; found none\n", from);
		return -1;
	}
	for (size_t i = 0; exercises >= 0 && i < list.gl_pathc; i++) {
		size_t bytes;
		char *text = file_read(list.gl_pathv[i], &bytes), name[64];
		int count;

		snprintf(name, sizeof name, "%s", basename(list.gl_pathv[i]));
		name[strcspn(name, ".")] = '\0';
		count = !text ? -1 : regions_add(regions, name, text, bytes);
		if (count == 0)
			fprintf(stderr, "usegpu: %s: expected marks SOLUTION N.M, found none\n",
				list.gl_pathv[i]);
		exercises = count <= 0 ? -1 : exercises + count;
		free(text);
	}
	globfree(&list);
	return exercises;
}

static void found(void *context, const Resemblance *r)
{
	int length = r->end - r->begin < SHOWN ? r->end - r->begin : SHOWN;

	(void)context;
	found_count++;
	printf("%s:%d: %s (%s): ", path_now + strlen(folder) + 1, r->line, r->region, r->how);
	for (const char *c = text_now + r->begin; c < text_now + r->begin + length; c++)
		putchar(*c >= ' ' && *c <= '~' ? *c : ' ');
	putchar('\n');
}

static int file_look(const char *path, const struct stat *about, int kind, struct FTW *where)
{
	size_t bytes;
	char *text;

	(void)about;
	(void)where;
	if (kind == FTW_D || kind == FTW_SL) /* what a link leads to has a name of its own */
		return 0;
	if (kind != FTW_F) {
		fprintf(stderr, "usegpu: %s: expected files and folders only\n", path);
		return -1;
	}
	text = file_read(path, &bytes);
	if (!text)
		return -1;
	path_now = path;
	text_now = text;
	regions_search(regions, text, bytes, found, NULL);
	free(text);
	files++;
	return 0;
}

static int command_leaks(int argc, char **argv)
{
	int exercises, status = 2;

	if (argc != 3) {
		fprintf(stderr, "usage: usegpu leaks SOLUTIONS FOLDER\n");
		return 2;
	}
	folder = argv[2];
	regions = regions_create();
	exercises = solutions_read(argv[1]);
	if (exercises > 0) {
		int bad = nftw(folder, file_look, 32, FTW_PHYS);

		if (bad == 0 && files == 0)
			fprintf(stderr, "usegpu: %s: expected files, found none\n", folder);
		else if (bad < 0 && files == 0)
			fprintf(stderr, "usegpu: %s: %s\n", folder, strerror(errno));
		else if (bad == 0)
			status = found_count > 0;
		if (status < 2)
			printf("%d files, %d exercises (%d too short to look for): %d found\n",
			       files, exercises, regions_too_short(regions), found_count);
	}
	regions_free(regions);
	return fflush(stdout) == 0 ? status : 2;
}

const Command usegpu_leaks = {command_leaks, NULL};
