/* choose.c - reads which machine the program is to run on.
 *
 *     2xa100            two GPUs of machines/a100.json
 *     0                 no GPU (on the host of a100); 0xt4 likewise, on the host of t4
 *     2x/path/my.json   two GPUs of that file; without a count, one
 *     2xa100:500        two whose work takes 500 times as long (machine_slow) */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/machine/choose.h"
#include "framework/simcuda/machine/file.h"

#define DEFAULT_MODEL "a100"

/* Writes the models that have a file, separated by commas. */
static void list_models(const char *folder, char *text, size_t size)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/machines", folder);
	struct dirent **entries;
	int count = scandir(path, &entries, NULL, alphasort);
	size_t used = 0;
	text[0] = '\0';
	for (int i = 0; i < count; i++) {
		char *dot = strrchr(entries[i]->d_name, '.');
		if (dot && dot != entries[i]->d_name && strcmp(dot, ".json") == 0 && used < size)
			used += (size_t)snprintf(text + used, size - used, "%s%.*s",
						 used ? ", " : "", (int)(dot - entries[i]->d_name),
						 entries[i]->d_name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	if (used == 0)
		snprintf(text, size, "(none in %.200s)", path);
}

/* Reads "12x" at the start of the text. Returns what follows, or NULL when it is not there. */
static const char *read_count(const char *text, int *count)
{
	const char *c = text;
	long value = 0;
	while (isdigit((unsigned char)*c) && value <= MACHINE_MAX_GPUS)
		value = value * 10 + (*c++ - '0');
	if (c == text || (*c != 'x' && *c != '\0'))
		return NULL;
	*count = (int)value;
	return *c == 'x' ? c + 1 : c;
}

/* Reads ":500" at the end of a model, and cuts it off. 1: there is none; 0: it is no such number. */
static int read_times(char *model)
{
	char *end, *colon = strrchr(model, ':');
	if (!colon)
		return 1;
	long times = isdigit((unsigned char)colon[1]) ? strtol(colon + 1, &end, 10) : 0;
	if (times < 1 || times > MACHINE_SLOWEST || *end != '\0')
		return 0;
	*colon = '\0';
	return (int)times;
}

static int choose(const char *text, const char *folder, SimMachine *machine, char *problem,
		  size_t size)
{
	int count = 1;
	const char *model = read_count(text, &count);
	if (!model && (strchr(text, '/') || strstr(text, ".json")))
		model = text;
	if (model && *model == '\0' && count == 0)
		model = DEFAULT_MODEL;
	if (!model || *model == '\0') {
		snprintf(problem, size,
			 "SIMCUDA_MACHINE=%.80s: expected COUNTxMODEL, such as 2xa100", text);
		return -1;
	}
	if (count > MACHINE_MAX_GPUS) {
		snprintf(problem, size, "SIMCUDA_MACHINE=%.80s: expected at most %d GPUs", text,
			 MACHINE_MAX_GPUS);
		return -1;
	}
	char path[PATH_MAX];
	if (strchr(model, '/') || strstr(model, ".json")) {
		snprintf(path, sizeof path, "%s", model);
	} else {
		snprintf(path, sizeof path, "%s/machines/%s.json", folder, model);
		FILE *file = fopen(path, "re");
		if (!file) {
			char known[256];
			list_models(folder, known, sizeof known);
			snprintf(problem, size,
				 "SIMCUDA_MACHINE=%.80s: expected one of the models %s", text,
				 known);
			return -1;
		}
		fclose(file);
	}
	char models[PATH_MAX];
	snprintf(models, sizeof models, "%s/machines", folder);
	if (machine_load(path, models, machine, problem, size))
		return -1;
	machine->gpus = count;
	return 0;
}

int machine_choose(const char *text, const char *folder, SimMachine *machine, char *problem,
		   size_t size)
{
	char plain[256]; /* a file's path has no such ending */
	snprintf(plain, sizeof plain, "%s", text);
	int times = strchr(text, '/') ? 1 : read_times(plain);
	if (times == 0) {
		snprintf(problem, size,
			 "SIMCUDA_MACHINE=%.80s: expected a number from 1 to %d behind the colon",
			 text, MACHINE_SLOWEST);
		return -1;
	}
	if (choose(strchr(text, '/') ? text : plain, folder, machine, problem, size) != 0)
		return -1;
	machine_slow(machine, times);
	return 0;
}
