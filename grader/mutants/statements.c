/* statements.c - finds the statements of the regions by descending into them, as a compiler's
 * parser does, and the functions that they are in. */
#include <string.h>

#include "grader/mutants/source.h"

typedef struct Walk {
	Source *source;
	int region, scope;
	int bad; /* the line that was not understood */
} Walk;

static int statement_walk(Walk *w, int i, int end);

static void statement_add(Walk *w, StatementKind kind, int first, int last)
{
	Source *s = w->source;

	s->statements[s->statement_count++] = (Statement){kind, first, last, w->region, w->scope};
	if (kind == STATEMENT_DECLARATION)
		variables_find(s, first, last, w->scope, 0);
	if (kind == STATEMENT_FOR && declaration_begins(s, first + 2))
		variables_find(s, first + 2, token_find(s, first + 2, last, " ; "), w->scope, 0);
}

/* The token behind the bracket that `i` opens; `end` when it opens none. */
static int behind(Walk *w, int i, int end)
{
	const Source *s = w->source;

	if (i >= end || s->partner[i] < i) {
		w->bad = s->tokens[i < s->token_count ? i : s->token_count - 1].line;
		return end;
	}
	return s->partner[i] + 1;
}

static int simple_walk(Walk *w, int i, int end)
{
	const Source *s = w->source;
	int last = token_find(s, i, end, " ; ");
	StatementKind kind = STATEMENT_EXPRESSION;

	if (last == end) {
		w->bad = s->tokens[i].line;
		return end;
	}
	if (token_is(s, i, "return"))
		kind = STATEMENT_RETURN;
	else if (token_is_any(s, i, " break continue goto "))
		kind = STATEMENT_JUMP;
	else if (declaration_begins(s, i))
		kind = STATEMENT_DECLARATION;
	if (last > i) /* an empty statement is none */
		statement_add(w, kind, i, last);
	return last + 1;
}

static int controlled_walk(Walk *w, StatementKind kind, int i, int end)
{
	const Source *s = w->source;
	int body = behind(w, i + 1, end);

	statement_add(w, kind, i, body - 1);
	body = statement_walk(w, body, end);
	if (kind == STATEMENT_IF && token_is(s, body, "else") && body < end)
		body = statement_walk(w, body + 1, end);
	return body;
}

static int do_walk(Walk *w, int i, int end)
{
	int at = statement_walk(w, i + 1, end), last;

	if (!token_is(w->source, at, "while")) {
		w->bad = w->source->tokens[i].line;
		return end;
	}
	last = behind(w, at + 1, end);
	statement_add(w, STATEMENT_LOOP, at, last - 1);
	return last + 1; /* and its semicolon */
}

/* Walks over one statement and returns the token behind it. */
static int statement_walk(Walk *w, int i, int end)
{
	static const struct {
		const char *word;
		StatementKind kind;
	} controls[] = {{"if", STATEMENT_IF},
			{"while", STATEMENT_LOOP},
			{"for", STATEMENT_FOR},
			{"switch", STATEMENT_SWITCH}};
	const Source *s = w->source;

	if (w->bad || i >= end)
		return end;
	if (token_is(s, i, "{")) {
		int close = s->partner[i];

		for (i++; i < close && !w->bad;)
			i = statement_walk(w, i, close);
		return close + 1;
	}
	for (size_t k = 0; k < sizeof controls / sizeof *controls; k++)
		if (token_is(s, i, controls[k].word))
			return controlled_walk(w, controls[k].kind, i, end);
	if (token_is(s, i, "do"))
		return do_walk(w, i, end);
	if (token_is_any(s, i, " case default "))
		return token_find(s, i, end, " : ") + 1;
	if (token_is_name(s, i) && token_is(s, i + 1, ":"))
		return i + 2;
	return simple_walk(w, i, end);
}

/* The parameters between the brackets before the brace `open`, if it is a function's. */
static int function_begin(Walk *w, int open)
{
	Source *s = w->source;

	w->scope++;
	if (!token_is(s, open - 1, ")"))
		return 0;
	for (int at = s->partner[open - 1] + 1; at < open - 1;) {
		int comma = token_find(s, at, open - 1, " , ");

		variables_find(s, at, comma - 1, w->scope, 0);
		at = comma + 1;
	}
	return 1;
}

/* Functions, and whatever they need besides: a helper's region, and that of an exercise with kernels. */
static void functions_walk(Walk *w, const Region *region)
{
	const Source *s = w->source;

	for (int i = region->first; i <= region->last && !w->bad;) {
		int at = token_find(s, i, region->last + 1, " { ; ");

		if (at <= region->last && token_is(s, at, "{") && function_begin(w, at)) {
			i = statement_walk(w, at, region->last + 1);
			continue;
		}
		i = token_find(s, i, region->last + 1, " ; ") + 1;
	}
}

/* Returns 0, or the line of a statement that it cannot read. */
int statements_find(Source *s)
{
	Walk w = {.source = s};

	for (int r = 0; r < s->region_count && !w.bad; r++) {
		const Region *region = &s->regions[r];
		int open = region->first - 1;

		w.region = r;
		if (region->last < region->first)
			continue;
		while (open >= 0 && !(token_is(s, open, "{") && s->partner[open] > region->last))
			open--;
		if (region->exercise[0] == '\0' || (open < 0 && s->is_cuda)) {
			functions_walk(&w, region);
			continue;
		}
		if (open >= 0)
			function_begin(&w, open);
		for (int i = region->first; i <= region->last && !w.bad;)
			i = statement_walk(&w, i, region->last + 1);
	}
	return w.bad;
}
