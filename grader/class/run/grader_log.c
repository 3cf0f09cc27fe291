/* grader_log.c - takes the last line that the grader printed about itself as the reason. */
#include "grader/class/run/grader_log.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "grader/base/file.h"
#include "grader/base/text.h"

#define LOG_MAX ((size_t)4 << 20)

static const char says[] = "usegpu: ";
static const char error[] = "  ERROR";

/* The last line of the form "usegpu: ...", else the first check with the verdict ERROR. */
static char *line_find(char *text)
{
	char *found = NULL, *rest = text, *line;

	while ((line = strsep(&rest, "\n"))) {
		char *at = strstr(line, says);

		if (at)
			found = at + strlen(says);
		else if (!found && strncmp(line, error, strlen(error)) == 0)
			found = line + strlen(error);
	}
	return found;
}

void grader_log_reason(const char *folder, int status, char *why, size_t why_size)
{
	char *path = text_new("%s/" LOG_FILE, folder), *line = NULL;
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, LOG_MAX, &bytes);

	if (text && bytes < LOG_MAX) {
		text[bytes] = '\0';
		line = line_find(text);
	}
	if (line)
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
