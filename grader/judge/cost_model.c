/* cost_model.c - what a judge knows of the simulated machine: the figures of its model, read from
 * the kit's own machine files, and the times that follow from them. So an expectation that depends
 * on them is never taken from the student's process. */
#include <glob.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "framework/simcuda/machine/file.h"
#include "grader/base/text.h"
#include "grader/judge/judge_state.h"

void run_model(Run *r, const char *model)
{
	r->model = model;
}

void run_slower(Run *r, int times)
{
	if (times < 1 || times > MACHINE_SLOWEST || r->times > 0)
		judge_leave(r->judge, VERDICT_ERROR, "run_slower(%d): not so many times", times);
	r->times = times;
	r->machine = NULL; /* its figures were another one's */
}

const char *run_machine_name(const Run *r)
{
	return judge_text(r->judge, r->times > 1 ? "%dx%s:%d" : "%dx%s", r->gpus, run_model_name(r),
			  r->times);
}

const char *run_model_name(const Run *r)
{
	return r->model ? r->model : r->judge->options->model;
}

bool judge_is_simulated(const Judge *j)
{
	return j->options->gpu != GPU_CUDA;
}

static const SimMachine *run_machine(Run *r)
{
	Judge *j = r->judge;
	char problem[300];

	for (const Run *other = j->runs; other && !r->machine; other = other->next)
		if (other->machine && other->times == r->times &&
		    strcmp(run_model_name(other), run_model_name(r)) == 0)
			r->machine = other->machine; /* a check may have many runs */
	if (r->machine)
		return r->machine;
	SimMachine *machine = judge_memory(j, sizeof *machine);
	const char *path = judge_text(j, "%s/framework/simcuda/machines/%s.json", j->options->root,
				      run_model_name(r));
	if (machine_load(path, NULL, machine, problem, sizeof problem) != 0)
		judge_leave(j, VERDICT_ERROR, "%s", problem);
	machine_slow(machine, r->times > 0 ? r->times : 1);
	r->machine = machine;
	return machine;
}

static const MachineFigure *figure_find(Run *r, const char *name)
{
	const MachineFigure *figure = machine_figure(name);

	if (!figure)
		judge_leave(r->judge, VERDICT_ERROR, "machines have no figure %s", name);
	return figure;
}

static double figure_value(const SimMachine *machine, const MachineFigure *figure)
{
	const char *base = (const char *)machine;
	uint64_t whole;
	double real;
	int number;

	switch (figure->kind) {
	case MACHINE_INT:
		memcpy(&number, base + figure->offset, sizeof number);
		real = number;
		break;
	case MACHINE_UINT64:
		memcpy(&whole, base + figure->offset, sizeof whole);
		real = (double)whole;
		break;
	default:
		memcpy(&real, base + figure->offset, sizeof real);
	}
	return real / figure->scale;
}

double run_figure(Run *r, const char *name)
{
	return figure_value(run_machine(r), figure_find(r, name));
}

double peak_of(Judge *j, const char *gpu_name)
{
	const char *pattern =
		judge_text(j, "%s/framework/simcuda/machines/*.json", j->options->root);
	const MachineFigure *figure = machine_figure("peak_f32");
	SimMachine *machine = judge_memory(j, sizeof *machine);
	char problem[300];
	double peak = 0;
	glob_t files;

	if (glob(pattern, 0, NULL, &files) != 0)
		return 0;
	for (size_t i = 0; i < files.gl_pathc && figure; i++)
		if (machine_load(files.gl_pathv[i], NULL, machine, problem, sizeof problem) == 0 &&
		    strcmp(machine->name, gpu_name) == 0)
			peak = fmax(peak, 1e3 * figure_value(machine, figure));
	globfree(&files);
	return peak;
}

RunGpu run_gpu(Run *r, int gpu)
{
	const MachineGpu of = machine_gpu(run_machine(r), gpu);

	return (RunGpu){.name = judge_text(r->judge, "%s", of.name),
			.capability = 10 * of.capability_major + of.capability_minor,
			.multiprocessors = of.multiprocessors,
			.memory_bytes = (int64_t)of.memory_bytes};
}

const char *run_gpu_name(Run *r)
{
	return run_machine(r)->name;
}

/* --- times ------------------------------------------------------------------------------------ */

/* A row that is no multiple of 16 bytes starts the next one unevenly. */
static bool is_uneven(int64_t row)
{
	return row % 4 != 0;
}

double run_product_us(Run *r, int64_t m, int64_t n, int64_t k)
{
	const double rows = (double)m, columns = (double)n, depth = (double)k;
	const SimCost cost = {
		.work = SIM_WORK_GEMM_F32,
		.flops = 2 * rows * columns * depth,
		.bytes = sizeof(float) * (rows * depth + depth * columns + rows * columns),
		.m = rows,
		.n = columns,
		.k = depth,
		.uneven = is_uneven(n) || is_uneven(k),
	};

	return (double)machine_kernel_time(run_machine(r), &cost) / 1e3;
}

double run_copy_us(Run *r, const char *link, double bytes)
{
	Judge *j = r->judge;
	const SimLink figures = {run_figure(r, judge_text(j, "%s_alpha", link)),
				 run_figure(r, judge_text(j, "%s_beta", link))};

	return (double)machine_copy_time(&figures, (uint64_t)bytes) / 1e3;
}

double run_host_us(Run *r, double flops, double bytes)
{
	return (double)machine_host_time(run_machine(r), flops, bytes) / 1e3;
}
