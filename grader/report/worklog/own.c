/* own.c - reads the lines that a student's own gradings left (grader/grade/own_log.h). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/report/worklog/worklog.h"

/* A line that is not understood is as if it were not there. */
static void line_take(json_t *attempts, const char *line)
{
	json_t *attempt = json_loads(line, 0, NULL);

	if (json_is_object(attempt))
		json_array_append(attempts, attempt);
	json_decref(attempt);
}

json_t *own_attempts(const char *build, const char *place)
{
	char *path = text_new("%s/progress/%s/log", build, place), *line = NULL;
	FILE *file = fopen(path, "re");
	json_t *attempts = json_array();
	size_t room = 0;

	if (!file && errno != ENOENT) {
		refuse("%s: %s", path, strerror(errno));
		json_decref(attempts);
		attempts = NULL;
	}
	while (file && getline(&line, &room, file) > 0)
		line_take(attempts, line);
	if (file)
		fclose(file);
	free(line);
	free(path);
	return attempts;
}
