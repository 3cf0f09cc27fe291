/* coverage.c - puts together what the checks reached: of each lab, and of each exercise in it. */
#include "grader/grade/coverage.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grade/coverage_told.h"
#include "grader/grade/details.h"
#include "grader/grade/results.h"
#include "grader/judge/judge_state.h"
#include "grader/setup/work_dir.h"

enum { EXERCISES_MOST = 64 };

/* A function that checks judge, and the lines of the file that are its: helpers above it too. */
typedef struct Exercise {
	const char *function;
	int line; /* of the function; 0: not known */
	int from, to;
	bool blind; /* a run of it left no counters: nobody knows what it reached */
} Exercise;

typedef struct LabLines {
	unsigned char state[COVERAGE_LINES + 1];
	Exercise list[EXERCISES_MOST]; /* by their lines */
	int count;
	json_t *unknown; /* ids of checks whose runs left no counters */
} LabLines;

static void lines_mark(unsigned char *state, const json_t *lines, unsigned char mark)
{
	for (size_t i = 0; i < json_array_size(lines); i++) {
		json_int_t line = json_integer_value(json_array_get(lines, i));

		if (line > 0 && line <= COVERAGE_LINES && state[line] < mark)
			state[line] = mark;
	}
}

static Exercise *exercise_of(LabLines *lab, const char *function)
{
	for (int i = 0; i < lab->count; i++)
		if (strcmp(lab->list[i].function, function) == 0)
			return &lab->list[i];
	if (lab->count == EXERCISES_MOST)
		return NULL;
	lab->list[lab->count] = (Exercise){.function = function};
	return &lab->list[lab->count++];
}

static void check_add(LabLines *lab, const CheckResult *result)
{
	json_t *told = !result->details ? NULL : json_loads(result->details, 0, NULL);
	Exercise *exercise = exercise_of(lab, result->check->function);
	int line = (int)json_integer_value(json_object_get(told, "function_line"));
	bool blind = !json_is_false(json_object_get(told, "blind"));

	if (exercise) {
		exercise->blind |= blind;
		exercise->line = line > 0 ? line : exercise->line;
	}
	if (blind)
		json_array_append_new(lab->unknown, json_string(result->check->id));
	lines_mark(lab->state, json_object_get(told, "missed"), COVERAGE_MISSED);
	lines_mark(lab->state, json_object_get(told, "lines"), COVERAGE_REACHED);
	json_decref(told);
}

static int line_before(const void *a, const void *b)
{
	return ((const Exercise *)a)->line - ((const Exercise *)b)->line;
}

/* The first line from there on that begins with a brace that closes; 0: none. */
static int brace_line(const char *source, int from)
{
	int line = 1;

	for (; *source != '\0'; source += *source == '\n', line++) {
		if (line >= from && *source == '}')
			return line;
		source += strcspn(source, "\n");
	}
	return 0;
}

/* An exercise has the lines from the end of the one above it to its own end. */
static void spans_find(LabLines *lab, const char *source)
{
	int end = 0;

	qsort(lab->list, (size_t)lab->count, sizeof *lab->list, line_before);
	for (int i = 0; i < lab->count; i++) {
		Exercise *e = &lab->list[i];
		int next = i + 1 < lab->count ? lab->list[i + 1].line : COVERAGE_LINES + 1;

		if (e->line == 0)
			continue;
		e->from = end + 1;
		e->to = brace_line(source, e->line);
		if (e->to == 0 || e->to >= next)
			e->to = next - 1;
		end = e->to;
	}
}

/* {"function", "lines", "reached", "never"}; NULL when it is not known. */
static json_t *exercise_json(const LabLines *lab, const Exercise *e)
{
	json_t *never = json_array();
	int lines = 0;

	for (int line = e->from; line <= e->to && e->line > 0; line++) {
		lines += lab->state[line] != 0;
		if (lab->state[line] == COVERAGE_MISSED)
			json_array_append_new(never, json_integer(line));
	}
	if (!e->blind && lines > 0)
		return json_pack("{s:s, s:i, s:i, s:o}", "function", e->function, "lines", lines,
				 "reached", lines - (int)json_array_size(never), "never", never);
	json_decref(never);
	return NULL;
}

/* All lines of the lab that no check reached, but those of exercises that nobody knows about. */
static json_t *never_json(const LabLines *lab)
{
	json_t *never = json_array();

	for (int line = 1; line <= COVERAGE_LINES; line++) {
		bool known = lab->state[line] == COVERAGE_MISSED;

		for (int i = 0; i < lab->count && known; i++)
			known = !lab->list[i].blind || line < lab->list[i].from ||
				line > lab->list[i].to;
		if (known)
			json_array_append_new(never, json_integer(line));
	}
	return never;
}

/* NULL when nothing is known of it. */
static json_t *lab_json(const Options *options, const LabResult *result)
{
	static LabLines lab; /* too large for some stacks */
	json_t *exercises = json_array(), *json = NULL;
	char *source = details_source(options, result->lab);

	memset(&lab, 0, sizeof lab);
	lab.unknown = json_array();
	for (int i = 0; i < result->count; i++)
		check_add(&lab, &result->checks[i]);
	spans_find(&lab, !source ? "" : source);
	for (int i = 0; i < lab.count; i++)
		json_array_append_new(exercises, exercise_json(&lab, &lab.list[i]));
	if (json_array_size(exercises) > 0)
		json = json_pack("{s:s, s:o, s:O, s:O}", "lab", result->lab->name, "never",
				 never_json(&lab), "exercises", exercises, "unknown", lab.unknown);
	json_decref(lab.unknown);
	json_decref(exercises);
	free(source);
	return json;
}

int coverage_write(const Grade *grade)
{
	json_t *labs = json_array();
	char *path = work_path(grade->options, NULL, "coverage.json");

	for (int i = 0; i < grade->count; i++)
		json_array_append_new(labs, lab_json(grade->options, &grade->labs[i]));

	json_t *root = json_pack("{s:i, s:o}", "schema", 1, "labs", labs);
	char *text = json_dumps(root, JSON_COMPACT);
	int bad = results_put(path, text);

	if (bad == 0 && grade->options->covered)
		bad = coverage_tell(grade, labs);
	free(text);
	json_decref(root);
	free(path);
	return bad;
}
