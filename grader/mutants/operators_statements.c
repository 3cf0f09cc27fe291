/* operators_statements.c - what goes wrong with whole statements and conditions: one is forgotten,
 * or upside down, or only half of it is there. */
#include "grader/mutants/mutants.h"

static void look_return(Mutants *m, const Statement *statement, int first, int last)
{
	if (statement->kind == STATEMENT_RETURN && first + 1 < last &&
	    !(first + 2 == last && token_is_any(m->source, first + 1, " 0 NULL ")))
		mutant_add(m, first + 1, last - 1, "0");
}

/* Where the compiler finds that a function then ends without a value, there is no mutant. */
static void look_drop(Mutants *m, const Statement *statement, int first, int last)
{
	if (statement->kind == STATEMENT_EXPRESSION || statement->kind == STATEMENT_RETURN ||
	    statement->kind == STATEMENT_JUMP)
		mutant_add(m, first, last, ";");
}

/* Of an "==" or "!=" the other one is the opposite. */
static int is_one_equality(const Source *s, int first, int last)
{
	int at = token_find(s, first, last, " == != ");

	return at < last && token_find(s, first, last, " && || ? , ") == last;
}

/* An if turns around; a loop is never entered, because one that never ends only takes time. */
static void look_condition(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;
	int from = first + 2, to = last - 1;

	if (statement->kind == STATEMENT_FOR) {
		from = token_find(s, from, last, " ; ") + 1;
		to = token_find(s, from, last, " ; ") - 1;
	} else if (statement->kind != STATEMENT_IF && statement->kind != STATEMENT_LOOP) {
		return;
	}
	if (from > to || is_one_equality(s, from, to))
		return; /* look_compare does it */
	if (statement->kind == STATEMENT_IF)
		mutant_add(m, from, to, "!(%.*s)", SPELLED(s, from, to));
	else
		mutant_add(m, from, to, "0");
}

/* One token to the left or the right, over whole brackets. */
static int step(const Source *s, int i, int by)
{
	int partner = s->partner[i];

	return (partner >= 0 && (by > 0) == (partner > i) ? partner : i) + by;
}

/* Where an operand ends that begins beside `i`: at the next token that binds less. */
static int operand_end(const Source *s, int i, int by, int first, int last, const char *stops)
{
	for (i += by; i >= first && i <= last; i = step(s, i, by)) {
		int opens = s->partner[i] >= 0 && (by > 0) != (s->partner[i] > i);

		if (opens || token_is_any(s, i, stops))
			break;
	}
	return i - by;
}

#define LESS " , ; ? : = += -= |= &= return if while "

/* One side of "and" or "or" is left out. */
static void look_operand(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		int is_and = token_is(s, i, "&&");
		const char *stops = is_and ? LESS " && || " : LESS " || ";

		if (!is_and && !token_is(s, i, "||"))
			continue;
		mutant_add(m, operand_end(s, i, -1, first, last, stops), i - 1, is_and ? "1" : "0");
		mutant_add(m, i + 1, operand_end(s, i, 1, first, last, stops), is_and ? "1" : "0");
	}
}

/* Of `a ? b : c` b and c change places. */
static void look_choice(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		int colon = i + 1, open = 1;

		if (!token_is(s, i, "?"))
			continue;
		for (; colon <= last; colon = step(s, colon, 1)) {
			open += token_is(s, colon, "?") - token_is(s, colon, ":");
			if (open == 0)
				break;
		}
		if (colon > last)
			continue;

		/* behind the colon there may be another choice, which belongs to this side */
		int end = operand_end(s, colon, 1, first, last, " , ; = ");

		mutant_add(m, i + 1, end, "(%.*s) : (%.*s)", SPELLED(s, colon + 1, end),
			   SPELLED(s, i + 1, colon - 1));
	}
}

const Operator operators_of_statements[] = {
	{"return", look_return},   {"drop", look_drop},     {"condition", look_condition},
	{"operand", look_operand}, {"choice", look_choice}, {NULL, NULL},
};
