/* output_filter.c - a program's output line by line; only the simulator's findings are looked into.
 */
#include "grader/wire/output_filter.h"

#include <stdbool.h>
#include <string.h>

#include "grader/wire/findings.h"

#define PREFIX "simcuda: "

/* The bit of the finding that a line tells; 0 when it tells none. */
static unsigned line_bit(const char *line, size_t length)
{
	const size_t prefix = strlen(PREFIX);
	char kind[40];
	size_t i = 0;

	if (length < prefix || memcmp(line, PREFIX, prefix) != 0)
		return 0;
	for (line += prefix, length -= prefix; i < length && line[i] != ':'; i++)
		if (i + 1 == sizeof kind)
			return 0;
	memcpy(kind, line, i);
	kind[i] = '\0';
	return finding_bit(kind);
}

/* Whether a place, such as "made at /a/lab3_copies.c:9", is in the source. */
static bool place_is_own(const char *place, size_t length, const char *source)
{
	size_t wanted = strlen(source);

	for (size_t i = 0; i + wanted < length; i++)
		if ((i == 0 || place[i - 1] == ' ' || place[i - 1] == '/') &&
		    place[i + wanted] == ':' && memcmp(place + i, source, wanted) == 0)
			return true;
	return false;
}

/* "; " in front of another place. What was read so far ended with a ';', so there is room for that;
 * for the blank there is none in what a program printed that wrote none. */
static size_t separator_write(char *to, size_t room)
{
	memcpy(to, "; ", room < 2 ? room : 2);
	return room < 2 ? room : 2;
}

/* The places of "text (place; place)" that are in the source, in a line without its newline;
 * returns its new length. */
static size_t places_strip(char *line, size_t length, const char *source)
{
	size_t at = length, kept;

	if (length == 0 || line[length - 1] != ')')
		return length;
	while (at > 0 && line[at - 1] != '(')
		at--;
	if (at < 2 || line[at - 2] != ' ')
		return length;
	kept = at;
	const size_t begin = at;
	for (const size_t end = length - 1; at < end;) {
		const char *next = memchr(line + at, ';', end - at);
		size_t part = !next ? end - at : (size_t)(next - line) - at;
		size_t from = at + (line[at] == ' '), count = at + part - from;

		at += part + 1;
		if (!place_is_own(line + from, count, source))
			continue;
		if (kept == begin && count > 4 && memcmp(line + from, "and ", 4) == 0)
			from += 4, count -= 4; /* there is nothing before it any more */
		else if (kept > begin)
			kept += separator_write(line + kept, from - kept);
		memmove(line + kept, line + from, count);
		kept += count;
	}
	if (kept == begin)
		return kept - 2;
	line[kept++] = ')';
	return kept;
}

size_t printed_strip(char *text, size_t bytes, unsigned allowed, const char *source)
{
	size_t kept = 0;

	for (size_t at = 0; at < bytes;) {
		const char *newline = memchr(text + at, '\n', bytes - at);
		size_t length = !newline ? bytes - at : (size_t)(newline - text) - at;
		unsigned bit = line_bit(text + at, length);
		size_t from = at;

		at += length + (newline != NULL);
		if (bit & allowed)
			continue;
		if (bit != 0)
			length = places_strip(text + from, length, source);
		memmove(text + kept, text + from, length);
		kept += length;
		if (newline)
			text[kept++] = '\n';
	}
	return kept;
}
