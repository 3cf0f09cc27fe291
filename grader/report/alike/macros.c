/* macros.c - #define, #undef, and of conditions those that a number or a name of the text's own decides: of others
 * both groups stay, as a name may be the compiler's or a header's. */
#include "grader/report/alike/macros.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

#define MACROS_MOST 2000

static void blanks_skip(Span *line)
{
	while (line->length > 0 && isspace((unsigned char)*line->at))
		line->at++, line->length--;
}

/* Takes the name or number at the begin of the line; an empty one where there is none. */
static Span word_take(Span *line)
{
	Span word;

	blanks_skip(line);
	word = (Span){line->at, 0};
	while (line->length > 0 && (isalnum((unsigned char)*line->at) || *line->at == '_'))
		line->at++, line->length--, word.length++;
	return word;
}

/* Whether that character comes next; then it is taken. */
static bool mark_take(Span *line, char mark)
{
	blanks_skip(line);
	if (line->length == 0 || *line->at != mark)
		return false;
	line->at++, line->length--;
	return true;
}

static bool is(Span word, const char *text)
{
	return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

Macro *macros_find(const Macros *macros, Span name)
{
	for (int i = macros->count - 1; i >= 0; i--) {
		Macro *each = &macros->list[i];

		if (each->name.length == name.length &&
		    memcmp(each->name.at, name.at, name.length) == 0)
			return each->defined ? each : NULL;
	}
	return NULL;
}

/* A macro with more parameters than there is room for, or "...", has only the first of them replaced. */
static void macro_define(Macros *macros, Span line)
{
	Macro macro = {.name = word_take(&line), .count = -1, .defined = true};

	if (macro.name.length == 0 || macros->count == MACROS_MOST)
		return;
	if (line.length > 0 && *line.at == '(') {
		macro.count = 0;
		line.at++, line.length--;
		do {
			Span word = word_take(&line);

			if (word.length > 0 && macro.count < MACRO_PARAMETERS)
				macro.parameters[macro.count++] = word;
		} while (mark_take(&line, ','));
		while (line.length > 0 && !mark_take(&line, ')'))
			line.at++, line.length--;
	}
	macro.body = line;
	macros->list = list_grown(macros->list, macros->count, sizeof *macros->list);
	macros->list[macros->count++] = macro;
}

static void macro_undefine(Macros *macros, Span name)
{
	Macro *macro = macros_find(macros, name);

	if (macro)
		macro->defined = false;
}

/* --- conditions ------------------------------------------------------------------------------- */

typedef enum Truth { NO, YES, UNKNOWN } Truth;

static Truth name_truth(const Macros *macros, Span name)
{
	if (macros_find(macros, name))
		return YES;
	/* the compiler's own, CUDA's, and those of headers, which are in capitals */
	if (name.length == 0 || *name.at == '_' ||
	    (name.length > 4 && memcmp(name.at, "cuda", 4) == 0))
		return UNKNOWN;
	for (size_t i = 0; i < name.length; i++)
		if (islower((unsigned char)name.at[i]))
			return NO;
	return UNKNOWN;
}

static Truth truth_not(Truth truth)
{
	return truth == UNKNOWN ? UNKNOWN : truth == YES ? NO : YES;
}

/* A number, or defined NAME, with ! and brackets around it. */
static Truth condition(const Macros *macros, Span line)
{
	bool negated = false;
	Truth truth = UNKNOWN;
	Span word;

	for (;;) {
		if (mark_take(&line, '!'))
			negated = !negated;
		else if (!mark_take(&line, '('))
			break;
	}
	word = word_take(&line);
	if (is(word, "defined")) {
		(void)mark_take(&line, '(');
		truth = name_truth(macros, word_take(&line));
	} else if (word.length > 0 && isdigit((unsigned char)*word.at)) {
		truth = strspn(word.at, "0xXuUlL") >= word.length ? NO : YES;
	}
	while (mark_take(&line, ')'))
		;
	blanks_skip(&line);
	if (line.length > 0)
		return UNKNOWN;
	return negated ? truth_not(truth) : truth;
}

static Group group_of(Truth truth)
{
	return truth == NO ? GROUP_WAITS : truth == YES ? GROUP_TAKEN : GROUP_KEPT;
}

bool macros_skip(const Macros *macros)
{
	int last = (macros->depth < GROUPS_DEEPEST ? macros->depth : GROUPS_DEEPEST) - 1;

	return last >= 0 && macros->groups[last] >= GROUP_WAITS;
}

static void group_begin(Macros *macros, Truth truth)
{
	Group group = macros_skip(macros) ? GROUP_OVER : group_of(truth);

	if (macros->depth < GROUPS_DEEPEST)
		macros->groups[macros->depth] = group;
	macros->depth++;
}

static void group_else(Macros *macros, Truth truth)
{
	Group *group = &macros->groups[macros->depth - 1];

	if (*group == GROUP_TAKEN)
		*group = GROUP_OVER;
	else if (*group == GROUP_WAITS)
		*group = group_of(truth);
}

void macros_directive(Macros *macros, Span line)
{
	Span word;

	(void)mark_take(&line, '#');
	word = word_take(&line);
	if (is(word, "if"))
		group_begin(macros, condition(macros, line));
	else if (is(word, "ifdef"))
		group_begin(macros, name_truth(macros, word_take(&line)));
	else if (is(word, "ifndef"))
		group_begin(macros, truth_not(name_truth(macros, word_take(&line))));
	else if (is(word, "endif"))
		macros->depth -= macros->depth > 0;
	else if ((is(word, "else") || is(word, "elif")) && macros->depth > 0 &&
		 macros->depth <= GROUPS_DEEPEST)
		group_else(macros, is(word, "else") ? YES : condition(macros, line));
	else if (is(word, "define") && !macros_skip(macros))
		macro_define(macros, line);
	else if (is(word, "undef") && !macros_skip(macros))
		macro_undefine(macros, word_take(&line));
}

void macros_release(Macros *macros)
{
	free(macros->list);
	*macros = (Macros){.list = NULL};
}
