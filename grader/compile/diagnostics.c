/* diagnostics.c - reads a compiler's output line by line. */
#include "grader/compile/diagnostics.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

bool diagnostics_is_error(const char *line)
{
	static const char *const marks[] = {
		"error: ",
		"undefined reference",
		"multiple definition",
		"undefined symbol",
		"duplicate symbol",
		"Error: ",
		"compilation terminated",
		"out of memory",
	};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (strstr(line, marks[i]))
			return true;
	return false;
}

/* "lab.c: In function 'f':" and "In file included from": they belong to what comes next. */
static int leads_in(const char *line)
{
	return strstr(line, ": In function ") || strstr(line, ": in function ") ||
	       strstr(line, ": At top level") || strncmp(line, "In file included", 16) == 0 ||
	       strncmp(line, "                 from ", 22) == 0;
}

/* clang's last line: "1 warning and 1 error generated." */
static bool is_summary(const char *line)
{
	return line[0] >= '0' && line[0] <= '9' && strstr(line, " generated.");
}

size_t diagnostics_errors(char *text, size_t bytes)
{
	char *kept = malloc(bytes + 1), *lead = malloc(bytes + 1);
	size_t count = 0, waiting = 0;
	int showing = 0, any = 0;

	for (size_t at = 0; kept && lead && at < bytes;) {
		const char *newline = memchr(text + at, '\n', bytes - at);
		size_t length = !newline ? bytes - at : (size_t)(newline - (text + at)) + 1;
		char *line = text_new("%.*s", (int)length, text + at);

		if (leads_in(line) && !diagnostics_is_error(line)) {
			memcpy(lead + waiting, text + at, length);
			waiting += length;
		} else {
			if (diagnostics_is_error(line))
				showing = any = 1;
			else if (strstr(line, "warning: ") || is_summary(line))
				showing = 0;
			if (showing) {
				memcpy(kept + count, lead, waiting);
				count += waiting;
				memcpy(kept + count, text + at, length);
				count += length;
			}
			waiting = 0;
		}
		free(line);
		at += length;
	}
	if (any) {
		memcpy(text, kept, count);
		bytes = count;
	}
	free(kept);
	free(lead);
	return bytes;
}

size_t diagnostics_own_notes(char *text, size_t bytes, const char *source)
{
	const size_t length = strlen(source);
	size_t kept = 0;

	for (size_t at = 0; at < bytes;) {
		const char *newline = memchr(text + at, '\n', bytes - at);
		const size_t count = !newline ? bytes - at : (size_t)(newline - (text + at)) + 1;
		const bool is_note = memmem(text + at, count, ": note: ", 8) != NULL;
		const bool is_own = count > length && memcmp(text + at, source, length) == 0;

		if (!is_note || is_own) {
			memmove(text + kept, text + at, count);
			kept += count;
		}
		at += count;
	}
	return kept;
}

size_t diagnostics_strip(char *text, size_t bytes, const char *prefix)
{
	size_t length = strlen(prefix), kept = 0;

	for (size_t at = 0; at < bytes;) {
		if (length > 0 && bytes - at >= length && memcmp(text + at, prefix, length) == 0)
			at += length;
		else
			text[kept++] = text[at++];
	}
	return kept;
}

bool diagnostics_no_return(const char *text, size_t bytes, const char *function)
{
	const size_t length = strlen(function);
	bool within = false, found = false;

	for (size_t at = 0; at < bytes && !found;) {
		const char *newline = memchr(text + at, '\n', bytes - at);
		size_t count = !newline ? bytes - at : (size_t)(newline - (text + at)) + 1;
		char *line = text_new("%.*s", (int)count, text + at);
		const char *in = strstr(line, ": In function '");

		if (in) {
			in += strlen(": In function '");
			within = strncmp(in, function, length) == 0 && in[length] == '\'';
		}
		found = within && strstr(line, "[-Wreturn-type]");
		free(line);
		at += count;
	}
	return found;
}

int diagnostics_no_return_at(const char *text, size_t bytes, int from, int to)
{
	static const char words[] = "warning: non-void function does not return a value";
	int found = 0;

	for (size_t at = 0; at < bytes && found == 0;) {
		const char *newline = memchr(text + at, '\n', bytes - at);
		size_t count = !newline ? bytes - at : (size_t)(newline - (text + at)) + 1;
		char *line = text_new("%.*s", (int)count, text + at);
		const char *number = strchr(line, ':');
		const int where = number && strstr(line, words) ? atoi(number + 1) : 0;

		if (where >= from && where < to)
			found = where;
		free(line);
		at += count;
	}
	return found;
}
