/* write.c - the machine file that a calibration gives, and what it prints. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/tools/calibrate/calibrate.h"
#include "framework/simcuda/machine/file.h"

#define NO_SOURCE "a measurement whose file names no source"

static double percent(double share)
{
	return (double)(long)(share * 1000 + 0.5) / 10;
}

static void errors_set(json_t *entry, const char *name, const Errors *errors)
{
	if (errors->count > 0)
		json_object_set_new(
			entry, name,
			json_pack("{s:I, s:f, s:f, s:f}", "rows", (json_int_t)errors->count, "mean",
				  percent(errors->mean), "median", percent(errors->median), "worst",
				  percent(errors->worst)));
}

static json_t *fit_json(const Fit *fit, const Rows *rows)
{
	json_t *entry = json_pack("{s:s, s:s, s:s}", "of", fit->kind, "gpu", rows->gpu, "source",
				  *rows->source ? rows->source : NO_SOURCE);
	errors_set(entry, "percent_seen", &fit->seen);
	errors_set(entry, "percent_unseen", &fit->unseen);
	if (fit->large) {
		json_object_set_new(entry, "large", json_string(fit->large));
		errors_set(entry, "percent_seen_large", &fit->seen_large);
		errors_set(entry, "percent_unseen_large", &fit->unseen_large);
	}
	if (fit->gap >= 0) {
		json_object_set_new(entry, "gap_ns", json_real(fit->gap));
		json_object_set_new(entry, "floor_ns", json_real(fit->floor));
	}
	return entry;
}

/* What a fitted figure's source says. */
static json_t *figure_json(const MachineFigure *figure, const Fit *fit, const Rows *rows,
			   const SimMachine *machine)
{
	double value;
	memcpy(&value, (const char *)machine + figure->offset, sizeof value);
	char unseen[96] = "";
	if (fit->unseen.count > 0)
		snprintf(unseen, sizeof unseen, "; mean error on rows not seen %.1f %%",
			 100 * fit->unseen.mean);
	return json_pack("{s:f, s:s, s:o}", "value", value / figure->scale, "unit", figure->unit,
			 "source",
			 json_sprintf("fitted by make calibrate to %zu rows on %s: %s%s",
				      fit->seen.count, *rows->gpu ? rows->gpu : machine->name,
				      *rows->source ? rows->source : NO_SOURCE, unseen));
}

static json_t *machine_json(const Result *result, const Rows *rows, const char *base)
{
	json_t *figures = json_object(), *fits = json_array();
	for (int i = 0; i < result->fits; i++) {
		const Fit *fit = &result->fit[i];
		char names[sizeof fit->figures], *rest = NULL;
		snprintf(names, sizeof names, "%s", fit->figures);
		for (char *name = strtok_r(names, " ", &rest); name;
		     name = strtok_r(NULL, " ", &rest))
			json_object_set_new(
				figures, name,
				figure_json(machine_figure(name), fit, rows, &result->machine));
		json_array_append_new(fits, fit_json(fit, rows));
	}
	return json_pack("{s:s, s:s, s:s, s:o, s:o}", "model", result->machine.model, "name",
			 result->machine.name, "extends", base, "figures", figures, "fits", fits);
}

int result_write(const Result *result, const Rows *rows, const char *base, const char *path)
{
	json_t *root = machine_json(result, rows, base);
	int status =
		root ? json_dump_file(root, path, JSON_INDENT(2) | JSON_REAL_PRECISION(10)) : -1;
	json_decref(root);
	if (status)
		fprintf(stderr, "%s: cannot be written\n", path);
	return status ? -1 : 0;
}

static void errors_print(const Errors *errors)
{
	if (errors->count == 0)
		printf("  %5s %6s %6s %6s", "-", "-", "-", "-");
	else
		printf("  %5zu %6.1f %6.1f %6.1f", errors->count, 100 * errors->mean,
		       100 * errors->median, 100 * errors->worst);
}

static void line_print(const char *kind, const char *large, const Errors *seen,
		       const Errors *unseen)
{
	char name[64];
	snprintf(name, sizeof name, "%s %s", kind, large);
	printf("%-38s", name);
	errors_print(seen);
	errors_print(unseen);
	printf("\n");
}

void result_print(const Result *result)
{
	printf("%-38s  %26s  %26s\n", "errors in percent", "rows of the fit", "rows not seen");
	printf("%-38s", "");
	for (int i = 0; i < 2; i++)
		printf("  %5s %6s %6s %6s", "rows", "mean", "median", "worst");
	printf("\n");
	for (int i = 0; i < result->fits; i++) {
		const Fit *fit = &result->fit[i];
		line_print(fit->kind, "", &fit->seen, &fit->unseen);
		if (fit->large)
			line_print(fit->kind, fit->large, &fit->seen_large, &fit->unseen_large);
		if (fit->gap >= 0)
			printf("    of the measuring: %.4g ns before the kernel, at least %.4g "
			       "ns\n",
			       fit->gap, fit->floor);
	}
}
