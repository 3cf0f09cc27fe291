/* book_place.c - where the gradebook of a class lies. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "refuse.h"
#include "text.h"

/* The last part of a path; the folder itself may be gone. */
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

	name = whole == NULL ? NULL
			     : text_new("%s", whole[1] == '\0' ? "root" : strrchr(whole, '/') + 1);
	if (whole == NULL)
		refuse("SUBMISSIONS=%s: expected the folder of a class", path);
	free(whole);
	return name;
}

/* In a pattern each special character is itself behind a backslash. */
static char *pattern_make(const char *build)
{
	char *pattern = malloc(2 * strlen(build) + 40), *at = pattern;

	if (pattern == NULL)
		return NULL;
	for (; *build != '\0'; build++) {
		if (strchr("*?[]\\", *build) != NULL)
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

	if (pattern == NULL || glob(pattern, 0, NULL, &found) != 0) {
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

	if (book != NULL)
		return text_new("%s", book);
	if (submissions == NULL)
		return book_only(build);
	name = name_last(submissions);
	path = name == NULL ? NULL : text_new("%s/class/%s/gradebook.db", build, name);
	free(name);
	return path;
}
