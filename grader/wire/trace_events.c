/* trace_events.c - most events of a trace are none of the judge's: what happened outside of the
 * window, the arrows, the tracks of the engines. Parsing them all took a tenth of a grading.
 *
 * The simulator's own traces have one event in each line, its members in a fixed order and without
 * spaces. In those the lines that matter are found by their text, and only they are parsed. A quote
 * within a name has a backslash before it, so what is looked for here stands in no name. Any other
 * trace is parsed as a whole, and so is one with a text that is not plain. */
#include "grader/wire/trace_events.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

/* --- the members of an event ------------------------------------------------------------------ */

typedef enum MemberType { TEXT, REAL, INTEGER } MemberType;

static const struct {
	const char *key;
	bool argument;
	MemberType type;
	size_t offset;
} members[] = {
	{"ph", false, TEXT, offsetof(TraceEvent, phase)},
	{"cat", false, TEXT, offsetof(TraceEvent, category)},
	{"name", false, TEXT, offsetof(TraceEvent, name)},
	{"ts", false, REAL, offsetof(TraceEvent, start)},
	{"dur", false, REAL, offsetof(TraceEvent, duration)},
	{"pid", false, INTEGER, offsetof(TraceEvent, process)},
	{"tid", false, INTEGER, offsetof(TraceEvent, track)},
	{"call", true, INTEGER, offsetof(TraceEvent, call)},
	{"waited us", true, REAL, offsetof(TraceEvent, waited)},
	{"bytes", true, REAL, offsetof(TraceEvent, bytes)},
	{"flops", true, REAL, offsetof(TraceEvent, flops)},
	{"at", true, TEXT, offsetof(TraceEvent, at)},
	{"stream", true, TEXT, offsetof(TraceEvent, stream)},
	{"from", true, TEXT, offsetof(TraceEvent, from)},
	{"to", true, TEXT, offsetof(TraceEvent, to)},
};

#define MEMBERS (sizeof members / sizeof *members)

static void *member_of(TraceEvent *event, size_t which)
{
	return (unsigned char *)event + members[which].offset;
}

static void event_take(const json_t *from, TraceEvent *event)
{
	const json_t *arguments = json_object_get(from, "args");

	for (size_t i = 0; i < MEMBERS; i++) {
		const json_t *value =
			json_object_get(members[i].argument ? arguments : from, members[i].key);

		if (members[i].type == TEXT)
			*(const char **)member_of(event, i) = json_string_value(value);
		else if (members[i].type == REAL)
			*(double *)member_of(event, i) = json_number_value(value);
		else
			*(json_int_t *)member_of(event, i) = json_integer_value(value);
	}
}

/* Where a key or a text of plain characters ends; NULL where it has others. */
static char *plain_end(char *at, const char *end)
{
	while (at < end && *at >= ' ' && *at <= '~' && *at != '"' && *at != '\\')
		at++;
	return at < end && *at == '"' ? at : NULL;
}

/* Notes a number, and tells where it ends; NULL where none is. */
static char *number_read(char *at, MemberType type, void *member)
{
	size_t length = strspn(at, "-+.0123456789eE");
	bool whole = strcspn(at, ".eE") >= length;
	char *end = at;
	double value = *at == '-' || (*at >= '0' && *at <= '9') ? strtod(at, &end) : 0;

	if (length == 0 || end != at + length)
		return NULL;
	if (member && type == REAL)
		*(double *)member = value;
	else if (member && type == INTEGER)
		*(json_int_t *)member = whole ? strtoll(at, NULL, 10) : 0;
	return end;
}

/* The same for a text, behind which a 0 is put. */
static char *text_read(char *at, const char *end, MemberType type, void *member)
{
	char *quote = plain_end(at, end);

	if (!quote)
		return NULL;
	if (member && type == TEXT)
		*(const char **)member = at;
	*quote = '\0';
	return quote + 1;
}

/* Reads the members of an object, which begins at `at`, and tells where it ends. NULL where it has anything but plain
 * texts, numbers and, unless these are the arguments, one object of arguments. */
static char *members_read(char *at, const char *end, bool argument, TraceEvent *event)
{
	if (at == end || *at != '{')
		return NULL;
	do {
		char *key = at + 2,
		     *quote = at + 1 < end && at[1] == '"' ? plain_end(key, end) : NULL;
		size_t which = 0;

		if (!quote || quote + 2 >= end || quote[1] != ':')
			return NULL;
		at = quote + 2;
		while (which < MEMBERS &&
		       (members[which].argument != argument ||
			strncmp(members[which].key, key, (size_t)(quote - key)) != 0 ||
			members[which].key[quote - key] != '\0'))
			which++;

		MemberType type = which < MEMBERS ? members[which].type : TEXT;
		void *member = which < MEMBERS ? member_of(event, which) : NULL;

		if (*at == '"')
			at = text_read(at + 1, end, type, member);
		else if (*at == '{' && !argument && strncmp(key, "args\"", 5) == 0)
			at = members_read(at, end, true, event);
		else
			at = number_read(at, type, member);
	} while (at && at < end && *at == ',');
	return at && at < end && *at == '}' ? at + 1 : NULL;
}

/* --- the lines that matter -------------------------------------------------------------------- */

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

/* False when a line is not plain. */
static bool lines_parse(char *at, const Calls *calls, TraceEvents *events)
{
	size_t room = 0;
	bool whole;
	Line line;

	while (line_next((const char **)&at, &line, &whole)) {
		uint64_t call = side_of(&line) == NEITHER ? 0 : call_of(&line);
		TraceEvent event = {.phase = NULL};

		if (call == 0 || call < calls->first || call > calls->last)
			continue;
		if (members_read((char *)(uintptr_t)line.begin, line.end, false, &event) !=
		    line.end)
			return false;
		if (events->count == room)
			events->event =
				memory_grow(events->event, (room = 2 * room + 64) * sizeof event);
		events->event[events->count++] = event;
	}
	return true;
}

/* Undoes what reading has done to the text. */
static void text_mend(char *text, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (text[i] == '\0')
			text[i] = '"';
}

static bool all_parse(const char *text, size_t bytes, TraceEvents *events)
{
	const json_t *each;
	size_t i;

	events->parsed = json_loadb(text, bytes, 0, NULL);
	events->count = json_array_size(events->parsed);
	if (!json_is_array(events->parsed))
		return false;
	events->event = memory_new((events->count + 1) * sizeof *events->event);
	json_array_foreach(events->parsed, i, each)
	{
		event_take(each, &events->event[i]);
	}
	return true;
}

bool trace_events_read(char *text, size_t bytes, double go_us, double end_us, TraceEvents *events)
{
	bool own = strlen(text) == bytes && strncmp(text, "[\n", 2) == 0;
	Calls calls;

	*events = (TraceEvents){.event = NULL};
	own = own && calls_find(text + 2, go_us, end_us, &calls);
	if (own && lines_parse(text + 2, &calls, events))
		return true;
	if (own)
		text_mend(text, bytes);
	trace_events_free(events);
	if (all_parse(text, bytes, events))
		return true;
	trace_events_free(events);
	return false;
}

void trace_events_free(TraceEvents *events)
{
	free(events->event);
	json_decref(events->parsed);
	*events = (TraceEvents){.event = NULL};
}
