/* run_tool.h - programs of the system that read what a student wrote (gcov), in a sandbox.
 */
#ifndef GRADER_SANDBOX_RUN_TOOL_H
#define GRADER_SANDBOX_RUN_TOOL_H

#include "grader/sandbox/process.h"

typedef struct Tool {
	char *const *argv; /* argv[0] is looked for in PATH; closed by NULL */
	const char *box;   /* an empty folder of its own (sandbox_folder_create) */
	SandboxTier tier;
	const SandboxPath *shown; /* closed by one whose path is NULL */
	uint64_t room_bytes;      /* that its files may occupy */
	uint64_t address_bytes;
	uint64_t file_bytes;
	int seconds;
} Tool;

/* Runs it to its end. NULL when it ended well: end->output holds what it printed, or the beginning of
 * that (end->cut), and a NUL. Else the rest of a sentence that begins with its name, such as "took too
 * long"; the text lives as long as `end`. */
const char *run_tool(const Tool *tool, ProcessEnd *end);

#endif
