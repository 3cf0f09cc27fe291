/* coverage.c - gcov in a sandbox, and what its text says. */
#include "coverage.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "results.h"
#include "shown.h"
#include "text.h"
#include "tool_run.h"
#include "work.h"

#define DATA_MAX (1 << 20) /* bytes */
#define SECONDS  10

/* A line of gcov's: "        3:   12:...", "    #####:   13:...", "        -:   14:...". 1 when it
 * tells of code. */
static int line_note(LineCounts *counts, const char *line)
{
	const char *count = line + strspn(line, " "), *colon = strchr(line, ':');
	long number = colon == NULL ? 0 : strtol(colon + 1, NULL, 10);
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
	while ((line = strsep(&rest, "\n")) != NULL) {
		if (strncmp(line, head, strlen(head)) == 0) {
			const char *name = line + strlen(head), *last = strrchr(name, '/');

			own = strcmp(last != NULL ? last + 1 : name, source) == 0;
		} else if (own) {
			found |= line_note(counts, line);
		}
	}
	return found;
}

/* Runs gcov in the box, on the lab's notes and the counters at `data`. 1 when it told about the
 * lab.
 */
static int gcov_run(Judge *j, const char *box, const char *data)
{
	static ProcessEnd end; /* too large for some stacks */
	const Options *o = j->options;
	char name[3][90];
	Shown shown;
	char *const argv[] = {"gcov", "-t", name[1], NULL};
	int bad;

	snprintf(name[0], sizeof name[0], COVERAGE_NOTES, j->lab->name);
	snprintf(name[1], sizeof name[1], COVERAGE_DATA, j->lab->name);

	snprintf(name[2], sizeof name[2], "%s.c", j->lab->name);

	char *notes = work_path(o, j->lab, name[0]), *source = work_path(o, j->lab, name[2]);
	const char *const outside[] = {notes, data, source};

	shown_to_compiler(o, j->lab, &shown);
	bad = 0;
	for (int i = 0; i < 3; i++) {
		char *inside = text_new(SANDBOX_FOLDER "/%s", name[i]);
		char *beside = text_new("%s/%s", box, name[i]);

		shown_add(&shown, outside[i], inside);
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

	bad = bad || tool_run(&gcov, &end) != NULL || end.cut;
	shown_free(&shown);
	free(source);
	free(notes);
	return !bad && output_read(&j->coverage, end.output, j->lab->name);
}

void coverage_take(Judge *j, int folder_fd)
{
	char name[90];
	char *box = work_path(j->options, j->lab, "gcov-XXXXXX"), *data;
	int told = 0;

	snprintf(name, sizeof name, COVERAGE_DATA, j->lab->name);
	if (folder_make_open(box) == 0) {
		data = text_new("%s.data", box);
		told = file_fetch(folder_fd, name, data, DATA_MAX) == 0 && gcov_run(j, box, data);
		unlink(data);
		free(data);
	}
	folder_remove(box);
	free(box);
	j->coverage.blind |= !told;
}

/* --- the file -----------------------------------------------------------------------------------
 */

static void lines_mark(unsigned char *state, const json_t *lines, unsigned char mark)
{
	for (size_t i = 0; i < json_array_size(lines); i++) {
		json_int_t line = json_integer_value(json_array_get(lines, i));

		if (line > 0 && line <= COVERAGE_LINES && state[line] < mark)
			state[line] = mark;
	}
}

/* The lines that no check reached; NULL when that is not known. */
static json_t *never_find(const LabResult *lab)
{
	static LineCounts counts; /* too large for some stacks */
	json_t *never = json_array();

	memset(&counts, 0, sizeof counts);
	for (int i = 0; i < lab->count; i++) {
		const char *text = lab->checks[i].details;
		json_t *check = text == NULL ? NULL : json_loads(text, 0, NULL);

		counts.blind |= !json_is_false(json_object_get(check, "blind"));
		lines_mark(counts.state, json_object_get(check, "missed"), COVERAGE_MISSED);
		lines_mark(counts.state, json_object_get(check, "lines"), COVERAGE_REACHED);
		json_decref(check);
	}
	for (int line = 1; line <= COVERAGE_LINES; line++)
		if (counts.state[line] == COVERAGE_MISSED)
			json_array_append_new(never, json_integer(line));
	if (!counts.blind)
		return never;
	json_decref(never);
	return NULL;
}

int coverage_write(const Grade *grade)
{
	json_t *labs = json_array();
	char *path = work_path(grade->options, NULL, "coverage.json"), *text;
	int bad;

	for (int i = 0; i < grade->count; i++) {
		json_t *never = never_find(&grade->labs[i]);

		if (never != NULL)
			json_array_append_new(labs,
					      json_pack("{s:s, s:o}", "lab",
							grade->labs[i].lab->name, "never", never));
	}

	json_t *root = json_pack("{s:i, s:o}", "schema", 1, "labs", labs);

	text = json_dumps(root, JSON_COMPACT);
	bad = results_put(path, text);
	free(text);
	json_decref(root);
	free(path);
	return bad;
}
