/* operators_waste.c - what is right, but too much: the host waits where it need not, all is sent
 * where a part is wanted, or the same is sent twice. */
#include <stdbool.h>
#include <string.h>

#include "grader/mutants/mutants.h"

/* Waits for the current GPU, if there is one. */
#define WAIT "(void)(device_gpu_count() > 0 && cudaDeviceSynchronize());"

/* Whether a loop that begins with the statement calls something: else nothing is queued there. */
static bool is_calling(const Source *s, const Statement *statement)
{
	int open = statement->first - 1;
	int end = token_is(s, open, "{") ? s->partner[open] : statement->last;

	for (int i = statement->first; i <= end; i++)
		if (is_call(s, i))
			return true;
	return false;
}

/* At the beginning of what a loop does; at that of a function most exercises may wait. */
static bool is_beginning(const Mutants *m, const Statement *statement)
{
	const Statement *before = statement - 1;

	return m->statement > 0 && before->region == statement->region &&
	       before->scope == statement->scope &&
	       (before->kind == STATEMENT_FOR || before->kind == STATEMENT_LOOP) &&
	       token_is_any(m->source, statement->first - 1, " { ) ") &&
	       is_calling(m->source, statement);
}

/* The first stream that a call of the statement is given; last < first when there is none. */
static void stream_find(const Source *s, int *first, int *last)
{
	for (int i = *first; i <= *last; i++) {
		if (!is_call(s, i) || !begins(s, i, "cuda") || contains(s, i, i, "synchronize") ||
		    contains(s, i, i, "destroy"))
			continue;
		for (int at = i + 2, close = s->partner[i + 1]; at < close;) {
			int comma = token_find(s, at, close, " , ");

			if (contains(s, at, comma - 1, "stream") && !token_is(s, at, "&")) {
				*first = at;
				*last = comma - 1;
				return;
			}
			at = comma + 1;
		}
	}
	*last = *first - 1;
}

static void look_waits(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;
	int from = first, to = last;

	if (is_beginning(m, statement)) {
		if (!token_is(s, first - 1, ")"))
			mutant_add(m, first, first, WAIT " %.*s", SPELLED(s, first, first));
		else if (statement->kind == STATEMENT_EXPRESSION)
			mutant_add(m, first, last, "{ " WAIT " %.*s }", SPELLED(s, first, last));
	}
	stream_find(s, &from, &to);
	if (from <= to && token_is_any(s, first - 1, " { ; } "))
		mutant_add(m, first, first, "cudaStreamSynchronize(%.*s); %.*s",
			   SPELLED(s, from, to), SPELLED(s, first, first));
}

/* A device of the function, for what is to be sent there; NULL when there is none. */
static const Variable *device_find(const Source *s, const Statement *statement)
{
	for (int k = 0; k < s->variable_count; k++) {
		const Variable *v = &s->variables[k];

		if (!v->is_member && v->group == statement->scope && v->name < statement->first &&
		    strcmp(v->type, "Device ") == 0)
			return v;
	}
	return NULL;
}

/* tensor_rows(x, first, count): all of x is sent first. */
static void all_of_rows(Mutants *m, const Statement *statement, int i)
{
	const Source *s = m->source;
	const Variable *device = device_find(s, statement);
	int close = s->partner[i + 1], comma = token_find(s, i + 2, close, " , ");

	if (device && comma < close)
		mutant_add(m, i, close,
			   "({ Tensor *all = tensor_as_in_device((Tensor *)(%.*s), %.*s), *part = "
			   "tensor_rows(all, %.*s); tensor_free(all); part; })",
			   SPELLED(s, i + 2, comma - 1), SPELLED(s, device->name, device->name),
			   SPELLED(s, comma + 1, close - 1));
}

/* tensor_from_host(SHAPE(rows, width), type, from + offset, device): sends the rows before it
 * too. */
static void all_before(Mutants *m, int i)
{
	const Source *s = m->source;
	int close = s->partner[i + 1], shape = i + 2;

	if (!token_is(s, shape, "SHAPE") || !token_is(s, shape + 1, "("))
		return;
	int end = s->partner[shape + 1], rows = token_find(s, shape + 2, end, " , ");
	int type = token_find(s, end, close, " , "), from = token_find(s, type + 1, close, " , ");
	int device = token_find(s, from + 1, close, " , ");
	int plus = token_find(s, from + 1, device, " + ");

	if (plus >= device)
		return;
	int has_width = rows < end; /* else a row is one number */
	int wide = has_width ? (int)(s->tokens[end].begin - s->tokens[rows].begin) : 0;
	const char *width = s->text + s->tokens[rows].begin;

	mutant_add(m, i, close,
		   "({ Tensor *all = tensor_from_host(SHAPE((%.*s) / (%.*s) + (%.*s)%.*s), %.*s, "
		   "%.*s, %.*s), *part = tensor_rows(all, (%.*s) / (%.*s), %.*s); "
		   "tensor_free(all); part; })",
		   SPELLED(s, plus + 1, device - 1), has_width ? wide - 2 : 1,
		   has_width ? width + 2 : "1", SPELLED(s, shape + 2, rows - 1), wide, width,
		   SPELLED(s, type + 1, from - 1), SPELLED(s, from + 1, plus - 1),
		   SPELLED(s, device + 1, close - 1), SPELLED(s, plus + 1, device - 1),
		   has_width ? wide - 2 : 1, has_width ? width + 2 : "1",
		   SPELLED(s, shape + 2, rows - 1));
}

static void look_all(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	for (int i = first; i <= last; i++) {
		if (!is_call(s, i))
			continue;
		if (token_is(s, i, "tensor_rows"))
			all_of_rows(m, statement, i);
		if (token_is(s, i, "tensor_from_host"))
			all_before(m, i);
	}
}

#define MAKES " tensor_from_host tensor_as_in_device tensor_copy_to "

static void look_twice(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		int makes = token_is_any(s, i, MAKES), close = s->partner[i + 1 > last ? i : i + 1];

		if (is_call(s, i) && (makes || begins(s, i, "cudaMemcpy") ||
				      token_is_any(s, i, " tensor_to_host tensor_item ")))
			mutant_add(m, i, close,
				   makes ? "(tensor_free(%.*s), %.*s)" : "(%.*s, %.*s)",
				   SPELLED(s, i, close), SPELLED(s, i, close));
	}
}

const Operator operators_of_waste[] = {
	{"waits", look_waits},
	{"all", look_all},
	{"twice", look_twice},
	{NULL, NULL},
};
