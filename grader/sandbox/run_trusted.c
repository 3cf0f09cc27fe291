/* run_trusted.c - process_run() for a program that we trust. */
#include "grader/sandbox/run_trusted.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/sandbox/process.h"

#define ENV_MAX 12

static void end_describe(const ProcessEnd *end, const char *name, int seconds, char *why,
			 size_t size)
{
	char line[200];

	text_clean(line, sizeof line, end->output, strcspn(end->output, "\n"));
	if (end->fault[0] != '\0')
		text_format(why, size, "%s could not be started: %s", name, end->fault);
	else if (end->timed_out)
		text_format(why, size, "%s took longer than %d s", name, seconds);
	else if (WIFSIGNALED(end->status))
		text_format(why, size, "%s was ended by signal %d", name, WTERMSIG(end->status));
	else
		text_format(why, size, "%s ended with status %d: %s", name,
			    WEXITSTATUS(end->status), line);
}

const char *run_trusted(const char *folder, char *const *argv, char *const *env, int seconds,
			char *why, size_t why_size)
{
	static const char *const passed[] = {"PATH", "LD_LIBRARY_PATH"};
	static ProcessEnd end; /* too large for some stacks */
	char *list[ENV_MAX] = {NULL}, *own[2] = {NULL, NULL};
	int count = 0, bad;

	for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
		if (getenv(passed[i]))
			list[count++] = own[i] = text_new("%s=%s", passed[i], getenv(passed[i]));
	while (*env && count < ENV_MAX - 1)
		list[count++] = *env++;

	const ProcessSpec spec = {.argv = argv,
				  .env = list,
				  .folder = folder,
				  .wall_s = seconds,
				  .cpu_s = seconds,
				  .files = 1024,
				  .file_bytes = (uint64_t)1 << 30};

	bad = process_run(&spec, &end) < 0;
	if (bad && why)
		text_format(why, why_size, "%s: no process: %s", argv[0], strerror(errno));
	if (!bad) {
		end.output[end.output_bytes] = '\0';
		if (end.folder_fd >= 0)
			close(end.folder_fd);
		bad = end.fault[0] != '\0' || end.timed_out || !WIFEXITED(end.status) ||
		      WEXITSTATUS(end.status) != 0;
		if (bad && why)
			end_describe(&end, argv[0], seconds, why, why_size);
	}
	free(own[0]);
	free(own[1]);
	return bad ? NULL : end.output;
}
