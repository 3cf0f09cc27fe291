/* line_counts.c - gcov in a sandbox, and what its text says. */
#include "grader/judge/line_counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/compile/compile.h"
#include "grader/sandbox/run_tool.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/sandbox_paths.h"
#include "grader/setup/work_dir.h"

#define DATA_MAX (1 << 20) /* bytes */
#define SECONDS  10

/* A line of gcov's: "        3:   12:...", "    #####:   13:...", "        -:   14:...". 1 when it
 * tells of code. */
static int line_note(LineCounts *counts, const char *line)
{
	const char *count = line + strspn(line, " "), *colon = strchr(line, ':');
	long number = !colon ? 0 : strtol(colon + 1, NULL, 10);
	int reached = *count >= '1' && *count <= '9', missed = *count == '#' || *count == '=';

	if (number < 1 || number > COVERAGE_LINES || (!reached && !missed))
		return 0;
	if (reached)
		counts->state[number] = COVERAGE_REACHED;
	else if (counts->state[number] == 0)
		counts->state[number] = COVERAGE_MISSED;
	return 1;
}

/* gcov tells about every file that has code; a header's lines are not the lab's. 1 when it told of
 * any code of the lab. */
static int output_read(LineCounts *counts, char *output, const char *lab)
{
	static const char head[] = "        -:    0:Source:";
	char *rest = output, *line, source[90];
	int own = 0, found = 0;

	snprintf(source, sizeof source, "%s.c", lab);
	while ((line = strsep(&rest, "\n"))) {
		if (strncmp(line, head, strlen(head)) == 0) {
			const char *name = line + strlen(head), *last = strrchr(name, '/');

			own = strcmp(last ? last + 1 : name, source) == 0;
		} else if (own) {
			found |= line_note(counts, line);
		}
	}
	return found;
}

/* Runs gcov in the box, on the lab's notes and the counters at `data`. 1 when it told about the
 * lab. */
static int gcov_run(Judge *j, const char *box, const char *data)
{
	static ProcessEnd end; /* too large for some stacks */
	const Options *o = j->options;
	char name[3][90];
	SandboxPaths shown;
	char *const argv[] = {"gcov", "-t", name[1], NULL};
	int bad;

	snprintf(name[0], sizeof name[0], COVERAGE_NOTES, j->lab->name);
	snprintf(name[1], sizeof name[1], COVERAGE_DATA, j->lab->name);

	snprintf(name[2], sizeof name[2], "%s%s", j->lab->name, lab_ending(j->lab));

	char *notes = work_path(o, j->lab, name[0]), *source = work_path(o, j->lab, name[2]);
	const char *const outside[] = {notes, data, source};

	sandbox_paths_for_compiler(o, &shown);
	bad = 0;
	for (int i = 0; i < 3; i++) {
		char *inside = text_new(SANDBOX_FOLDER "/%s", name[i]);
		char *beside = text_new("%s/%s", box, name[i]);

		sandbox_paths_add(&shown, outside[i], inside);
		bad |= o->tier != SANDBOX_FULL && link(outside[i], beside) < 0;
		free(beside);
		free(inside);
	}

	const Tool gcov = {.argv = argv,
			   .box = box,
			   .tier = o->tier,
			   .shown = shown.list,
			   .room_bytes = 4 << 20,
			   .address_bytes = UINT64_C(1) << 30,
			   .file_bytes = DATA_MAX,
			   .seconds = SECONDS};

	bad = bad || run_tool(&gcov, &end) || end.cut;
	sandbox_paths_free(&shown);
	free(source);
	free(notes);
	return !bad && output_read(&j->coverage, end.output, j->lab->name);
}

void line_counts_take(Judge *j, int folder_fd)
{
	char name[90];
	char *box = work_path(j->options, j->lab, "gcov-XXXXXX"), *data;
	int told = 0;

	snprintf(name, sizeof name, COVERAGE_DATA, j->lab->name);
	if (sandbox_folder_create(box) == 0) {
		data = text_new("%s.data", box);
		told = file_fetch(folder_fd, name, data, DATA_MAX) == 0 && gcov_run(j, box, data);
		unlink(data);
		free(data);
	}
	folder_remove(box);
	free(box);
	j->coverage.blind |= !told;
}
