/* operators_failures.c - what goes wrong when a call fails: nobody looks, the error stays, and what
 * has to be done all the same is done only when all went well. */
#include <string.h>

#include "grader/mutants/mutants.h"

/* What stands for success where the call of token i is compared; NULL where it is not known. */
static const char *success_of(const Source *s, int i)
{
	int behind = s->partner[i + 1] + 1;

	if (begins(s, i, "cudaGetLast") || begins(s, i, "cudaPeek"))
		return NULL;
	if (token_is_any(s, behind, " == != ") && begins(s, i, "cuda"))
		return "cudaSuccess";
	if (token_is_any(s, behind, " == != ") && begins(s, i, "cublas"))
		return "CUBLAS_STATUS_SUCCESS";
	return token_is_any(s, behind, " == != < ") && token_is(s, behind + 1, "0") ? "0" : NULL;
}

/* The call is made, but what it returns is not looked at. */
static void look_unchecked(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		const char *success = is_call(s, i) ? success_of(s, i) : NULL;

		if (success)
			mutant_add(m, i, s->partner[i + 1], "(%.*s, %s)",
				   SPELLED(s, i, s->partner[i + 1]), success);
	}
}

/* The error is asked for, and stays. As a statement of its own the call is look_drop's. */
static void look_uncleared(Mutants *m, const Statement *statement, int first, int last)
{
	for (int i = first; i <= last; i++)
		if (token_is(m->source, i, "cudaGetLastError") &&
		    !(statement->kind == STATEMENT_EXPRESSION && i == first))
			mutant_add(m, i, i, "cudaPeekAtLastError");
}

/* Calls that put something back, or give it back. */
#define UNDO                                                                                       \
	" cudaSetDevice cublasSetPointerMode cublasSetStream cublasSetMathMode cudaFree "          \
	"cudaFreeHost cudaStreamDestroy cudaEventDestroy cublasDestroy cudaGetLastError "          \
	"cudaDeviceDisablePeerAccess tensor_free module_free sgd_free error_clear free fclose "

/* The ways in which a variable says that nothing has failed so far. */
static const struct {
	const char *type, *names, *success; /* names: NULL for any */
} says[] = {
	{"bool ", NULL, ""},
	{"cudaError_t ", NULL, " == 0"},
	{"cublasStatus_t ", NULL, " == 0"},
	{"int ", " status result error bad failed ", " == 0"},
};

static const char *success_said(const Source *s, const Variable *v)
{
	for (size_t i = 0; i < sizeof says / sizeof *says; i++)
		if (strcmp(v->type, says[i].type) == 0 &&
		    (!says[i].names || token_is_any(s, v->name, says[i].names)))
			return says[i].success;
	return NULL;
}

/* Done only if nothing has failed. A variable of another block does not compile. */
static void look_undone(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	if (statement->kind != STATEMENT_EXPRESSION || !token_is_any(s, first, UNDO))
		return;
	for (int k = 0; k < s->variable_count; k++) {
		const Variable *v = &s->variables[k];
		const char *success = success_said(s, v);

		if (success && !v->is_member && v->group == statement->scope && v->name < first)
			mutant_add(m, first, last, "if (%.*s%s) { %.*s }",
				   SPELLED(s, v->name, v->name), success, SPELLED(s, first, last));
	}
}

const Operator operators_of_failures[] = {
	{"unchecked", look_unchecked},
	{"uncleared", look_uncleared},
	{"undone", look_undone},
	{NULL, NULL},
};
