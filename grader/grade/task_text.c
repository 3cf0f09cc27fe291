/* task_text.c - compares comments as text; what they say nobody reads. */
#include "grader/grade/task_text.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/grade/details.h"

#define STARTER_MAX ((size_t)1 << 20)

/* The next character that counts, or NULL at the end. */
static const char *next_of(const char *at, const char *end)
{
	while (at < end && (isspace((unsigned char)*at) || *at == '*'))
		at++;
	return at < end ? at : NULL;
}

/* The comment that begins so; false where there is none that ends. */
static bool comment_find(const char *text, const char *begins, const char **from, const char **to)
{
	*from = strstr(text, begins);
	*to = !*from ? NULL : strstr(*from, "*/");
	return *to;
}

bool task_differs(const char *source, const char *kit, const char *id)
{
	const char *a, *a_end, *b, *b_end;
	char begins[32];

	snprintf(begins, sizeof begins, "/* %s (", id);
	if (!comment_find(source, begins, &a, &a_end) || !comment_find(kit, begins, &b, &b_end))
		return false;
	a = next_of(a, a_end);
	b = next_of(b, b_end);
	while (a && b && *a == *b) {
		a = next_of(a + 1, a_end);
		b = next_of(b + 1, b_end);
	}
	return a || b;
}

void tasks_compare(const Options *options, LabResult *lab)
{
	size_t bytes = 0;
	char *source = details_source(options, lab->lab), *kit = NULL;
	char *path = text_new("%s/grader/stubs/%s%s", options->root, lab->lab->name,
			      lab_ending(lab->lab));

	if (source)
		kit = file_load(AT_FDCWD, path, STARTER_MAX, &bytes);
	for (int i = 0; kit && i < lab->count; i++)
		lab->checks[i].other_task = task_differs(source, kit, lab->checks[i].check->id);
	free(path);
	free(kit);
	free(source);
}
