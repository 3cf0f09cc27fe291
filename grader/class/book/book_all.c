/* book_all.c - looks below the folder of the class. */
#include "grader/class/book/book_all.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/setup/class_folder.h"

#define BOOK_FILE "/gradebook.db"

/* The names of the classes below BUILD/class that have a gradebook, each once. */
typedef struct Classes {
	char **names;
	int count;
} Classes;

static void classes_add(Classes *classes, const char *build, const char *end)
{
	char *pattern = class_pattern(build, end);
	glob_t found = {.gl_pathc = 0};
	size_t above = strlen(build) + strlen("/class/");

	if (glob(pattern, 0, NULL, &found) != 0)
		found.gl_pathc = 0;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *at = found.gl_pathv[i] + above;
		char *name = text_new("%.*s", (int)strcspn(at, "/"), at);
		int k = 0;

		while (k < classes->count && strcmp(classes->names[k], name) != 0)
			k++;
		if (k < classes->count) {
			free(name);
			continue;
		}
		classes->names = list_grown(classes->names, classes->count, sizeof *classes->names);
		classes->names[classes->count++] = name;
	}
	globfree(&found);
	free(pattern);
}

static char *names_joined(const Classes *classes)
{
	char *all = text_new("%s", "");

	for (int i = 0; i < classes->count; i++)
		all = text_listed(all, classes->names[i]);
	return all;
}

/* The name of the only class; NULL with a line on stderr. */
static char *class_only(const char *build)
{
	Classes classes = {.names = NULL};
	char *name = NULL, *all;

	classes_add(&classes, build, "/class/*" BOOK_FILE);
	classes_add(&classes, build, "/class/*/assignments/*" BOOK_FILE);
	all = names_joined(&classes);
	if (classes.count == 1)
		name = text_new("%s", classes.names[0]);
	else if (classes.count == 0)
		refuse("there is no gradebook under %s/class; make grade SUBMISSIONS=folder makes "
		       "one",
		       build);
	else
		refuse("there are %d classes (%s): expected SUBMISSIONS= with one of these",
		       classes.count, all);
	free(all);
	for (int i = 0; i < classes.count; i++)
		free(classes.names[i]);
	free(classes.names);
	return name;
}

static void book_add(BookAll *all, const char *path, const char *name, int length)
{
	all->paths = list_grown(all->paths, all->count, sizeof *all->paths);
	all->names = list_grown(all->names, all->count, sizeof *all->names);
	all->paths[all->count] = text_new("%s", path);
	all->names[all->count++] = text_new("%.*s", length, name);
}

/* By their names, numbers in them by their value. */
static int by_number(const void *a, const void *b)
{
	return strverscmp(*(const char *const *)a, *(const char *const *)b);
}

static void assignments_add(BookAll *all)
{
	char *pattern = class_pattern(all->folder, "/assignments/*" BOOK_FILE);
	glob_t found = {.gl_pathc = 0};
	size_t above = strlen(all->folder) + strlen("/assignments/");

	if (glob(pattern, 0, NULL, &found) != 0)
		found.gl_pathc = 0;
	if (found.gl_pathc > 0)
		qsort((void *)found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv, by_number);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *name = found.gl_pathv[i] + above;

		book_add(all, found.gl_pathv[i], name, (int)strcspn(name, "/"));
	}
	globfree(&found);
	free(pattern);
}

int book_all_find(BookAll *all, const char *build, const char *submissions)
{
	char *name = submissions ? class_name(submissions) : class_only(build), *own;

	*all = (BookAll){.count = 0};
	if (!name)
		return -1;
	all->folder = text_new("%s/class/%s", build, name);
	own = text_new("%s" BOOK_FILE, all->folder);
	if (access(own, F_OK) == 0)
		book_add(all, own, "", 0);
	assignments_add(all);
	if (all->count == 0)
		refuse("there is no gradebook in %s; make grade SUBMISSIONS=folder makes one",
		       all->folder);
	free(own);
	free(name);
	return all->count == 0 ? -1 : 0;
}

void book_all_release(BookAll *all)
{
	for (int i = 0; i < all->count; i++) {
		free(all->paths[i]);
		free(all->names[i]);
	}
	free(all->paths);
	free(all->names);
	free(all->folder);
	*all = (BookAll){.count = 0};
}
