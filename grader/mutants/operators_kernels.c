/* operators_kernels.c - what goes wrong in kernels: the wrong dimension, the wrong index, an atomic
 * that is none, memory that no thread shares, a barrier in the way of some. */
#include <string.h>

#include "grader/mutants/mutants.h"

/* threadIdx.x for blockIdx.x; blockDim.x for gridDim.x; .y for .x. */
static void look_index(Mutants *m, const Statement *statement, int first, int last)
{
	static const char *const pairs[][2] = {{"threadIdx", "blockIdx"},
					       {"blockIdx", "threadIdx"},
					       {"blockDim", "gridDim"},
					       {"gridDim", "blockDim"},
					       {"x", "y"},
					       {"y", "x"}};
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i + 2 <= last; i++) {
		if (!token_is_any(s, i, " threadIdx blockIdx blockDim gridDim ") ||
		    !token_is(s, i + 1, "."))
			continue;
		for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
			for (int at = i; at <= i + 2; at += 2)
				if (token_is(s, at, pairs[k][0]))
					mutant_add(m, at, at, "%s", pairs[k][1]);
	}
}

/* atomicAdd(to, value) becomes *(to) += value. */
static void look_atomic(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		int close = is_call(s, i) ? s->partner[i + 1] : i;
		int comma = token_find(s, i + 2, close, " , ");

		if (token_is(s, i, "atomicAdd") && comma < close)
			mutant_add(m, i, close, "*(%.*s) += %.*s", SPELLED(s, i + 2, comma - 1),
				   SPELLED(s, comma + 1, close - 1));
	}
}

/* Each thread has an array of its own. Not of one without a size, which the launch brings. */
static void look_shared(Mutants *m, const Statement *statement, int first, int last)
{
	(void)last;
	if (statement->kind == STATEMENT_DECLARATION && token_is(m->source, first, "__shared__"))
		mutant_add(m, first, first, "%s", "");
}

/* Only some threads of the block come to a barrier; or those of a warp wait for each other alone. */
static void look_barrier(Mutants *m, const Statement *statement, int first, int last)
{
	if (statement->kind != STATEMENT_EXPRESSION || !token_is(m->source, first, "__syncthreads"))
		return;
	mutant_add(m, first, last, "if (threadIdx.x > 0) __syncthreads();");
	mutant_add(m, first, last, "__syncwarp();");
}

const Operator operators_of_kernels[] = {
	{"index", look_index},
	{"atomic", look_atomic},
	{"shared", look_shared},
	{"barrier", look_barrier},
	{NULL, NULL},
};
