/* phases.c - three passes: bytes, lines, characters. */
#include "grader/report/alike/phases.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "grader/base/text.h"

#define NAME_MOST 100 /* bytes that are kept of a name */

/* The character that three are written for, '\0' for none. */
static char trigraph(const char *at)
{
	static const char third[] = "=/'()!<>-", meant[] = "#\\^[]|{}~";
	const char *found =
		at[0] != '?' || at[1] != '?' || at[2] == '\0' ? NULL : strchr(third, at[2]);

	return found ? meant[found - third] : '\0';
}

/* How many bytes a backslash and the end of its line are, blanks between them too; 0: it is another one. */
static size_t splice_length(const char *at, bool trigraphs)
{
	size_t begin = trigraphs && trigraph(at) == '\\' ? 3 : *at == '\\', end;

	if (begin == 0)
		return 0;
	end = begin + strspn(at + begin, " \t\r\f\v");
	return at[end] == '\n' ? end + 1 : 0;
}

/* What the four bytes of \xNN stand for, '\0' for nothing else. */
static char shown_byte(const char *at)
{
	if (at[0] != '\\' || at[1] != 'x' || !isxdigit((unsigned char)at[2]) ||
	    !isxdigit((unsigned char)at[3]))
		return '\0';
	if (strchr("89abcdef", at[2]))
		return 'z';
	if (at[2] == '0' && at[3] == 'd')
		return '\r';
	return at[2] == '0' && strchr("0bc", at[3]) ? ' ' : '\0';
}

/* Of bytes that a page would not show details.json has the numbers (text_clean). The compiler takes NUL and white
 * space for a blank, and what is not ASCII for a letter. In place. */
static void shown_read(char *text)
{
	char *to = text;

	for (const char *from = text; *from != '\0';) {
		char meant = shown_byte(from);

		*to++ = meant != '\0' ? meant : *from;
		from += meant != '\0' ? 4 : 1;
	}
	*to = '\0';
}

/* Phases 1 and 2, in place. */
static void lines_join(char *text, bool trigraphs)
{
	char *to = text;
	size_t owed = 0; /* ends of lines that were joined; `to` is behind `from` by more */

	for (const char *from = text; *from != '\0';) {
		size_t length = splice_length(from, trigraphs);
		char meant = trigraphs ? trigraph(from) : '\0';

		if (length > 0) {
			owed++;
			from += length;
			continue;
		}
		for (; *from == '\n' && owed > 0; owed--)
			*to++ = '\n';
		*to++ = meant != '\0' ? meant : *from;
		from += meant != '\0' ? 3 : 1;
	}
	*to = '\0';
}

/* --- characters ------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* \u00e9 is a letter of a name. */
static size_t universal_length(const char *at)
{
	size_t digits = at[0] != '\\' ? 0 : at[1] == 'u' ? 4 : at[1] == 'U' ? 8 : 0;

	for (size_t i = 0; i < digits; i++)
		if (!isxdigit((unsigned char)at[2 + i]))
			return 0;
	return digits == 0 ? 0 : 2 + digits;
}

typedef struct Pass {
	const char *from;
	char *to;
	const char *open[2]; /* up to there nothing closes a string, or a character */
	bool is_cpp;         /* which has raw strings, and quotes in numbers */
} Pass;

/* In place of a comment stand a blank and its lines. */
static bool comment_pass(Pass *pass)
{
	const char *at = pass->from, *end;

	if (at[0] != '/' || (at[1] != '/' && at[1] != '*'))
		return false;
	/* both compilers end a line at a return alone, too */
	end = at[1] == '/' ? strpbrk(at, "\n\r") : strstr(at + 2, "*/");
	end = !end ? at + strlen(at) : end + (at[1] == '/' ? 0 : 2);
	*pass->to++ = ' ';
	for (; at < end; at++)
		if (*at == '\n')
			*pass->to++ = '\n';
	pass->from = end;
	return true;
}

/* Of a string or a character that its line closes the quotes stay. */
static bool quoted_pass(Pass *pass)
{
	const char *at = pass->from + 1, **open = &pass->open[*pass->from == '"'];

	if ((*pass->from != '"' && *pass->from != '\'') || pass->from < *open)
		return false;
	while (*at != '\0' && *at != '\n' && *at != '\r' && *at != *pass->from)
		at += *at == '\\' && at[1] != '\0' && at[1] != '\n' && at[1] != '\r' ? 2 : 1;
	if (*at != *pass->from) {
		*open = at;
		return false;
	}
	*pass->to++ = *at;
	*pass->to++ = *at;
	pass->from = at + 1;
	return true;
}

/* A string R"x( ... )x" behind its R: its quotes stay, and its lines. */
static void raw_pass(Pass *pass, const char *begin)
{
	static const char *const begins[] = {"R", "LR", "uR", "UR", "u8R"};
	size_t length = (size_t)(pass->from - begin), word = 0, mark;
	char close[24];

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (length == strlen(begins[i]) &&
		    memcmp(pass->to - length, begins[i], length) == 0)
			word = length;
	if (!pass->is_cpp || word == 0 || *pass->from != '"')
		return;
	mark = strcspn(pass->from + 1, "() \\\t\n\r\"");
	if (mark > 16 || pass->from[1 + mark] != '(')
		return;
	snprintf(close, sizeof close, ")%.*s\"", (int)mark, pass->from + 1);

	const char *end = strstr(pass->from + 2 + mark, close);

	if (!end)
		return;
	pass->to -= word; /* its letters are no name */
	*pass->to++ = '"';
	*pass->to++ = '"';
	for (end += strlen(close); pass->from < end; pass->from++)
		if (*pass->from == '\n')
			*pass->to++ = '\n';
}

static bool name_pass(Pass *pass)
{
	const char *begin = pass->from;
	const bool is_number = isdigit((unsigned char)*begin); /* it is written over */

	for (;;) {
		size_t length = universal_length(pass->from);

		if (pass->is_cpp && is_number && *pass->from == '\'' &&
		    isalnum((unsigned char)pass->from[1])) {
			pass->from++;
			continue;
		}
		if (length == 0 && !is_letter(*pass->from))
			break;
		if (pass->from - begin < NAME_MOST)
			*pass->to++ = length > 0 || (unsigned char)*pass->from >= 0x80 ||
						      *pass->from == '$'
					      ? 'z'
					      : *pass->from;
		pass->from += length > 0 ? length : 1;
	}
	if (pass->from == begin)
		return false;
	raw_pass(pass, begin);
	return true;
}

static bool digraph_pass(Pass *pass)
{
	static const char pairs[][3] = {"<:", ":>", "<%", "%>", "%:"};
	static const char meant[] = "[]{}#";

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		if (strncmp(pass->from, pairs[i], 2) != 0)
			continue;
		*pass->to++ = meant[i];
		pass->from += 2;
		return true;
	}
	return false;
}

char *phases_apply(const char *text, bool is_cpp)
{
	char *copy = text_new("%s", text);
	Pass pass = {copy, copy, {copy, copy}, is_cpp};

	shown_read(copy);
	lines_join(copy, !is_cpp);
	while (*pass.from != '\0')
		if (!comment_pass(&pass) && !quoted_pass(&pass) && !name_pass(&pass) &&
		    !digraph_pass(&pass))
			*pass.to++ = *pass.from++;
	*pass.to = '\0';
	return copy;
}
