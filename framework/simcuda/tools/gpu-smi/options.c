/* options.c - the command line. */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/tools/gpu-smi/smi.h"

static const char help[] =
	"gpu-smi: the GPUs of this machine and who uses them, simulated and real ones\n"
	"\n"
	"  gpu-smi                          a table\n"
	"  gpu-smi -L                       a list, with UUIDs\n"
	"  gpu-smi topo -m                  how the GPUs reach each other\n"
	"  gpu-smi --query-gpu=FIELDS --format=csv[,noheader][,nounits]\n"
	"  gpu-smi --query-compute-apps=FIELDS --format=csv[,noheader][,nounits]\n"
	"  gpu-smi --json                   everything as JSON, one line\n"
	"  -l SEC                           again every SEC seconds\n"
	"\n"
	"Simulated GPUs are those of the machine that SIMCUDA_MACHINE names (2xa100 if it\n"
	"names none), and others that running programs use. CUDA_VISIBLE_DEVICES hides\n"
	"none of them. Each program simulates its GPUs for itself, so the sum of what\n"
	"programs use may exceed the memory of a GPU.\n"
	"\n"
	"busy (utilization.gpu): of a real GPU what the driver says. Of a simulated one,\n"
	"the share of a program's virtual time in which the compute engine works: since\n"
	"the program began, or with -l since the last look. Shares of several programs\n"
	"are added, up to 100 %. What a simulated GPU does not have, such as a fan, is\n"
	"N/A.\n"
	"\n"
	"SIMCUDA_REGISTRY=FOLDER says where programs make themselves known, and\n"
	"SIMCUDA_REGISTRY=off that they do not; gpu-smi needs the same setting.\n";

enum { QUERY_GPU = 256, QUERY_APPS, FORMAT, JSON, HELP };

static const struct option known[] = {
	{"query-gpu", required_argument, NULL, QUERY_GPU},
	{"query-compute-apps", required_argument, NULL, QUERY_APPS},
	{"format", required_argument, NULL, FORMAT},
	{"json", no_argument, NULL, JSON},
	{"help", no_argument, NULL, HELP},
	{"list-gpus", no_argument, NULL, 'L'},
	{"loop", required_argument, NULL, 'l'},
	{"matrix", no_argument, NULL, 'm'},
	{NULL, 0, NULL, 0},
};

/* What has been read so far, besides the options themselves. */
typedef struct Reading {
	Options *options;
	int chosen;   /* how many things were asked for */
	int csv;      /* --format=csv was there */
	int topology; /* "topo", then -m */
	int matrix;
} Reading;

__attribute__((format(printf, 1, 2))) static int mistake(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	fputs("gpu-smi: ", stderr);
	vfprintf(stderr, format, list);
	fputs(" (gpu-smi --help lists what can be asked)\n", stderr);
	va_end(list);
	return -1;
}

static int choose(Reading *reading, Show show)
{
	reading->options->show = show;
	reading->chosen++;
	return 0;
}

static int read_fields(Reading *reading, Show show, const char *option, const Field *fields,
		       const char *text)
{
	Options *options = reading->options;
	options->fields = 0;
	for (const char *at = text;; at++) {
		size_t length = strcspn(at, ",");
		const Field *field = field_find(fields, at, length);
		if (!field)
			return mistake("--%s: unknown field '%.*s'", option, (int)length, at);
		if (options->fields == OPTIONS_FIELDS)
			return mistake("--%s: more than %d fields", option, OPTIONS_FIELDS);
		options->field[options->fields++] = field;
		at += length;
		if (*at == '\0')
			return choose(reading, show);
	}
}

static int read_format(Reading *reading, const char *text)
{
	for (const char *at = text;; at++) {
		size_t length = strcspn(at, ",");
		if (length == 3 && strncmp(at, "csv", length) == 0)
			reading->csv = 1;
		else if (length == 8 && strncmp(at, "noheader", length) == 0)
			reading->options->header = 0;
		else if (length == 7 && strncmp(at, "nounits", length) == 0)
			reading->options->units = 0;
		else
			return mistake("--format: expected csv, noheader or nounits, found '%.*s'",
				       (int)length, at);
		at += length;
		if (*at == '\0')
			return 0;
	}
}

static int read_interval(Reading *reading, const char *text)
{
	char *end;
	double seconds = strtod(text, &end);
	if (end == text || *end || !(seconds >= 0.01 && seconds <= 86400))
		return mistake("-l: expected 0.01 to 86400 seconds, found '%s'", text);
	reading->options->interval = seconds;
	return 0;
}

/* 0, or -1 when a mistake was printed. */
static int read_option(Reading *reading, int option, const char *value, const char *text)
{
	switch (option) {
	case QUERY_GPU:
		return read_fields(reading, SHOW_GPUS, "query-gpu", gpu_fields, value);
	case QUERY_APPS:
		return read_fields(reading, SHOW_APPS, "query-compute-apps", process_fields, value);
	case FORMAT:
		return read_format(reading, value);
	case JSON:
		return choose(reading, SHOW_JSON);
	case 'L':
		return choose(reading, SHOW_LIST);
	case 'm':
		reading->matrix = 1;
		return 0;
	case 'l':
		return read_interval(reading, value);
	case ':':
		return mistake("%s: a value is missing", text);
	default:
		return mistake("unknown option %s", text);
	}
}

/* What belongs together. 0, or -1 when a mistake was printed. */
static int check(Reading *reading)
{
	const Options *options = reading->options;
	int query = options->show == SHOW_GPUS || options->show == SHOW_APPS;
	if (reading->topology != reading->matrix)
		return mistake("topo and -m belong together: gpu-smi topo -m");
	if (reading->topology)
		choose(reading, SHOW_TOPOLOGY);
	if (reading->chosen > 1)
		return mistake("more than one thing is asked for");
	if (query && !reading->csv)
		return mistake("--query-gpu and --query-compute-apps need --format=csv");
	if (!query && (reading->csv || !options->header || !options->units))
		return mistake("--format goes with --query-gpu or --query-compute-apps");
	return 0;
}

int options_read(int count, char **text, Options *options, int *status)
{
	Reading reading = {.options = options};
	*options = (Options){.show = SHOW_TABLE, .header = 1, .units = 1};
	*status = 2;
	opterr = 0;
	for (;;) {
		int at = optind;
		int option = getopt_long(count, text, ":Lhml:", known, NULL);
		if (option == -1)
			break;
		if (option == HELP || option == 'h') {
			fputs(help, stdout);
			*status = 0;
			return 1;
		}
		if (read_option(&reading, option, optarg, text[at]))
			return 1;
	}
	for (; optind < count; optind++) {
		if (strcmp(text[optind], "topo") != 0 || reading.topology) {
			mistake("unknown argument '%s'", text[optind]);
			return 1;
		}
		reading.topology = 1;
	}
	return check(&reading) ? 1 : 0;
}
