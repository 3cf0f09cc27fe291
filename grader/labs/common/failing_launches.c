/* failing_launches.c - which launches of kernels are let fail where an exercise makes many. */
#include "grader/labs/common/failing_launches.h"

#include <string.h>

const RunOp **launches_in_order(Judge *j, Run *r, int64_t *found)
{
	return failing_ops(j, r, "launch", found);
}

const char *launch_kind(Judge *j, Run *r, int64_t number)
{
	int64_t launches;
	const RunOp **launch = launches_in_order(j, r, &launches);
	return number <= launches && !is_own_kernel(launch[number - 1]->name) ? "launch" : "kernel";
}

void judge_failures_by_line(Judge *j, Run *r, FailingRun *run, const void *data)
{
	enum { LINES_LEAST = 3, LINES_MOST = 48 };
	int lines = 0;
	int64_t launches, made = (int64_t)run_counts_of(r, 0)->launches;
	const RunOp **launch = launches_in_order(j, r, &launches);
	FailingOp *op = failing_list(j, launch, launches);
	for (int64_t i = 0; i < launches; i++)
		op[i].name = launch[i]->name;
	if (launches == made)
		failing_choose_places(j, op, launches, LINES_MOST);
	for (int64_t i = 0; i < launches; i++) {
		bool first = true;
		for (int64_t k = 0; k < i && first; k++)
			first = failing_compare(&op[k], &op[i]) != 0;
		for (int64_t k = i; k < launches && first; k++) {
			if (!op[k].chosen || failing_compare(&op[k], &op[i]) != 0)
				continue;
			lines++;
			judge_told_like(j, r, run, is_own_kernel(op[k].name) ? "kernel" : "launch",
					k + 1, data);
		}
	}
	if (lines < LINES_LEAST)
		judge_failures_of(j, r, "launch", made, run, data);
}

/* Whether no other kernel of the framework's was launched in that line. */
static bool is_alone_in_line(const RunOp *const *launch, int64_t launches, int64_t one)
{
	for (int64_t i = 0; i < launches; i++)
		if (i != one && is_own_kernel(launch[i]->name) &&
		    launch[i]->line == launch[one]->line)
			return false;
	return true;
}

void judge_failing_rounds(Judge *j, Run *r, FailingRun *run, const void *data)
{
	int64_t launches;
	const RunOp **launch = launches_in_order(j, r, &launches);
	int64_t *same = judge_memory(j, ((size_t)launches + 1) * sizeof *same);
	bool *seen = judge_memory(j, ((size_t)launches + 1) * sizeof *seen);
	bool *alone = judge_memory(j, ((size_t)launches + 1) * sizeof *alone);
	bool *has_rounds = judge_memory(j, ((size_t)launches + 1) * sizeof *has_rounds);
	for (int64_t i = 0; i < launches; i++) {
		alone[i] = launch[i]->line != 0 && is_alone_in_line(launch, launches, i);
		has_rounds[i] = launch[i]->line == 0 ? launch[i]->flops > 0 && launch[i]->flops <= 2
						     : is_own_kernel(launch[i]->name) || alone[i];
	}
	for (int64_t i = 0; i < launches; i++) {
		int64_t count = 0;
		for (int64_t k = i; k < launches && has_rounds[i]; k++) {
			bool is = alone[i] || launch[k]->line == launch[i]->line;
			if (alone[i] || launch[i]->line == 0)
				is = is && strcmp(launch[k]->name, launch[i]->name) == 0;
			if (seen[k] || !is || alone[k] != alone[i] || !has_rounds[k])
				continue;
			seen[k] = true;
			same[count++] = k + 1;
		}
		if (count < 2)
			continue;
		int64_t at = judge_between(j, 0, count - 2);
		/* the framework asks for a product that failed once more; other calls of cuBLAS are the student's */
		judge_told_like(j, r, run, strstr(launch[i]->name, "gemm") ? "launch" : "kernel",
				same[at], data);
	}
}
