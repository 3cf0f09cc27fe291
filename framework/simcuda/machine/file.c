/* file.c - reads the figures of a machine from machines/MODEL.json:
 *
 *     {"model": "a100-pcie", "name": "NVIDIA A100-PCIE-40GB", "extends": "a100",
 *      "figures": {"peer_beta": {"value": 21, "unit": "GB/s", "source": "..."}, ...},
 *      "fits": [...]}
 *
 * A figure has the unit of the table in figures.c and a source, and there is no other. A
 * file that extends a model takes from it the figures that it does not give itself; without that,
 * every figure must be there. "fits" says how well fitted figures did; nothing here reads it. */
#include <ctype.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "framework/simcuda/machine/file.h"

#define MAX_EXTENDS 8 /* files one above another; more are taken for a circle */

/* What is being read, and where a problem goes. */
typedef struct Reading {
	SimMachine *machine;
	const char *folder;
	unsigned char *found; /* by figure: whether a file had it */
	char *problem;
	size_t size;
} Reading;

/* One line: file, then what is wrong. Always -1. */
#define FAIL(reading, path, format, ...)                                                           \
	(snprintf((reading)->problem, (reading)->size, "%s: " format, path, __VA_ARGS__), -1)

static void figure_store(SimMachine *machine, const MachineFigure *figure, double scaled)
{
	char *field = (char *)machine + figure->offset;
	switch (figure->kind) {
	case MACHINE_DOUBLE:
		memcpy(field, &scaled, sizeof scaled);
		break;
	case MACHINE_INT:
		memcpy(field, &(int){(int)scaled}, sizeof(int));
		break;
	case MACHINE_UINT64:
		memcpy(field, &(uint64_t){(uint64_t)scaled}, sizeof(uint64_t));
		break;
	}
}

static int read_figure(const json_t *entry, const MachineFigure *figure, const Reading *reading,
		       const char *path)
{
	const json_t *value = json_object_get(entry, "value");
	const char *unit = json_string_value(json_object_get(entry, "unit"));
	const char *source = json_string_value(json_object_get(entry, "source"));
	if (!json_is_number(value))
		return FAIL(reading, path, "%s: expected a number as its value", figure->name);
	if (!unit || strcmp(unit, figure->unit) != 0)
		return FAIL(reading, path, "%s: expected the unit %s, found %.60s", figure->name,
			    figure->unit, unit ? unit : "none");
	if (!source || !*source)
		return FAIL(reading, path, "%s: expected a source", figure->name);
	double number = json_number_value(value);
	if (!(number >= figure->least && number <= figure->most))
		return FAIL(reading, path, "%s: expected %g to %g %s, found %g", figure->name,
			    figure->least, figure->most, figure->unit, number);
	double scaled = number * figure->scale;
	if (figure->kind != MACHINE_DOUBLE && scaled != floor(scaled))
		return FAIL(reading, path, "%s: expected a whole number, found %g", figure->name,
			    number);
	figure_store(reading->machine, figure, scaled);
	reading->found[figure - machine_figures] = 1;
	return 0;
}

static int read_text(const json_t *root, const char *name, char *text, size_t size,
		     const Reading *reading, const char *path)
{
	const char *value = json_string_value(json_object_get(root, name));
	if (!value || !*value || strlen(value) >= size)
		return FAIL(reading, path, "%s: expected a text of 1 to %zu characters", name,
			    size - 1);
	memcpy(text, value, strlen(value) + 1);
	return 0;
}

static int read_entries(json_t *root, const Reading *reading, const char *path)
{
	static const char *const entries[] = {"model", "name", "extends", "figures", "fits"};
	const size_t count = sizeof entries / sizeof *entries;
	json_t *all = json_object_get(root, "figures"), *entry;
	const char *name;
	if (!json_is_object(all))
		return FAIL(reading, path, "%s", "expected an object named figures");
	json_object_foreach(root, name, entry)
	{
		size_t i = 0;
		while (i < count && strcmp(entries[i], name) != 0)
			i++;
		if (i == count)
			return FAIL(reading, path, "%.60s: unknown entry", name);
	}
	if (read_text(root, "model", reading->machine->model, sizeof reading->machine->model,
		      reading, path) ||
	    read_text(root, "name", reading->machine->name, sizeof reading->machine->name, reading,
		      path))
		return -1;
	json_object_foreach(all, name, entry)
	{
		const MachineFigure *figure = machine_figure(name);
		if (!figure)
			return FAIL(reading, path, "%.60s: unknown figure", name);
		if (read_figure(entry, figure, reading, path))
			return -1;
	}
	return 0;
}

static int read_file(const char *path, int depth, const Reading *reading);

/* The model that this file extends: beside the file, or in the folder. */
static int read_base(const json_t *root, const char *path, int depth, const Reading *reading)
{
	char base[PATH_MAX];
	const json_t *extends = json_object_get(root, "extends");
	const char *name = json_string_value(extends), *slash = strrchr(path, '/');
	if (!extends)
		return 0;
	if (!name || !*name || strchr(name, '/'))
		return FAIL(reading, path, "%s", "extends: expected the name of a model");
	if (depth == MAX_EXTENDS)
		return FAIL(reading, path, "extends: %.60s extends itself, or too many others",
			    name);
	int beside = slash ? (int)(slash - path) + 1 : 0;
	snprintf(base, sizeof base, "%.*s%s.json", beside, path, name);
	if (access(base, R_OK) != 0 && reading->folder)
		snprintf(base, sizeof base, "%s/%s.json", reading->folder, name);
	if (access(base, R_OK) != 0)
		return FAIL(reading, path, "extends: there is no model %.60s", name);
	return read_file(base, depth + 1, reading);
}

static int read_file(const char *path, int depth, const Reading *reading)
{
	json_error_t error;
	json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	if (!root && error.line < 1)
		return FAIL(reading, path, "%s", "cannot be read");
	if (!root)
		return FAIL(reading, path, "line %d: %.120s", error.line, error.text);
	int status = read_base(root, path, depth, reading);
	if (!status)
		status = read_entries(root, reading, path);
	json_decref(root);
	return status;
}

int machine_load(const char *path, const char *folder, SimMachine *machine, char *problem,
		 size_t size)
{
	unsigned char *found = calloc(machine_figure_count, 1);
	const Reading reading = {machine, folder, found, problem, size};
	if (!found)
		return FAIL(&reading, path, "%s", "no memory");
	memset(machine, 0, sizeof *machine);
	int status = read_file(path, 0, &reading);
	for (size_t i = 0; !status && i < machine_figure_count; i++)
		if (!found[i])
			status = FAIL(&reading, path, "the figure %s is missing",
				      machine_figures[i].name);
	if (!status && machine->context_bytes >= machine->memory_bytes)
		status = FAIL(&reading, path, "%s",
			      "context_bytes: expected less than memory_bytes");
	for (char *c = problem; status && *c; c++) /* names in the file may hold anything */
		if (iscntrl((unsigned char)*c))
			*c = '?';
	free(found);
	return status;
}
