/* trace_events.c - the events of a trace, and of each what the judge looks at.
 *
 * The simulator's own traces have one event in each line, its members in a fixed order and without
 * spaces. Those are read as they are: the C library and a parser of any JSON take several times as long.
 * Any other trace is parsed as a whole, and so is one with a text that is not plain. */
#include "grader/wire/trace_events.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/large.h"

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
	{"error", true, TEXT, offsetof(TraceEvent, error)},
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

#define EXACT_DIGITS 15 /* so many a double holds, whatever they are */

/* Notes a number, and tells where it ends; NULL where none is. One of few digits is a quotient of two numbers that
 * doubles hold, so it is rounded as strtod() does. */
static char *number_read(char *at, MemberType type, void *member)
{
	static const double power[EXACT_DIGITS + 1] = {
		1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	const bool negative = *at == '-';
	char *end = at + negative, *point = NULL;
	int64_t digits = 0;
	int count = 0;

	for (; (*end >= '0' && *end <= '9') || (*end == '.' && !point); end++) {
		if (*end == '.') {
			point = end;
			continue;
		}
		if (++count <= EXACT_DIGITS)
			digits = 10 * digits + (*end - '0');
	}
	if (count == 0 || point == at + negative)
		return NULL;

	const size_t behind = point ? (size_t)(end - point) - 1 : 0;
	const bool scaled = *end == 'e' || *end == 'E', exact = count <= EXACT_DIGITS && !scaled;
	double value = exact ? (double)digits / power[behind] : strtod(at, &end);

	if (exact && negative)
		value = -value;
	if (member && type == REAL)
		*(double *)member = value;
	else if (member && type == INTEGER)
		*(json_int_t *)member = point || scaled ? 0 : strtoll(at, NULL, 10);
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

/* --- a whole trace ---------------------------------------------------------------------------- */

/* False when the text is not what the simulator writes, or a line is not plain. */
static bool lines_parse(char *at, TraceEvents *events)
{
	size_t room = 0;

	for (char *end; strncmp(at, "{\"ph\":\"", 7) == 0; at = end + 1) {
		TraceEvent event = {.phase = NULL};

		end = strchr(at, '\n');
		if (!end || members_read(at, end, false, &event) != end - (end[-1] == ','))
			return false;
		if (events->count == room)
			events->event =
				large_grow(events->event, (room = 2 * room + 256) * sizeof event);
		events->event[events->count++] = event;
	}
	return strcmp(at, "]\n") == 0;
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
	events->event = large_grow(NULL, (events->count + 1) * sizeof *events->event);
	json_array_foreach(events->parsed, i, each)
	{
		event_take(each, &events->event[i]);
	}
	return true;
}

bool trace_events_read(char *text, size_t bytes, TraceEvents *events)
{
	const bool own = strlen(text) == bytes && strncmp(text, "[\n", 2) == 0;

	*events = (TraceEvents){.event = NULL};
	if (own && lines_parse(text + 2, events))
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
	large_free(events->event);
	json_decref(events->parsed);
	*events = (TraceEvents){.event = NULL};
}
