/* main.c - gpu-smi: looks at the GPUs, prints what was asked for, and does so again with -l.
 *
 * Exit status: 0, 1 when it could not do its work, 2 for a mistake on the command line or in
 * SIMCUDA_MACHINE. */
#include <stdio.h>
#include <time.h>

#include "framework/simcuda/tools/gpu-smi/smi.h"

static void print(const Smi *smi, const Options *options, int first)
{
	switch (options->show) {
	case SHOW_TABLE:
		print_table(smi);
		break;
	case SHOW_LIST:
		print_list(smi);
		break;
	case SHOW_TOPOLOGY:
		print_topology(smi);
		break;
	case SHOW_JSON:
		print_json(smi);
		break;
	case SHOW_GPUS:
	case SHOW_APPS:
		print_csv(smi, options, first);
		break;
	}
}

static void pause_for(double seconds)
{
	struct timespec time = {.tv_sec = (time_t)seconds};
	time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
	nanosleep(&time, NULL);
}

int main(int count, char **text)
{
	Options options;
	Smi now, before = {0};
	char problem[512];
	int status, first = 1;
	if (options_read(count, text, &options, &status))
		return status;
	do {
		if (!first)
			pause_for(options.interval);
		if (smi_look(&now, first ? NULL : &before, problem, sizeof problem)) {
			fprintf(stderr, "gpu-smi: %s\n", problem);
			return 2;
		}
		print(&now, &options, first);
		if (fflush(stdout) != 0 || ferror(stdout)) {
			perror("gpu-smi: output");
			return 1;
		}
		smi_release(&before);
		before = now;
		first = 0;
	} while (options.interval > 0);
	smi_release(&before);
	return 0;
}
