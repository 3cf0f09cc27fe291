/* compiler.c - the compiler runs in a sandbox; the source lies there under the lab's own name, so its
 * messages say lab3_copies.c:12 and nothing of where that is. What it made is fetched from there. */
#include "grader/compile/compiler.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/diagnostics.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/kit_copy.h"
#include "grader/setup/sandbox_paths.h"

#define OUTPUT_MAX    (64 << 20) /* bytes: an object, a program */
#define COMPILER_ROOM (256 << 20)

void arguments_add(Arguments *arguments, const char *word)
{
	if (arguments->count < COMPILER_WORDS_MAX)
		arguments->word[arguments->count++] = word;
}

void arguments_add_all(Arguments *arguments, char *const *list)
{
	while (*list)
		arguments_add(arguments, *list++);
}

/* --- what the compiler said ------------------------------------------------------------------- */

/* The reason in a line that does not name the student's file: without the paths that are put in front of it. Of an asm
 * statement outside of functions the assembler names only its own file. */
static void reason_take(const char *line, char *reason, size_t size)
{
	static const char error[] = ": Error: ";
	const char *file = strstr(line, ".s:"), *why = file ? strstr(file, error) : NULL,
		   *end = strstr(line, ": ");

	for (const char *at = line; end && at < end; at++)
		if (*at == '/')
			line = at + 1;
	if (why)
		line = why + sizeof error - 1;
	size_t begun = why ? (size_t)snprintf(reason, size, "an asm statement: ") : 0;

	text_clean(reason + begun, size - begun, line, strlen(line));
}

/* What to say of a file that is not there, though it lies beside the lab where the student compiles it. */
static const char *file_missing(const char *line)
{
	return strstr(line, "fatal error: ") && (strstr(line, ": No such file or directory") ||
						 strstr(line, " file not found"))
		       ? "; the lab's file is compiled alone, without other files of yours"
		       : "";
}

/* Finds the first error and makes "does not compile: lab3_copies.c:12: error: ..." of it. */
static void broken_describe(const Step *step, CompileResult *result, const ProcessEnd *end)
{
	char file[80], line[400] = "", *copy = text_new("%s", end->output), *rest = copy, *each;

	snprintf(file, sizeof file, "%s%s:", step->name, lab_ending(step->lab));
	while (line[0] == '\0' && (each = strsep(&rest, "\n"))) {
		const char *from = strstr(each, file);

		if (!diagnostics_is_error(each))
			continue;
		if (from)
			text_clean(line, sizeof line, from, strlen(from));
		else
			reason_take(each, line, sizeof line);
		if (from && atoi(from + strlen(file)) > 0)
			text_format(result->where, sizeof result->where, "%s%d", file,
				    atoi(from + strlen(file)));
	}
	free(copy);
	result->outcome = COMPILE_BROKEN;
	result->too_slow =
		end->timed_out || (WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGXCPU);
	if (result->too_slow)
		text_format(result->message, sizeof result->message,
			    "does not %s: it takes too long", step->what);
	else if (end->too_full)
		text_format(result->message, sizeof result->message,
			    "does not %s: it fills more than %d MiB of the disk", step->what,
			    COMPILER_ROOM >> 20);
	else if (line[0] != '\0')
		text_format(result->message, sizeof result->message, "does not %s: %s%s",
			    step->what, line, file_missing(line));
	else
		text_format(result->message, sizeof result->message,
			    "does not %s: the compiler failed without a reason", step->what);
}

void compile_fault(CompileResult *result, const char *what, const char *why)
{
	result->outcome = COMPILE_FAULT;
	text_format(result->message, sizeof result->message, "%s: %s", what, why);
}

/* The student knows lab.h, and nothing of where the kit keeps its own. */
static void paths_shorten(const Options *o, ProcessEnd *end)
{
	static const char *const folders[] = {"/grader/stubs/", "/"};

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char *prefix = text_new("%s%s", kit_seen_root(o), folders[i]);

		end->output_bytes = diagnostics_strip(end->output, end->output_bytes, prefix);
		free(prefix);
	}
	end->output[end->output_bytes] = '\0';
}

const char *compiler_folder(const Step *step)
{
	return step->options->tier == SANDBOX_FULL ? SANDBOX_FOLDER : step->box;
}

/* Lets the sandbox see the file. -1 with errno set. */
static int input_add(const Step *step, const char *file, SandboxPaths *shown)
{
	char *outside = text_new("%s/%s", step->folder, file);
	char *beside = text_new("%s/%s", step->box, file);
	char *inside = text_new(SANDBOX_FOLDER "/%s", file);
	int bad;

	sandbox_paths_add(shown, outside, inside);
	bad = step->options->tier != SANDBOX_FULL && link(outside, beside) < 0 && errno != EEXIST;
	free(inside);
	free(beside);
	free(outside);
	return bad ? -1 : 0;
}

/* Runs it in its sandbox. -1 with the fault told when it could not even be started. */
static int compiler_start(const Step *step, Arguments *arguments, ProcessEnd *end,
			  CompileResult *result)
{
	char *path = text_new("PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
	char *temporary = text_new("TMPDIR=%s", compiler_folder(step));
	char *const env[] = {path, temporary, "LC_ALL=C", NULL};
	SandboxPaths shown;
	Sandbox sandbox = {
		.tier = step->options->tier,
		.shown = shown.list,
		.room_bytes = COMPILER_ROOM,
		.room_files = 1024,
		.processes = 32,
		.spare_processes = SANDBOX_SPARE,
		.user = sandbox_user(),
	};
	ProcessSpec spec = {
		.argv = (char *const *)arguments->word,
		.env = env,
		.folder = step->box,
		.sandbox = &sandbox,
		.wall_s = COMPILER_SECONDS,
		.cpu_s = COMPILER_SECONDS / 2,
		.files = 256,
		.address_bytes = UINT64_C(2) << 30,
		.file_bytes = OUTPUT_MAX,
	};
	int bad;

	arguments->word[arguments->count] = NULL;
	sandbox_paths_for_compiler(step->options, &shown);
	if (strcmp(step->what, "link") == 0)
		sandbox_paths_add_linked(step->options, step->lab, &shown);
	bad = input_add(step, step->input, &shown) < 0 ||
	      (step->beside && input_add(step, step->beside, &shown) < 0);
	bad = bad || process_run(&spec, end) < 0;
	if (bad)
		compile_fault(result, arguments->word[0], strerror(errno));
	else if (end->fault[0] != '\0')
		compile_fault(result, "sandbox", end->fault);
	sandbox_paths_free(&shown);
	free(temporary);
	free(path);
	return result->outcome == COMPILE_FAULT ? -1 : 0;
}

static void output_fetch(const Step *step, const ProcessEnd *end, CompileResult *result)
{
	char *to = text_new("%s/%s", step->folder, step->output);

	if (file_fetch(end->folder_fd, step->output, to, OUTPUT_MAX) < 0) {
		result->outcome = COMPILE_BROKEN;
		text_format(result->message, sizeof result->message,
			    "does not %s: the compiler made no %s that can be read", step->what,
			    step->output);
	}
	free(to);
}

/* What gcc notes about the lines of the file, for --coverage. */
static void notes_fetch(const Step *step, const ProcessEnd *end)
{
	char name[90], *to;

	snprintf(name, sizeof name, COVERAGE_NOTES, step->name);
	to = text_new("%s/%s", step->folder, name);
	if (file_fetch(end->folder_fd, name, to, OUTPUT_MAX) < 0)
		unlink(to); /* then gcov fails, and says so */
	free(to);
}

int compiler_run(const Step *step, Arguments *arguments, CompileResult *result)
{
	static ProcessEnd end; /* too large for some stacks */

	if (compiler_start(step, arguments, &end, result) < 0)
		return -1;
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0)
		output_fetch(step, &end, result);
	if (step->options->coverage && strcmp(step->what, "compile") == 0 && end.folder_fd >= 0)
		notes_fetch(step, &end);
	if (end.folder_fd >= 0)
		close(end.folder_fd);
	paths_shorten(step->options, &end);

	size_t room = PROCESS_OUTPUT_MAX - result->diagnostics_bytes;
	size_t kept = end.output_bytes < room ? end.output_bytes : room;

	memcpy(result->diagnostics + result->diagnostics_bytes, end.output, kept);
	result->diagnostics_bytes += kept;
	result->diagnostics[result->diagnostics_bytes] = '\0';
	result->cut |= end.cut || kept < end.output_bytes;
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0)
		return result->outcome == COMPILE_OK ? 0 : -1;
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 127) {
		char line[200];

		text_clean(line, sizeof line, end.output, strcspn(end.output, "\n"));
		compile_fault(result, "compiler", line);
	} else {
		broken_describe(step, result, &end);
	}
	return -1;
}
