/* main.c - `calibrate`: fits a machine's figures to measured times and writes a machine file.
 *
 *     calibrate --models FOLDER --base a100 --data measured.csv --output mine.json
 *               [--gpu 'as in the column gpu'] [--model mine] [--name 'My GPU']
 *
 * The file extends the base model: figures that the rows do not determine stay the base's. */
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/tools/calibrate/calibrate.h"
#include "framework/simcuda/machine/file.h"

typedef struct Options {
	const char *models, *base, *data, *output, *gpu, *model, *name;
} Options;

static const char usage[] = "usage: calibrate --models FOLDER --base MODEL --data FILE.csv "
			    "--output FILE.json [--gpu TEXT] [--model NAME] [--name TEXT]\n";

static int read_options(int count, char **arguments, Options *options)
{
	static const struct option table[] = {
		{"models", required_argument, NULL, 'm'}, {"base", required_argument, NULL, 'b'},
		{"data", required_argument, NULL, 'd'},   {"output", required_argument, NULL, 'o'},
		{"gpu", required_argument, NULL, 'g'},    {"model", required_argument, NULL, 'M'},
		{"name", required_argument, NULL, 'n'},   {0}};
	*options = (Options){0};
	for (int option; (option = getopt_long(count, arguments, "", table, NULL)) != -1;) {
		const char **to = option == 'm'   ? &options->models
				  : option == 'b' ? &options->base
				  : option == 'd' ? &options->data
				  : option == 'o' ? &options->output
				  : option == 'g' ? &options->gpu
				  : option == 'M' ? &options->model
				  : option == 'n' ? &options->name
						  : NULL;
		if (!to)
			return -1;
		*to = optarg;
	}
	bool all = options->models && options->base && options->data && options->output;
	return optind == count && all && *options->base && *options->data ? 0 : -1;
}

static int name_machine(SimMachine *machine, const Options *options, const Rows *rows)
{
	const char *name = options->name ? options->name : *rows->gpu ? rows->gpu : machine->name;
	const char *model = options->model ? options->model : "calibrated";
	if (!*model || strlen(model) >= sizeof machine->model || !*name ||
	    strlen(name) >= sizeof machine->name) {
		fprintf(stderr,
			"calibrate: expected a model of 1 to %zu characters, and a name of "
			"1 to %zu\n",
			sizeof machine->model - 1, sizeof machine->name - 1);
		return -1;
	}
	if (name != machine->name)
		snprintf(machine->name, sizeof machine->name, "%s", name);
	snprintf(machine->model, sizeof machine->model, "%s", model);
	return 0;
}

int main(int count, char **arguments)
{
	Options options;
	Rows rows;
	char path[PATH_MAX], problem[512];
	Result *result = calloc(1, sizeof *result);
	if (read_options(count, arguments, &options) || !result) {
		fputs(usage, stderr);
		free(result);
		return 2;
	}
	snprintf(path, sizeof path, "%s/%s.json", options.models, options.base);
	int status = machine_load(path, options.models, &result->machine, problem, sizeof problem);
	if (status)
		fprintf(stderr, "%s\n", problem);
	else
		status = rows_read(options.data, options.gpu, &rows);
	if (!status) {
		fit_calls(&rows, result); /* the others need them */
		fit_lines(&rows, result);
		fit_gemm(&rows, result);
		result_print(result);
		status = name_machine(&result->machine, &options, &rows) ||
			 result_write(result, &rows, options.base, options.output);
		rows_release(&rows);
	}
	if (!status)
		printf("written: %s\n", options.output);
	free(result);
	return status ? 1 : 0;
}
