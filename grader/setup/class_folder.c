/* class_folder.c - looks which gradebooks there are. */
#include "grader/setup/class_folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"

char *class_name(const char *submissions)
{
	size_t end = strlen(submissions), start;

	while (end > 0 && submissions[end - 1] == '/')
		end--;
	for (start = end; start > 0 && submissions[start - 1] != '/'; start--)
		;

	char *name = text_new("%.*s", (int)(end - start), submissions + start);

	if (strcmp(name, "") != 0 && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
		return name;
	free(name);

	char *whole = realpath(submissions, NULL);

	name = !whole ? NULL : text_new("%s", whole[1] == '\0' ? "root" : strrchr(whole, '/') + 1);
	if (!whole)
		refuse("SUBMISSIONS=%s: expected the folder of a class", submissions);
	free(whole);
	return name;
}

char *class_pattern(const char *path, const char *end)
{
	char *pattern = memory_new(2 * strlen(path) + strlen(end) + 1), *at = pattern;

	for (; *path != '\0'; path++) {
		if (strchr("*?[]\\", *path))
			*at++ = '\\';
		*at++ = *path;
	}
	memcpy(at, end, strlen(end) + 1);
	return pattern;
}

void class_names(const glob_t *found, size_t above, char *names, size_t size)
{
	names[0] = '\0';
	for (size_t i = 0; i < found->gl_pathc; i++) {
		const char *name = found->gl_pathv[i] + above;
		size_t at = strlen(names);

		text_format(names + at, size - at, "%s%.*s", at > 0 ? ", " : "",
			    (int)strcspn(name, "/"), name);
	}
}

/* The only assignment with a name; `whole` where the class has none, or a gradebook of its own. */
static char *assignment_only(char *whole)
{
	char *own = text_new("%s/gradebook.db", whole), names[300], *only = NULL;
	char *pattern = class_pattern(whole, "/assignments/*/gradebook.db");
	glob_t found = {.gl_pathc = 0};

	if (access(own, F_OK) == 0 || glob(pattern, 0, NULL, &found) != 0) {
		only = text_new("%s", whole);
	} else if (found.gl_pathc == 1) {
		only = text_new("%.*s", (int)(strlen(found.gl_pathv[0]) - strlen("/gradebook.db")),
				found.gl_pathv[0]);
	} else {
		class_names(&found, strlen(whole) + strlen("/assignments/"), names, sizeof names);
		refuse("there are %zu assignments (%s): expected ASSIGNMENT= with one of these",
		       found.gl_pathc, names);
	}
	globfree(&found);
	free(pattern);
	free(own);
	free(whole);
	return only;
}

const char *class_assignment(const char *folder)
{
	static const char between[] = "/assignments/";
	const char *name = strrchr(folder, '/');
	const ptrdiff_t above = !name ? 0 : name + 1 - folder;
	const size_t length = strlen(between);

	return above < (ptrdiff_t)length || strncmp(name + 1 - length, between, length) != 0
		       ? NULL
		       : name + 1 - length;
}

char *class_folder(const char *build, const char *name, const char *assignment)
{
	char key[PATH_KEY_SIZE];

	if (!assignment)
		return assignment_only(text_new("%s/class/%s", build, name));
	path_key(assignment, key);
	return text_new("%s/class/%s/assignments/%s", build, name, key);
}
