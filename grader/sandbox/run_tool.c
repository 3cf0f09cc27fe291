/* run_tool.c - a sandbox like the compiler's, and what came of the run. */
#include "grader/sandbox/run_tool.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/text.h"

#define FILES     64 /* descriptors */
#define PROCESSES 8
#define NODES     1024 /* files that it may make */

const char *run_tool(const Tool *tool, ProcessEnd *end)
{
	const Sandbox sandbox = {.tier = tool->tier,
				 .shown = tool->shown,
				 .room_bytes = tool->room_bytes,
				 .room_files = NODES,
				 .processes = PROCESSES,
				 .spare_processes = SANDBOX_SPARE,
				 .user = sandbox_user()};
	char *path = text_new("PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
	char *const env[] = {path, "LC_ALL=C", NULL};
	const ProcessSpec spec = {
		.argv = tool->argv,
		.env = env,
		.folder = tool->box,
		.sandbox = &sandbox,
		.wall_s = tool->seconds,
		.cpu_s = tool->seconds,
		.files = FILES,
		.address_bytes = tool->address_bytes,
		.file_bytes = tool->file_bytes,
	};
	int bad = process_run(&spec, end) < 0;

	free(path);
	if (bad)
		return "could not be started";
	if (end->folder_fd >= 0)
		close(end->folder_fd);
	if (end->fault[0] != '\0')
		return end->fault;
	if (WIFEXITED(end->status) && WEXITSTATUS(end->status) == 127)
		return "is not installed";
	if (end->timed_out)
		return "took too long";
	if (end->too_full)
		return "wrote too much";
	return WIFEXITED(end->status) && WEXITSTATUS(end->status) == 0 ? NULL : "failed";
}
