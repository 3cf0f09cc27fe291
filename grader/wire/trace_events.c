/* trace_events.c - most events of a trace are none of the judge's: what happened outside of the
 * window, the arrows, the tracks of the engines. Parsing them all took a tenth of a grading.
 *
 * The simulator's own traces have one event in each line, its members in a fixed order and without
 * spaces. In those the lines that matter are found by their text, and only they are parsed. A quote
 * within a name has a backslash before it, so what is looked for here stands in no name. Any other
 * trace is parsed as a whole. */
#include "grader/wire/trace_events.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Line {
	const char *begin, *end; /* without the comma */
} Line;

typedef struct Calls {
	uint64_t first, last; /* 0 and 0: none */
} Calls;

typedef enum Side { NEITHER, HOST, GPU } Side;

static const struct {
	const char *text;
	Side side;
} sides[] = {
	{"\"call\",", HOST},  {"\"work\",", HOST}, {"\"copy\",", GPU},
	{"\"kernel\",", GPU}, {"\"fill\",", GPU},
};

/* Where what follows `key` begins; NULL when it is not in the line. */
static const char *member_find(const Line *line, const char *key)
{
	const char *at = memmem(line->begin, (size_t)(line->end - line->begin), key, strlen(key));

	return at ? at + strlen(key) : NULL;
}

/* Moves on to the next event: false behind the last. *whole becomes false where the text is not what
 * the simulator writes. */
static bool line_next(const char **at, Line *line, bool *whole)
{
	const char *begin = *at, *end = strchr(begin, '\n');

	*whole = end && (strncmp(begin, "{\"ph\":\"", 7) == 0 || strcmp(begin, "]\n") == 0);
	if (!*whole || *begin == ']')
		return false;
	*at = end + 1;
	*line = (Line){begin, end[-1] == ',' ? end - 1 : end};
	return true;
}

static Side side_of(const Line *line)
{
	const char *category = strncmp(line->begin, "{\"ph\":\"X\"", 9) == 0
				       ? member_find(line, ",\"cat\":")
				       : NULL;

	for (size_t i = 0; category && i < sizeof sides / sizeof *sides; i++)
		if (strncmp(category, sides[i].text, strlen(sides[i].text)) == 0)
			return sides[i].side;
	return NEITHER;
}

static uint64_t call_of(const Line *line)
{
	const char *call = member_find(line, ",\"args\":{\"call\":");

	return call ? strtoull(call, NULL, 10) : 0;
}

static bool begins_within(const Line *line, double go_us, double end_us)
{
	const char *time = member_find(line, ",\"ts\":");
	double start = time ? strtod(time, NULL) : -1;

	return start >= go_us && start < end_us;
}

/* The numbers of the first and the last call of the window. False where the text is not what the
 * simulator writes. */
static bool calls_find(const char *at, double go_us, double end_us, Calls *calls)
{
	bool whole;
	Line line;

	*calls = (Calls){0, 0};
	while (line_next(&at, &line, &whole)) {
		if (side_of(&line) != HOST || !begins_within(&line, go_us, end_us))
			continue;

		uint64_t call = call_of(&line);

		calls->first = calls->first == 0 || call < calls->first ? call : calls->first;
		calls->last = call > calls->last ? call : calls->last;
	}
	return whole;
}

/* False when a line is no JSON. */
static bool lines_parse(const char *at, const Calls *calls, json_t *list)
{
	bool whole, good = true;
	Line line;

	while (good && line_next(&at, &line, &whole)) {
		uint64_t call = side_of(&line) == NEITHER ? 0 : call_of(&line);

		if (call == 0 || call < calls->first || call > calls->last)
			continue;
		good = json_array_append_new(list,
					     json_loadb(line.begin, (size_t)(line.end - line.begin),
							0, NULL)) == 0;
	}
	return good;
}

json_t *trace_events(const char *text, size_t bytes, double go_us, double end_us)
{
	json_t *list = NULL;
	Calls calls;

	if (strlen(text) == bytes && strncmp(text, "[\n", 2) == 0 &&
	    calls_find(text + 2, go_us, end_us, &calls)) {
		list = json_array();
		if (list && lines_parse(text + 2, &calls, list))
			return list;
	} else {
		list = json_loadb(text, bytes, 0, NULL);
		if (json_is_array(list))
			return list;
	}
	json_decref(list);
	return NULL;
}
