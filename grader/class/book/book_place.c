/* book_place.c - finds the path of a class's gradebook. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/book/book.h"
#include "grader/setup/class_folder.h"

/* Where no class has a gradebook but for its assignments: the only one of these; NULL with a line on stderr. */
static char *assignment_only(const char *build)
{
	char *pattern = class_pattern(build, "/class/*/assignments/*/gradebook.db");
	char *names = text_new("%s", ""), *path = NULL;
	glob_t found;

	if (glob(pattern, 0, NULL, &found) != 0)
		found.gl_pathc = 0;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		static const char above[] = "/assignments/";
		const char *at = strstr(found.gl_pathv[i] + strlen(build), above) + strlen(above);
		char *name = text_new("%.*s", (int)strcspn(at, "/"), at);

		names = text_listed(names, name);
		free(name);
	}
	if (found.gl_pathc == 1)
		path = text_new("%s", found.gl_pathv[0]);
	else if (found.gl_pathc > 1)
		refuse("there are %zu assignments (%s): expected ASSIGNMENT= with one of these, "
		       "and SUBMISSIONS= where classes have one of the same name",
		       found.gl_pathc, names);
	else
		refuse("there is no gradebook under %s/class; make grade SUBMISSIONS=folder makes "
		       "one",
		       build);
	free(names);
	free(pattern);
	globfree(&found);
	return path;
}

static char *book_only(const char *build, const char *assignment)
{
	char key[PATH_KEY_SIZE] = "", *end, *pattern, *path = NULL, names[300];
	glob_t found;
	int none;

	if (assignment)
		path_key(assignment, key);
	end = assignment ? text_new("/class/*/assignments/%s/gradebook.db", key)
			 : text_new("/class/*/gradebook.db");
	pattern = class_pattern(build, end);
	none = glob(pattern, 0, NULL, &found) != 0;
	free(pattern);
	free(end);
	if (none && !assignment)
		return assignment_only(build);
	if (none) {
		refuse("there is no gradebook of ASSIGNMENT=%s under %s/class; make grade "
		       "SUBMISSIONS=folder makes one",
		       assignment, build);
		return NULL;
	}
	class_names(&found, strlen(build) + strlen("/class/"), names, sizeof names);
	if (found.gl_pathc == 1)
		path = text_new("%s", found.gl_pathv[0]);
	else
		refuse("there are %zu gradebooks (%s): expected SUBMISSIONS= with one of these",
		       found.gl_pathc, names);
	globfree(&found);
	return path;
}

char *book_place_of(const char *build, const char *submissions, const char *book,
		    const char *assignment)
{
	char *name, *folder, *path;

	if (book && assignment) {
		refuse("BOOK=%s ASSIGNMENT=%s: expected one of them", book, assignment);
		return NULL;
	}
	if (book)
		return text_new("%s", book);
	if (!submissions)
		return book_only(build, assignment);
	name = class_name(submissions);
	folder = !name ? NULL : class_folder(build, name, assignment);
	path = !folder ? NULL : text_new("%s/gradebook.db", folder);
	free(folder);
	free(name);
	return path;
}

char *book_place(const char *build, const char *submissions, const char *book)
{
	return book_place_of(build, submissions, book, NULL);
}
