/* gemm.c - the figures of matrix products.
 *
 * A measured time is more than the kernel's. Between the clock's start and the kernel lies a gap (a
 * framework that has yet to launch it), and the clock shows no less than a floor, because stopping
 * it takes the host as long. Both belong to the measuring and not to the GPU:
 *     measured = max(floor, gap + machine_kernel_time())
 * They are fitted with the figures and stay out of the machine file's figures.
 *
 * The search begins from several points, because the loss has more than one valley. */
#include <math.h>
#include <stdlib.h>

#include "framework/simcuda/tools/calibrate/calibrate.h"

#define FEWEST        24   /* rows for the whole form */
#define FEWEST_SHARE  8    /* rows for a share of the peak alone */
#define FEWEST_UNEVEN 8    /* rows on either side */
#define STARTS        12   /* where the search begins */
#define FELT          1e-4 /* of a row's loss: what a parameter that matters changes */

static const struct {
	SimWork work;
	const char *name, *figure;
	size_t share; /* in SimMachine */
} types[] = {
	{SIM_WORK_GEMM_F32, "gemm f32", "gemm_f32", offsetof(SimMachine, gemm_f32)},
	{SIM_WORK_GEMM_F64, "gemm f64", "gemm_f64", offsetof(SimMachine, gemm_f64)},
	{SIM_WORK_GEMM_TF32, "gemm tf32", "gemm_tf32", offsetof(SimMachine, gemm_tf32)},
	{SIM_WORK_GEMM_F16, "gemm f16", "gemm_f16", offsetof(SimMachine, gemm_f16)},
};

enum { GAP, FLOOR, SHARE, TILE, RAMP, UNEVEN, PARAMS };

typedef struct Gemm {
	SimMachine *machine;
	SimMachine known; /* before the fit */
	size_t type;
	int params; /* the first so many are fitted */
	double shortest;
	double gap, floor;
	bool felt[PARAMS]; /* whether the rows say anything about it */
	const Rows *rows;  /* and what may be seen of them, while searching */
	int without;
} Gemm;

static double gemm_model(const void *context, const Row *row)
{
	const Gemm *gemm = context;
	if (row->kind != ROW_GEMM || row->cost.work != types[gemm->type].work)
		return 0;
	double time = gemm->gap + (double)machine_kernel_time(gemm->machine, &row->cost);
	return time > gemm->floor ? time : gemm->floor;
}

/* The mean of the logarithms' errors: it treats half and twice alike. */
static double gemm_loss(void *context)
{
	const Gemm *gemm = context;
	double sum = 0;
	size_t count = 0;
	for (size_t i = 0; i < gemm->rows->count; i++) {
		const Row *row = &gemm->rows->row[i];
		double modelled = row->part == gemm->without ? 0 : gemm_model(gemm, row);
		if (modelled > 0) {
			sum += fabs(log(modelled / row->nanoseconds));
			count++;
		}
	}
	return count ? sum / (double)count : 0;
}

static void list_params(Gemm *gemm, Param param[PARAMS])
{
	SimMachine *machine = gemm->machine;
	double *share = (double *)(void *)((char *)machine + types[gemm->type].share);
	double time = gemm->shortest;
	param[GAP] = (Param){&gemm->gap, 0, time, time / 8};
	param[FLOOR] = (Param){&gemm->floor, 0, 2 * time, time / 8};
	param[SHARE] = (Param){share, 0.01, 1, 0.2};
	param[TILE] = (Param){&machine->gemm_tile, 0, 1000, 4};
	param[RAMP] = (Param){&machine->gemm_ramp, 0, 1000, 8};
	param[UNEVEN] = (Param){&machine->gemm_uneven, 0.05, 1, 0.1};
}

static void start_at(const Gemm *gemm, const Param param[PARAMS], int start)
{
	const double value[PARAMS] = {gemm->shortest * (start / 3 % 2 ? 0.8 : 0),
				      gemm->shortest,
				      0.3 + 0.3 * (start % 3),
				      start / 6 ? 16 : 4,
				      8,
				      0.95};
	for (int i = 0; i < gemm->params; i++)
		*param[i].value = value[i];
}

/* A parameter whose change nobody would notice was not determined: it keeps its known value. */
static void feel(Gemm *gemm, const Param param[PARAMS])
{
	const SimMachine known = gemm->known, fitted = *gemm->machine;
	double least = gemm_loss(gemm);
	for (int i = SHARE; i < gemm->params; i++) {
		double value = *param[i].value, worst = 0;
		for (int sign = -1; sign <= 1; sign += 2) {
			double moved = value + sign * param[i].step / 2;
			*param[i].value = moved < param[i].least  ? param[i].least
					  : moved > param[i].most ? param[i].most
								  : moved;
			worst = fmax(worst, gemm_loss(gemm) - least);
		}
		*gemm->machine = known;
		double before = *param[i].value;
		*gemm->machine = fitted;
		gemm->felt[i] = worst > FELT;
		*param[i].value = gemm->felt[i] ? value : before;
	}
}

static bool gemm_make(void *context, const Rows *rows, int without)
{
	Gemm *gemm = context;
	Param param[PARAMS];
	double best[PARAMS] = {0}, least = INFINITY;
	gemm->rows = rows;
	gemm->without = without;
	*gemm->machine = gemm->known;
	list_params(gemm, param);
	for (int start = 0; start < STARTS; start++) {
		start_at(gemm, param, start);
		double loss = search(param, gemm->params, gemm_loss, gemm);
		if (loss < least) {
			least = loss;
			for (int i = 0; i < gemm->params; i++)
				best[i] = *param[i].value;
		}
	}
	for (int i = 0; i < gemm->params; i++)
		*param[i].value = figure_round(best[i]);
	feel(gemm, param);
	return true;
}

/* Counts the rows of the type, and decides from that how much is to be fitted. */
static void plan(Gemm *gemm, const Rows *rows)
{
	size_t all = 0, uneven = 0;
	const char *name = types[gemm->type].name;
	gemm->shortest = INFINITY;
	gemm->params = 0;
	for (size_t i = 0; i < rows->count; i++) {
		const Row *row = &rows->row[i];
		if (row->kind != ROW_GEMM || row->cost.work != types[gemm->type].work)
			continue;
		all++;
		uneven += row->cost.uneven != 0;
		gemm->shortest = fmin(gemm->shortest, row->nanoseconds);
	}
	if (all >= FEWEST_SHARE)
		gemm->params = SHARE + 1;
	else if (all > 0)
		printf("%s: %zu rows are too few; the model's figures stay\n", name, all);
	if (all < FEWEST_SHARE || types[gemm->type].work != SIM_WORK_GEMM_F32)
		return;
	if (all < FEWEST) {
		printf("%s: %zu rows are too few for gemm_tile and gemm_ramp, which stay\n", name,
		       all);
		return;
	}
	gemm->params = RAMP + 1;
	if (uneven >= FEWEST_UNEVEN && all - uneven >= FEWEST_UNEVEN)
		gemm->params = UNEVEN + 1;
	else
		printf("%s: too few rows are uneven, or even; gemm_uneven stays\n", name);
}

static void name_figures(const Gemm *gemm, Fit *fit)
{
	const char *const names[PARAMS] = {NULL,        NULL,        types[gemm->type].figure,
					   "gemm_tile", "gemm_ramp", "gemm_uneven"};
	size_t used = 0;
	for (int i = SHARE; i < gemm->params; i++)
		if (gemm->felt[i])
			used += (size_t)snprintf(fit->figures + used, sizeof fit->figures - used,
						 "%s%s", used ? " " : "", names[i]);
		else
			printf("%s: the rows do not determine %s, which stays\n",
			       types[gemm->type].name, names[i]);
}

void fit_gemm(const Rows *rows, Result *result)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		Gemm gemm = {.machine = &result->machine, .known = result->machine, .type = i};
		const Method method = {gemm_make, gemm_model, &gemm};
		plan(&gemm, rows);
		Fit *fit = gemm.params ? fit_validate(result, rows, &method) : NULL;
		if (!fit)
			continue;
		fit->kind = types[i].name;
		fit->large = "of 1 GFLOP and more";
		fit->gap = gemm.gap;
		fit->floor = gemm.floor;
		name_figures(&gemm, fit);
	}
}
