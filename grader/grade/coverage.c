/* coverage.c - puts together what the checks reached. */
#include "grader/grade/coverage.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grade/results.h"
#include "grader/judge/judge_state.h"
#include "grader/setup/work_dir.h"

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
		json_t *check = !text ? NULL : json_loads(text, 0, NULL);

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

		if (never)
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
