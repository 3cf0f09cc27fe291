/* output_lines.c - which lines of a program's output a report shows: those that say more than the verdict. */
#include "grader/grade/output_lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/base/wrap.h"

/* A finding of the simulator as a line of the program's output: "simcuda: leak: 400 bytes ...
 * (lab3_copies.c:12; made at lab3_copies.c:9)". */
typedef struct Told {
	char clean[240];           /* which the others point into */
	const char *kind, *places; /* "leak", "lab3_copies.c:12; ..." or "" */
	char *text;
} Told;

static bool finding_split(const char *line, size_t length, Told *told)
{
	char *end;

	text_clean(told->clean, sizeof told->clean, line, length);
	if (strncmp(told->clean, "simcuda: ", 9) != 0 || !(end = strstr(told->clean + 9, ": ")))
		return false;
	told->kind = told->clean + 9;
	*end = '\0';
	told->text = end + 2;
	told->places = "";
	end = strrchr(told->text, '(');
	if (end && end > told->text) {
		end[-1] = '\0';
		told->places = end + 1;
	}
	return true;
}

/* Whether the message tells this line of the program's output: a finding, or what the framework said:
 * "usegpu: tensor_free (lab3_copies.c:12): ...". */
static bool line_is_told(const char *line, size_t length, const char *message, Told *told)
{
	char clean[240];

	told->kind = "";
	if (!finding_split(line, length, told)) {
		text_clean(clean, sizeof clean, line, length);
		return strncmp(clean, "usegpu: ", 8) == 0 && strstr(message, clean + 8) != NULL;
	}
	if (strlen(told->text) > 60)
		told->text[60] = '\0';
	return *told->text != '\0' && strstr(message, told->text);
}

static size_t line_length(const char *text, size_t count)
{
	const char *newline = memchr(text, '\n', count);

	return !newline ? count : (size_t)(newline - text);
}

/* Of what kind the finding is that the message is about; "" for none. */
static void kind_find(const Verdict *v, char kind[32])
{
	Told told;

	kind[0] = '\0';
	for (size_t at = 0; at < v->output_bytes && kind[0] == '\0';) {
		size_t length = line_length(v->output + at, v->output_bytes - at);

		if (line_is_told(v->output + at, length, v->message, &told))
			text_format(kind, 32, "%s", told.kind);
		at += length + 1;
	}
}

/* Whether the list of places begins with that one. */
static bool is_at(const char *places, const char *where)
{
	const size_t length = strlen(where);

	return length > 0 && strncmp(places, where, length) == 0 &&
	       (places[length] < '0' || places[length] > '9');
}

/* The same, or the line is another finding of the kind that the message is about: from the same line of the
 * lab, or from none, of which it need not be said a second time. */
static bool line_is_known(const char *line, size_t length, const Verdict *v, const char *kind)
{
	Told told;

	if (line_is_told(line, length, v->message, &told))
		return true;
	const bool crashed = strstr(v->message, " crashed (") != NULL;

	return told.kind[0] != '\0' && (crashed || strcmp(told.kind, kind) == 0) &&
	       ((told.places[0] == '\0' && !crashed) || is_at(told.places, v->where));
}

void output_lines_print(const char *prefix, const char *text, size_t count, int most, int cut,
			const Verdict *verdict)
{
	char kind[32] = "";

	if (verdict)
		kind_find(verdict, kind);
	for (int i = 0; count > 0;) {
		size_t length = line_length(text, count);
		char clean[400];

		if (!verdict || !line_is_known(text, length, verdict, kind)) {
			if (i++ == most) {
				cut = 1;
				break;
			}
			text_clean(clean, sizeof clean, text, length);
			printf("%s", prefix);
			wrap_print(stdout, wrap_width(), (int)strlen(prefix), prefix, clean);
		}
		length += length < count;
		text += length;
		count -= length;
	}
	if (cut)
		printf("%s... (more was printed)\n", prefix);
}
