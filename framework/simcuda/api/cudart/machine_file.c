/* machine_file.c - reads the figures of a machine from machines/MODEL.json:
 *
 *     {"model": "a100", "name": "NVIDIA A100-SXM4-40GB",
 *      "figures": {"peak_f32": {"value": 19492, "unit": "GFLOP/s", "source": "..."}, ...}}
 *
 * Every figure of the table below must be there, with that unit and a source, and no other. */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "runtime.h"

/* How a figure is kept in SimMachine: a double as it stands, or multiplied into a whole number. */
typedef enum Kind { DOUBLE, INT, UINT64 } Kind;

typedef struct Figure {
	const char *name;
	const char *unit; /* "1": a plain number */
	Kind kind;
	size_t offset; /* in SimMachine */
	double scale;  /* from the file's unit to the struct's */
	double least, most;
} Figure;

#define FIELD(field) offsetof(SimMachine, field)
#define MIB          1048576.0

#define TIME(name)                                                                                 \
	{                                                                                          \
#name, "ns", DOUBLE, FIELD(name), 1, 0, 1e9                                        \
	}
#define RATE(name)                                                                                 \
	{                                                                                          \
#name, "GB/s", DOUBLE, FIELD(name), 1, 1e-3, 1e6                                   \
	}
#define FLOPS(name)                                                                                \
	{                                                                                          \
#name, "GFLOP/s", DOUBLE, FIELD(name), 1, 1e-3, 1e9                                \
	}
#define SHARE(name)                                                                                \
	{                                                                                          \
#name, "1", DOUBLE, FIELD(name), 1, 1e-3, 1                                        \
	}
#define BYTES(name)                                                                                \
	{                                                                                          \
#name, "MiB", UINT64, FIELD(name), MIB, 0, 4194304                                 \
	}
#define LINK(name)                                                                                 \
	{#name "_alpha", "ns", DOUBLE, FIELD(name.alpha), 1, 0, 1e9},                              \
	{                                                                                          \
#name "_beta", "GB/s", DOUBLE, FIELD(name.beta), 1, 1e-3, 1e6                      \
	}

static const Figure figures[] = {
	{"capability_major", "1", INT, FIELD(capability_major), 1, 1, 99},
	{"capability_minor", "1", INT, FIELD(capability_minor), 1, 0, 9},
	{"multiprocessors", "1", INT, FIELD(multiprocessors), 1, 1, 10000},
	{"clock", "MHz", INT, FIELD(clock_khz), 1000, 1, 1e5},
	{"memory_clock", "MHz", INT, FIELD(memory_clock_khz), 1000, 1, 1e5},
	{"memory_bus", "bit", INT, FIELD(memory_bus_bits), 1, 1, 1e5},
	BYTES(memory_bytes),
	BYTES(context_bytes),
	BYTES(l2_bytes),
	FLOPS(peak_f32),
	FLOPS(peak_f64),
	SHARE(gemm_f32),
	SHARE(gemm_f64),
	{"gemm_half_work", "FLOP", DOUBLE, FIELD(gemm_half_work), 1, 0, 1e15},
	RATE(memory_rate),
	SHARE(memory_share),
	TIME(kernel_time),
	LINK(h2d_pinned),
	LINK(d2h_pinned),
	LINK(h2d_pageable),
	LINK(d2h_pageable),
	LINK(d2d),
	LINK(peer),
	LINK(peer_through_host),
	{"peer_possible", "1", INT, FIELD(peer_possible), 1, 0, 1},
	TIME(call_time),
	TIME(launch_time),
	TIME(copy_call_time),
	TIME(sync_time),
	TIME(event_time),
	TIME(malloc_time),
	TIME(free_time),
	TIME(host_alloc_time),
	RATE(host_alloc_rate),
	TIME(clock_time),
	FLOPS(host_flops),
	RATE(host_memory_rate),
};

#define FIGURES (sizeof figures / sizeof *figures)

/* Where a problem is described: file, then what is wrong. Always returns -1. */
typedef struct Problem {
	const char *path;
	char *text;
	size_t size;
} Problem;

__attribute__((format(printf, 2, 3))) static int fail(const Problem *problem, const char *format,
						      ...)
{
	char what[256];
	va_list list;
	va_start(list, format);
	vsnprintf(what, sizeof what, format, list);
	va_end(list);
	snprintf(problem->text, problem->size, "%s: %s", problem->path, what);
	return -1;
}

static int read_figure(const json_t *all, const Figure *figure, SimMachine *machine,
		       const Problem *problem)
{
	const json_t *entry = json_object_get(all, figure->name);
	if (!json_is_object(entry))
		return fail(problem, "the figure %s is missing", figure->name);
	const json_t *value = json_object_get(entry, "value");
	const char *unit = json_string_value(json_object_get(entry, "unit"));
	const char *source = json_string_value(json_object_get(entry, "source"));
	if (!json_is_number(value))
		return fail(problem, "%s: expected a number as its value", figure->name);
	if (!unit || strcmp(unit, figure->unit) != 0)
		return fail(problem, "%s: expected the unit %s, found %s", figure->name,
			    figure->unit, unit ? unit : "none");
	if (!source || !*source)
		return fail(problem, "%s: expected a source", figure->name);
	double number = json_number_value(value);
	if (!(number >= figure->least && number <= figure->most))
		return fail(problem, "%s: expected %g to %g %s, found %g", figure->name,
			    figure->least, figure->most, figure->unit, number);
	double scaled = number * figure->scale;
	if (figure->kind != DOUBLE && scaled != floor(scaled))
		return fail(problem, "%s: expected a whole number, found %g", figure->name, number);
	char *field = (char *)machine + figure->offset;
	switch (figure->kind) {
	case DOUBLE:
		memcpy(field, &scaled, sizeof scaled);
		break;
	case INT:
		memcpy(field, &(int){(int)scaled}, sizeof(int));
		break;
	case UINT64:
		memcpy(field, &(uint64_t){(uint64_t)scaled}, sizeof(uint64_t));
		break;
	}
	return 0;
}

static int figure_is_known(const char *name)
{
	for (size_t i = 0; i < FIGURES; i++)
		if (strcmp(figures[i].name, name) == 0)
			return 1;
	return 0;
}

static int read_text(const json_t *root, const char *name, char *text, size_t size,
		     const Problem *problem)
{
	const char *value = json_string_value(json_object_get(root, name));
	if (!value || !*value || strlen(value) >= size)
		return fail(problem, "%s: expected a text of 1 to %zu characters", name, size - 1);
	memcpy(text, value, strlen(value) + 1);
	return 0;
}

static int read_machine(json_t *root, SimMachine *machine, const Problem *problem)
{
	json_t *all = json_object_get(root, "figures"), *unused;
	const char *name;
	if (!json_is_object(all))
		return fail(problem, "expected an object named figures");
	json_object_foreach(all, name, unused) if (!figure_is_known(name))
	{
		return fail(problem, "%.60s: unknown figure", name);
	}
	memset(machine, 0, sizeof *machine);
	if (read_text(root, "model", machine->model, sizeof machine->model, problem) ||
	    read_text(root, "name", machine->name, sizeof machine->name, problem))
		return -1;
	for (size_t i = 0; i < FIGURES; i++)
		if (read_figure(all, &figures[i], machine, problem))
			return -1;
	if (machine->context_bytes >= machine->memory_bytes)
		return fail(problem, "context_bytes: expected less than memory_bytes");
	return 0;
}

int machine_load(const char *path, SimMachine *machine, char *problem_text, size_t size)
{
	const Problem problem = {path, problem_text, size};
	json_error_t error;
	json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	if (!root && error.line < 1)
		return fail(&problem, "cannot be read");
	if (!root)
		return fail(&problem, "line %d: %.120s", error.line, error.text);
	int status = read_machine(root, machine, &problem);
	json_decref(root);
	return status;
}
