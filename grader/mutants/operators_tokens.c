/* operators_tokens.c - what goes wrong with a single token: an operator, a constant, a variable. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/mutants/mutants.h"

/* Whether an operator at `i` has something on its left, so that "-" subtracts and "&" is "and". */
static bool is_binary(const Source *s, int i)
{
	int left = i - 1;

	if (left < 0 || s->fixed[i])
		return false;
	if (token_is(s, left, "]"))
		return true;
	if (!token_is(s, left, ")"))
		return s->tokens[left].kind == TOKEN_NUMBER || s->tokens[left].kind == TOKEN_CHAR ||
		       (token_is_name(s, left) && !s->fixed[left]);
	if (token_is(s, left - 1, "*")) /* a cast such as (void **) */
		return false;
	for (int at = s->partner[left] + 1; at < left; at++)
		if (!token_is_type(s, at))
			return true;
	return false;
}

typedef struct Pair {
	const char *from, *to;
} Pair;

static void replace(Mutants *m, int first, int last, const Pair *pairs)
{
	for (int i = first; i <= last; i++)
		for (const Pair *pair = pairs; pair->from; pair++)
			if (token_is(m->source, i, pair->from) && is_binary(m->source, i))
				mutant_add(m, i, i, "%s", pair->to);
}

static void look_compare(Mutants *m, const Statement *statement, int first, int last)
{
	static const Pair pairs[] = {{"<", "<="},  {"<=", "<"},  {">", ">="}, {">=", ">"},
				     {"==", "!="}, {"!=", "=="}, {NULL, NULL}};

	(void)statement;
	replace(m, first, last, pairs);
}

static void look_arithmetic(Mutants *m, const Statement *statement, int first, int last)
{
	static const Pair pairs[] = {{"+", "-"},   {"-", "+"},   {"*", "/"},   {"/", "*"},
				     {"%", "*"},   {"<<", ">>"}, {">>", "<<"}, {"+=", "-="},
				     {"-=", "+="}, {"*=", "/="}, {"/=", "*="}, {"%=", "*="},
				     {"+=", "="},  {"-=", "="},  {"*=", "="},  {NULL, NULL}};

	(void)statement;
	replace(m, first, last, pairs);
}

static void look_logic(Mutants *m, const Statement *statement, int first, int last)
{
	static const Pair pairs[] = {{"&&", "||"}, {"||", "&&"}, {"&", "|"},   {"|", "&"},
				     {"^", "|"},   {"&=", "|="}, {"|=", "&="}, {NULL, NULL}};

	(void)statement;
	replace(m, first, last, pairs);
	for (int i = first; i <= last; i++) /* a "not" or a minus is forgotten */
		if (token_is_any(m->source, i, " ! ~ - ") && !is_binary(m->source, i))
			mutant_add(m, i, i, "%s", "");
}

/* Not in the last part of a for: a loop that runs away only takes time. */
static void look_step(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	if (statement->kind == STATEMENT_FOR) {
		last = token_find(s, first + 2, last, " ; ");
		last = token_find(s, last + 1, statement->last, " ; ");
	}
	for (int i = first; i <= last; i++) {
		if (token_is(s, i, "++"))
			mutant_add(m, i, i, "--");
		if (token_is(s, i, "--"))
			mutant_add(m, i, i, "++");
	}
}

static void look_constant(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		TokenKind kind = s->tokens[i].kind;
		char *end;

		if ((kind != TOKEN_NUMBER && kind != TOKEN_CHAR) || s->fixed[i])
			continue;

		long long number = strtoll(s->text + s->tokens[i].begin, &end, 10);
		int suffix = (int)(s->text + s->tokens[i].end - end);

		if (kind == TOKEN_CHAR || suffix < 0 || strspn(end, "uUlL") < (size_t)suffix) {
			mutant_add(m, i, i, "(%.*s + 1)", SPELLED(s, i, i));
			continue;
		}
		if (number == 1 && token_is(s, i - 1, "-") && !is_binary(s, i - 1)) {
			mutant_add(m, i - 1, i, "0"); /* look_logic makes a 1 of it */
			continue;
		}
		mutant_add(m, i, i, "%lld%.*s", number + 1, suffix, end);
		if (number > 0)
			mutant_add(m, i, i, "%lld%.*s", number - 1, suffix, end);
	}
}

static bool is_same(const Source *s, const Variable *a, const Variable *b)
{
	return a->group == b->group && strcmp(a->type, b->type) == 0 &&
	       !tokens_equal(s, a->name, b->name);
}

/* The next variable of the same type, after the last one the first; NULL if it is alone. */
static const Variable *variable_next(const Source *s, const Variable *v)
{
	int i = (int)(v - s->variables);

	for (int step = 1; step < s->variable_count; step++) {
		const Variable *other = &s->variables[(i + step) % s->variable_count];

		if (is_same(s, v, other))
			return other;
	}
	return NULL;
}

/* The variable that the token names: the last declared, since an inner variable hides an outer. */
static const Variable *variable_of(const Source *s, int i, int scope)
{
	int is_member = token_is_any(s, i - 1, " . -> ");

	for (int k = s->variable_count - 1; k >= 0; k--) {
		const Variable *v = &s->variables[k];

		if (v->is_member == is_member && tokens_equal(s, v->name, i) &&
		    (v->group < 0 || (v->group == scope && v->name < i)))
			return v;
	}
	return NULL;
}

/* A variable gives way to another of its type: to and from, one stream and the other. */
static void look_variable(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	for (int i = first; i <= last; i++) {
		if (token_is(s, i, "sizeof")) { /* it has the same size */
			i += token_is(s, i + 1, "(") ? s->partner[i + 1] - i : 2;
			continue;
		}
		if (!token_is_name(s, i) || s->fixed[i] || token_is(s, i + 1, "("))
			continue;

		const Variable *v = variable_of(s, i, statement->scope);
		const Variable *other = !v ? NULL : variable_next(s, v);

		if (other)
			mutant_add(m, i, i, "%.*s", SPELLED(s, other->name, other->name));
	}
}

const Operator operators_of_tokens[] = {
	{"compare", look_compare},
	{"arithmetic", look_arithmetic},
	{"logic", look_logic},
	{"step", look_step},
	{"constant", look_constant},
	{"variable", look_variable},
	{NULL, NULL},
};
