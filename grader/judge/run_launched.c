/* run_launched.c - which kernels were launched, by the machine's record. */
#include <string.h>

#include "grader/judge/judge_state.h"

/* `go`: when the window began, ns. */
static RunLaunched launched_of(const SimLaunched *from, int64_t go)
{
	RunLaunched k = {
		.flops = from->flops,
		.gpu = from->gpu,
		.working = from->working != 0,
		.adds = from->adds != 0,
		.start = (double)(from->start - go) / 1e3,
		.end = (double)(from->end - go) / 1e3,
		.readings = (double)from->readings,
		.stream = from->stream,
	};

	memcpy(k.name, from->name, sizeof k.name);
	for (int i = 0; i < SIM_OPERANDS; i++) {
		k.operand[i].address = from->operand[i].address;
		k.operand[i].bytes = (double)from->operand[i].bytes;
	}
	return k;
}

const RunLaunched *run_launched(Run *r, int *count, double *readings)
{
	const Answers *answers = &r->answers;

	*count = 0;
	*readings = 0;
	run_counts_of(r, r->window); /* there is such a window */
	if (!answers->linked)
		return NULL;
	judge_that_for(r->judge, answers->launched[r->window].lost == 0, "damaged-results",
		       "so many kernels were launched that not all are remembered");
	*count = answers->launched[r->window].count;
	*readings = (double)answers->launched[r->window].readings;
	RunLaunched *list = judge_memory(r->judge, ((size_t)*count + 1) * sizeof *list);
	for (int i = 0; i < *count; i++)
		list[i] = launched_of(&answers->launched[r->window].list[i],
				      answers->window[r->window].go.host_ns);
	return list;
}
