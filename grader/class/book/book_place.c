/* book_place.c - finds the path of a class's gradebook. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book.h"

/* The last part of a path; works also when the folder no longer exists. */
static char *name_last(const char *path)
{
	size_t end = strlen(path), start;

	while (end > 0 && path[end - 1] == '/')
		end--;
	for (start = end; start > 0 && path[start - 1] != '/'; start--)
		;

	char *name = text_new("%.*s", (int)(end - start), path + start);

	if (strcmp(name, "") != 0 && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
		return name;
	free(name);

	char *whole = realpath(path, NULL);

	name = !whole ? NULL : text_new("%s", whole[1] == '\0' ? "root" : strrchr(whole, '/') + 1);
	if (!whole)
		refuse("SUBMISSIONS=%s: expected the folder of a class", path);
	free(whole);
	return name;
}

/* Escapes characters of the build folder's path that are special to glob(). */
static char *pattern_make(const char *build)
{
	char *pattern = memory_new(2 * strlen(build) + 40), *at = pattern;

	for (; *build != '\0'; build++) {
		if (strchr("*?[]\\", *build))
			*at++ = '\\';
		*at++ = *build;
	}
	memcpy(at, "/class/*/gradebook.db", sizeof "/class/*/gradebook.db");
	return pattern;
}

static char *book_only(const char *build)
{
	char *pattern = pattern_make(build), *path = NULL, names[300] = "";
	glob_t found;

	if (glob(pattern, 0, NULL, &found) != 0) {
		refuse("there is no gradebook under %s/class; make grade SUBMISSIONS=folder makes "
		       "one",
		       build);
		free(pattern);
		return NULL;
	}
	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *name = found.gl_pathv[i] + strlen(build) + strlen("/class/");
		size_t at = strlen(names);

		text_format(names + at, sizeof names - at, "%s%.*s", at > 0 ? ", " : "",
			    (int)strcspn(name, "/"), name);
	}
	if (found.gl_pathc == 1)
		path = text_new("%s", found.gl_pathv[0]);
	else
		refuse("there are %zu gradebooks (%s): expected SUBMISSIONS= with one of these",
		       found.gl_pathc, names);
	globfree(&found);
	free(pattern);
	return path;
}

char *book_place(const char *build, const char *submissions, const char *book)
{
	char *name, *path;

	if (book)
		return text_new("%s", book);
	if (!submissions)
		return book_only(build);
	name = name_last(submissions);
	path = !name ? NULL : text_new("%s/class/%s/gradebook.db", build, name);
	free(name);
	return path;
}
