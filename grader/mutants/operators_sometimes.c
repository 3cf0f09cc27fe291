/* operators_sometimes.c - work that is done in some runs only: a call is made, but not the first time,
 * or every second time, or where a number is even; in a kernel a race, or waste, where a number is even. Few do so by
 * mistake; it is what somebody tries who takes a check to look there alone. A check that sees it has cases that differ in
 * nothing else. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/mutants/mutants.h"

/* These only say something, or give back what may be kept for the next call. */
#define NO_WORK                                                                                    \
	" sizeof device_equal device_gpu device_cpu tensor_device tensor_data tensor_count "       \
	"tensor_bytes tensor_rows tensor_free cudaGetLastError cudaFree free "

/* Numbers that say how it went, and not what there is to do. */
#define NO_SIZES " failed status error good made before total available "

/* The call of token i, in tokens up to `last`, is made only when; `before` that stands a declaration. */
static void make_if(Mutants *m, const Statement *statement, int i, int last, const char *before,
		    const char *when)
{
	const Source *s = m->source;
	int close = s->partner[i + 1];

	if (call_is_statement(s, statement, i))
		mutant_add(m, i, last, "{ %sif (%s) %.*s }", before, when, SPELLED(s, i, last));
	else
		mutant_add(m, i, close, "__extension__({ %s%s ? %.*s : %s; })", before, when,
			   SPELLED(s, i, close), call_success(s, i));
}

static bool is_size(const Source *s, const Variable *v)
{
	static const char *const types[] = {"int ", "int64_t ", "size_t "};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(v->type, types[i]) == 0)
			return !v->is_member && !token_is_any(s, v->name, NO_SIZES);
	return false;
}

#define EVEN_BYTES 64

/* The next number from variable k on that the statement can see, and a text that says that it is even; -1: there is none. */
static int next_even(const Source *s, const Statement *statement, int k, char *even)
{
	for (; k < s->variable_count; k++) {
		const Variable *v = &s->variables[k];

		if (!is_size(s, v) || v->group != statement->scope || v->name >= statement->first)
			continue;
		text_format(even, EVEN_BYTES, "%.*s %% 2 == 0", SPELLED(s, v->name, v->name));
		return k;
	}
	return -1;
}

/* --- kernels ---------------------------------------------------------------------------------------- */

/* What another operator has found for the statement, where that is so; else the statement as it is. */
static void change_if(Mutants *m, int other, int first, int last, const char *when)
{
	const Mutant *o = &m->mutants[other];
	const Source *s = m->source;
	const size_t begin = s->tokens[first].begin, end = s->tokens[last].end;
	char *changed = text_new("%.*s%s%.*s", (int)(o->begin - begin), s->text + begin, o->text,
				 (int)(end - o->end), s->text + o->end);

	mutant_add(m, first, last, "if (%s) { %s } else { %.*s }", when, changed,
		   SPELLED(s, first, last));
	free(changed);
}

/* What differs in the numbers shows in any run; what only makes a race, or costs time, has to be looked for. */
static bool is_race_or_cost(const Mutant *o)
{
	return strcmp(o->op, "atomic") == 0 || strcmp(o->op, "barrier") == 0 ||
	       strcmp(o->op, "call") == 0 || strcmp(o->op, "index") == 0;
}

static void change_sometimes(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;
	const int found = m->count;
	char even[EVEN_BYTES];

	if (statement->kind != STATEMENT_EXPRESSION)
		return;
	for (int i = 0; i < found; i++) {
		if (m->mutants[i].statement != m->statement || !is_race_or_cost(&m->mutants[i]))
			continue;
		for (int k = 0; (k = next_even(s, statement, k, even)) >= 0; k++)
			change_if(m, i, first, last, even);
	}
}

static void look_sometimes(Mutants *m, const Statement *statement, int first, int last)
{
	static const char *const turns[] = {"turn++ > 0", "turn++ % 2 == 0"};
	const Source *s = m->source;
	char even[EVEN_BYTES];

	if (s->is_cuda)
		change_sometimes(m, statement, first, last);
	if (s->is_cuda || statement->kind == STATEMENT_DECLARATION)
		return;
	for (int i = first; i <= last; i++) {
		if (!is_call(s, i) || token_is_any(s, i, NO_WORK))
			continue;
		for (size_t k = 0; k < sizeof turns / sizeof *turns; k++)
			make_if(m, statement, i, last, "static unsigned turn; ", turns[k]);
		for (int k = 0; (k = next_even(s, statement, k, even)) >= 0; k++)
			make_if(m, statement, i, last, "", even);
	}
}

const Operator operators_of_sometimes[] = {{"sometimes", look_sometimes}, {NULL, NULL}};
