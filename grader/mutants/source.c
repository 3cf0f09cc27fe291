/* source.c - reads a solution: tokens, brackets, regions; then the statements in the regions and
 * the variables of the file. */
#include "grader/mutants/source.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

/* --- looking at tokens ------------------------------------------------------------------------ */

static size_t length_of(const Source *s, int i)
{
	return s->tokens[i].end - s->tokens[i].begin;
}

int token_is(const Source *s, int i, const char *text)
{
	return i >= 0 && i < s->token_count && strlen(text) == length_of(s, i) &&
	       memcmp(s->text + s->tokens[i].begin, text, length_of(s, i)) == 0;
}

bool token_is_any(const Source *s, int i, const char *list)
{
	char word[40];

	if (i < 0 || i >= s->token_count || length_of(s, i) + 3 > sizeof word)
		return false;
	snprintf(word, sizeof word, " %.*s ", (int)length_of(s, i), s->text + s->tokens[i].begin);
	return strstr(list, word) != NULL;
}

bool tokens_equal(const Source *s, int i, int k)
{
	return length_of(s, i) == length_of(s, k) &&
	       memcmp(s->text + s->tokens[i].begin, s->text + s->tokens[k].begin,
		      length_of(s, i)) == 0;
}

#define TYPES " void char short int long float double signed unsigned bool _Bool struct enum union "

bool token_is_name(const Source *s, int i)
{
	return i >= 0 && i < s->token_count && s->tokens[i].kind == TOKEN_NAME &&
	       !token_is_any(s, i,
			     TYPES " const static register volatile typedef extern inline"
				   " if else while for do switch case default break continue"
				   " return goto sizeof ");
}

/* Types that are no keywords are told by their names: size_t, Tensor; but not CPU_DEVICE. */
bool token_is_type(const Source *s, int i)
{
	if (token_is_any(s, i, TYPES " const volatile FILE "))
		return true;
	if (!token_is_name(s, i))
		return false;

	const char *text = s->text + s->tokens[i].begin;
	size_t length = length_of(s, i);

	if (length > 2 && memcmp(text + length - 2, "_t", 2) == 0)
		return true;
	return length > 1 && isupper((unsigned char)text[0]) && islower((unsigned char)text[1]);
}

int token_find(const Source *s, int i, int end, const char *stops)
{
	for (; i < end; i = (s->partner[i] > i ? s->partner[i] : i) + 1)
		if (s->tokens[i].kind == TOKEN_MARK && token_is_any(s, i, stops))
			return i;
	return end;
}

/* --- reading ---------------------------------------------------------------------------------- */

static int fail(const char *name, int line, const char *what)
{
	fprintf(stderr, "usegpu: %s:%d: %s\n", name, line, what);
	return -1;
}

static int brackets_match(Source *s, const char *name)
{
	int *open = memory_new((size_t)s->token_count * sizeof *open), depth = 0, bad = 0;

	for (int i = 0; !bad && i < s->token_count; i++) {
		s->partner[i] = -1;
		if (s->tokens[i].kind != TOKEN_MARK)
			continue;
		if (token_is_any(s, i, " ( [ { ")) {
			open[depth++] = i;
		} else if (token_is_any(s, i, " ) ] } ")) {
			bad = depth == 0 ||
			      token_is(s, open[depth - 1], "(") != token_is(s, i, ")") ||
			      token_is(s, open[depth - 1], "[") != token_is(s, i, "]");
			if (bad) {
				fail(name, s->tokens[i].line, "this bracket closes none");
				break;
			}
			s->partner[i] = open[--depth];
			s->partner[open[depth]] = i;
		}
	}
	if (!bad && depth > 0)
		bad = fail(name, s->tokens[open[depth - 1]].line, "this bracket is not closed");
	free(open);
	return bad ? -1 : 0;
}

/* Keeps the tokens but for comments and directives; the comments say where the regions are. */
static int regions_read(Source *s, const char *name)
{
	Lexer lexer = {.text = s->text, .bytes = strlen(s->text), .directives = true};
	Token token;
	char exercise[16] = "";
	int opened = 0; /* the line; 0: outside of a region */

	while (lexer_next(&lexer, &token)) {
		RegionMark mark = region_mark(s->text, &token, exercise);

		if (token.kind != TOKEN_COMMENT && token.kind != TOKEN_DIRECTIVE) {
			s->tokens[s->token_count++] = token;
		} else if (mark == REGION_OPENS) {
			if (opened)
				return fail(name, token.line, "a SOLUTION inside of another");
			s->regions = list_grown(s->regions, s->region_count, sizeof *s->regions);
			s->regions[s->region_count].first = s->token_count;
			memcpy(s->regions[s->region_count].exercise, exercise, sizeof exercise);
			opened = token.line;
		} else if (mark == REGION_CLOSES) {
			if (!opened)
				return fail(name, token.line,
					    "a STUB without a SOLUTION before it");
			s->regions[s->region_count++].last = s->token_count - 1;
			opened = 0;
		}
	}
	return opened ? fail(name, opened, "this SOLUTION is not closed") : 0;
}

/* The members of every struct and enum of the file; groups count down from -1. */
static void members_find(Source *s)
{
	for (int i = 0, group = -1; i < s->token_count; i++) {
		int brace = i + 1 + token_is_name(s, i + 1);

		if (!token_is_any(s, i, " struct union enum ") || !token_is(s, brace, "{"))
			continue;
		if (!token_is(s, i, "enum")) {
			variables_find(s, brace + 1, s->partner[brace] - 1, group--, 1);
			continue;
		}
		for (int at = brace + 1; at < s->partner[brace];) {
			s->variables[s->variable_count++] =
				(Variable){.name = at, .type = "enum", .group = group};
			at = token_find(s, at, s->partner[brace], " , ") + 1;
		}
		group--;
	}
}

/* An exercise is its own function's alone, unless another one calls that. */
static void shared_find(Source *s)
{
	for (int r = 0; r < s->region_count; r++) {
		Region *region = &s->regions[r];
		int open = region->first - 1; /* NAME ( ... ) { */
		int is_function = token_is(s, open, "{") && token_is(s, open - 1, ")");
		int name = is_function ? s->partner[open - 1] - 1 : -1;

		region->is_shared = region->exercise[0] == '\0' || !token_is_name(s, name);
		for (int i = 0; !region->is_shared && i < s->token_count; i++)
			region->is_shared = i != name && tokens_equal(s, i, name);
	}
}

int source_read(Source *s, const char *name, const char *text)
{
	size_t length = strlen(name);

	memset(s, 0, sizeof *s);
	s->is_cuda = length > 3 && strcmp(name + length - 3, ".cu") == 0;
	s->text = text_new("%s", text);
	s->tokens = memory_new(strlen(text) * sizeof *s->tokens);
	if (regions_read(s, name) < 0)
		return -1;

	size_t room = (size_t)s->token_count + 1;

	s->partner = memory_new(room * sizeof *s->partner);
	s->fixed = memory_new(room * sizeof *s->fixed);
	s->statements = memory_new(room * sizeof *s->statements);
	s->variables = memory_new(room * sizeof *s->variables);
	if (brackets_match(s, name) < 0)
		return -1;
	members_find(s);

	int bad = statements_find(s);

	shared_find(s);

	return bad > 0 ? fail(name, bad, "this statement is not understood") : bad;
}

void source_free(Source *s)
{
	free(s->text);
	free(s->tokens);
	free(s->partner);
	free(s->fixed);
	free(s->regions);
	free(s->statements);
	free(s->variables);
	memset(s, 0, sizeof *s);
}
