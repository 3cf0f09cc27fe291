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

/* The dots, behind a name of their own or not; the last parameter has what is left then. */
static bool rest_take(Macro *macro, Span *line, bool is_named)
{
	static const char unnamed[] = "__VA_ARGS__";

	blanks_skip(line);
	if (line->length < 3 || memcmp(line->at, "...", 3) != 0)
		return false;
	line->at += 3, line->length -= 3;
	if (!is_named && macro->count < MACRO_PARAMETERS)
		macro->parameters[macro->count++] = (Span){unnamed, sizeof unnamed - 1};
	else
		macro->is_beyond |= !is_named;
	macro->has_rest = true;
	return true;
}

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
			else
				macro.is_beyond |= word.length > 0;
			(void)rest_take(&macro, &line, word.length > 0);
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
	if (macros->keeps_names)
		return UNKNOWN;
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

/* As C writes one, and both compilers take it: with 0x or 0b before it, and letters behind. */
static Truth number_truth(Span word)
{
	const char base = word.length > 2 && *word.at == '0' ? word.at[1] : '0';
	const char *digits = strchr("xX", base)   ? "0123456789abcdefABCDEF"
			     : strchr("bB", base) ? "01"
						  : "0123456789";
	const size_t begin = strchr("xXbB", base) ? 2 : 0;
	size_t end = word.length;
	bool is_zero = true;

	while (end > begin && strchr("uUlL", word.at[end - 1]))
		end--;
	for (size_t i = begin; i < end; i++) {
		if (!strchr(digits, word.at[i]))
			return UNKNOWN;
		is_zero = is_zero && word.at[i] == '0';
	}
	return begin == end ? UNKNOWN : is_zero ? NO : YES;
}

/* A number, or defined NAME, with ! and brackets around it; *by_name: which of both. */
static Truth condition(const Macros *macros, Span line, bool *by_name)
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
	*by_name = is(word, "defined");
	if (*by_name) {
		(void)mark_take(&line, '(');
		truth = name_truth(macros, word_take(&line));
	} else if (word.length > 0 && isdigit((unsigned char)*word.at)) {
		truth = number_truth(word);
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

static int depth_known(const Macros *macros)
{
	return macros->depth < GROUPS_DEEPEST ? macros->depth : GROUPS_DEEPEST;
}

bool macros_skip(const Macros *macros)
{
	int last = depth_known(macros) - 1;

	return last >= 0 && macros->groups[last] >= GROUP_WAITS;
}

bool macros_skip_by_name(const Macros *macros)
{
	int first = 0;

	while (first < depth_known(macros) && macros->groups[first] < GROUP_WAITS)
		first++;
	return first < depth_known(macros) && macros->by_name[first];
}

bool macros_doubt(const Macros *macros)
{
	for (int i = 0; i < depth_known(macros); i++)
		if (macros->groups[i] == GROUP_KEPT)
			return true;
	return macros->depth > GROUPS_DEEPEST;
}

static void group_begin(Macros *macros, Truth truth, bool by_name)
{
	Group group = macros_skip(macros) ? GROUP_OVER : group_of(truth);

	if (macros->depth < GROUPS_DEEPEST) {
		macros->groups[macros->depth] = group;
		macros->by_name[macros->depth] = by_name;
	}
	macros->depth++;
}

static void group_else(Macros *macros, Truth truth, bool by_name)
{
	Group *group = &macros->groups[macros->depth - 1];

	if (*group == GROUP_TAKEN)
		*group = GROUP_OVER;
	else if (*group == GROUP_WAITS)
		*group = group_of(truth);
	macros->by_name[macros->depth - 1] |= by_name;
}

void macros_directive(Macros *macros, Span line)
{
	Truth truth = YES;
	bool by_name = false;
	Span word;

	(void)mark_take(&line, '#');
	word = word_take(&line);
	if (is(word, "if") || is(word, "elif"))
		truth = condition(macros, line, &by_name);
	if (is(word, "if"))
		group_begin(macros, truth, by_name);
	else if (is(word, "ifdef"))
		group_begin(macros, name_truth(macros, word_take(&line)), true);
	else if (is(word, "ifndef"))
		group_begin(macros, truth_not(name_truth(macros, word_take(&line))), true);
	else if (is(word, "endif"))
		macros->depth -= macros->depth > 0;
	else if ((is(word, "else") || is(word, "elif")) && macros->depth > 0 &&
		 macros->depth <= GROUPS_DEEPEST)
		group_else(macros, truth, by_name);
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
