/* operators_subsets.c - what goes wrong with loops that wait, for each GPU or each stream: one is
 * waited for because it is the first or the last, others are not. */
#include <stdbool.h>
#include <stdio.h>

#include "grader/mutants/mutants.h"

/* A loop that counts: for (int i = 0; i < count; i++). */
typedef struct Count {
	int name;              /* the token of the variable */
	int bound, bound_last; /* those of what it stays below */
} Count;

/* Whether the tokens from `first` to `last`, the head of a for, count from 0 up one by one, to what
 * is no number: how many GPUs there are a program is told. */
static bool is_count(const Source *s, int first, int last, Count *c)
{
	int test = token_find(s, first + 2, last, " ; ") + 1;
	int step = token_find(s, test, last, " ; ") + 1;

	if (!token_is_name(s, test) || !token_is(s, test + 1, "<") || step > last ||
	    s->tokens[test + 2].kind == TOKEN_NUMBER || !tokens_equal(s, step, test) ||
	    !token_is(s, step + 1, "++") || step + 2 != last)
		return false;
	for (int i = first + 2; i + 2 < test; i++)
		if (tokens_equal(s, i, test) && token_is(s, i + 1, "=") &&
		    token_is(s, i + 2, "0")) {
			*c = (Count){test, test + 2, token_find(s, test, step - 1, " && || ") - 1};
			return true;
		}
	return false;
}

/* The last token of the statement that begins at `i`. */
static int statement_end(const Source *s, int i)
{
	for (;; i += 2) {
		while (token_is_any(s, i, " for while if switch "))
			i = s->partner[i + 1] + 1;
		i = token_is(s, i, "{") ? s->partner[i] : token_find(s, i, s->token_count, " ; ");
		if (!token_is(s, i + 1, "else"))
			return i;
	}
}

/* Whether the innermost for around a statement counts. */
static bool is_counted(const Source *s, const Statement *statement, Count *c)
{
	for (int i = (int)(statement - s->statements) - 1; i >= 0; i--) {
		const Statement *head = &s->statements[i];

		if (head->region != statement->region)
			break;
		if (head->kind == STATEMENT_FOR &&
		    statement_end(s, head->last + 1) >= statement->last)
			return is_count(s, head->first, head->last, c);
	}
	return false;
}

/* The call in tokens `first` to `last` is made for some values of the variable only. One that is a
 * statement becomes another in braces, so that an else behind it stays where it belongs. A
 * condition that does not fit is cut off, and does not compile. */
static void call_for_some(Mutants *m, const Count *c, int is_statement, int first, int last)
{
	const Source *s = m->source;
	int many = c->bound_last > c->bound;
	char some[3][200];

#define NAME SPELLED(s, c->name, c->name)
#define LAST many ? "(" : "", SPELLED(s, c->bound, c->bound_last), many ? ") - 1" : " - 1"
	snprintf(some[0], sizeof some[0], "%.*s < 2", NAME);
	snprintf(some[1], sizeof some[1], "%.*s == 0 || %.*s == %s%.*s%s", NAME, NAME, LAST);
	snprintf(some[2], sizeof some[2], "%.*s == %s%.*s%s", NAME, LAST);
	for (int i = 0; i < 3; i++)
		if (is_statement)
			mutant_add(m, first, last, "{ if (%s) %.*s }", some[i],
				   SPELLED(s, first, last));
		else
			mutant_add(m, first, last, "(%s ? %.*s : %s)", some[i],
				   SPELLED(s, first, last), call_success(s, first));
}

static void look_subset(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;
	Count c;

	if (!is_counted(s, statement, &c))
		return;
	for (int i = first; i <= last; i++) {
		if (!call_waits(s, i))
			continue;
		if (call_is_statement(s, statement, i))
			call_for_some(m, &c, 1, first, last);
		else
			call_for_some(m, &c, 0, i, s->partner[i + 1]);
	}
}

const Operator operators_of_subsets[] = {{"subset", look_subset}, {NULL, NULL}};
