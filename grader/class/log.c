/* log.c - the grader's last words are its reason. */
#include "log.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "file.h"
#include "text.h"

#define LOG_MAX ((size_t)4 << 20)

static const char says[] = "usegpu-grade: ";
static const char error[] = "  ERROR";

/* The last line in which the grader speaks of itself, else the first check that it failed at. */
static char *line_find(char *text)
{
	char *found = NULL, *rest = text, *line;

	while ((line = strsep(&rest, "\n")) != NULL) {
		char *at = strstr(line, says);

		if (at != NULL)
			found = at + strlen(says);
		else if (found == NULL && strncmp(line, error, strlen(error)) == 0)
			found = line + strlen(error);
	}
	return found;
}

void log_reason(const char *folder, int status, char *why, size_t why_size)
{
	char *path = text_new("%s/" LOG_FILE, folder), *line = NULL;
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, LOG_MAX, &bytes);

	if (text != NULL && bytes < LOG_MAX) {
		text[bytes] = '\0';
		line = line_find(text);
	}
	if (line != NULL)
		text_clean(why, why_size, line + strspn(line, " "),
			   strlen(line + strspn(line, " ")));
	else if (status == -1)
		text_format(why, why_size, "the grader cannot be started");
	else if (WIFSIGNALED(status))
		text_format(why, why_size, "the grader was ended by signal %d", WTERMSIG(status));
	else
		text_format(why, why_size, "the grader ended with status %d", WEXITSTATUS(status));
	free(text);
	free(path);
}
