/* table.c - the table that gpu-smi prints when nothing else is asked for: 80 columns wide, two
 * lines for each GPU, and below them the processes. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/tools/gpu-smi/smi.h"

#define RULE_WHOLE                                                                                 \
	"+------------------------------------------------------------------------------+"
#define RULE_GPUS "+-----+----------------------------------------+-----------------------+-------+"

/* Columns of a GPU: number, name, memory, share of time. */
#define ROW_GPU "| %3s | %-38.38s | %21.21s | %5s |\n"

/* "N/A", or the number with its unit. */
static const char *number_text(char text[16], double number, const char *unit)
{
	if (number < 0)
		return "N/A";
	snprintf(text, 16, "%.0f%s", number, unit);
	return text;
}

static const char *mib_text(char text[32], uint64_t bytes)
{
	if (bytes == SMI_NO_BYTES)
		return "N/A";
	snprintf(text, 32, "%llu", (unsigned long long)(bytes >> 20));
	return text;
}

/* --- the head --------------------------------------------------------------------------------- */

static void print_head(const Smi *smi)
{
	int real = smi->gpus - smi->first_real;
	char kinds[64] = "all GPUs are SIMULATED";
	if (real > 0)
		snprintf(kinds, sizeof kinds, "GPUs: %d SIMULATED, %d real", smi->first_real, real);
	puts(RULE_WHOLE);
	printf("| gpu-smi %-5.5s  driver %-12.12s  CUDA %-7.7s  %26.26s |\n", SMI_VERSION,
	       *smi->driver ? smi->driver : "none", smi->cuda, kinds);
	puts(RULE_GPUS);
	printf(ROW_GPU, "GPU", "name", "memory used / total", "busy");
	printf(ROW_GPU, "", "fan   temp   power / limit    persist.", "bus", "");
}

/* --- GPUs ------------------------------------------------------------------------------------- */

static void print_gpu(const SmiGpu *gpu)
{
	char a[32], b[32], index[16], name[64], memory[80], state[80];
	char fan[16], temperature[16], draw[16], limit[16], power[40], busy[16];
	snprintf(index, sizeof index, "%d", gpu->index);
	snprintf(name, sizeof name, "%-25.25s  %11s", gpu->name,
		 gpu->simulated ? "(simulated)" : "");
	snprintf(memory, sizeof memory, "%s / %7s MiB", mib_text(a, gpu->used),
		 mib_text(b, gpu->total));
	printf(ROW_GPU, index, name, memory, number_text(busy, gpu->busy, " %"));
	snprintf(power, sizeof power, "%s / %s", number_text(draw, gpu->power, " W"),
		 number_text(limit, gpu->power_limit, " W"));
	snprintf(state, sizeof state, "%-5s %-6s %-16s %s", number_text(fan, gpu->fan, " %"),
		 number_text(temperature, gpu->temperature, " C"), power,
		 gpu->persistence < 0 ? "N/A"
		 : gpu->persistence   ? "on"
				      : "off");
	printf(ROW_GPU, "", state, *gpu->bus ? gpu->bus : "N/A", "");
}

/* --- processes -------------------------------------------------------------------------------- */

/* The end of a path tells more than its beginning. */
static const char *short_name(char text[44], const char *name)
{
	size_t length = strlen(name);
	if (length < 44)
		return name;
	snprintf(text, 44, "...%s", name + length - 40);
	return text;
}

static void print_process(const SmiProcess *process)
{
	char pid[16], used[32], name[44];
	printf("| %3d  %9s  %-43s  %11s MiB |\n", process->gpu, number_text(pid, process->pid, ""),
	       short_name(name, process->name), mib_text(used, process->used));
}

void print_table(const Smi *smi)
{
	print_head(smi);
	for (int i = 0; i < smi->gpus; i++) {
		puts(RULE_GPUS);
		print_gpu(&smi->gpu[i]);
	}
	puts(RULE_GPUS);
	if (smi->gpus == 0)
		printf("| %-76s |\n%s\n", "no GPU", RULE_WHOLE);
	printf("| %3s  %9s  %-43s  %15s |\n", "GPU", "pid", "program", "memory used");
	puts(RULE_WHOLE);
	for (int i = 0; i < smi->processes; i++)
		print_process(&smi->process[i]);
	if (smi->processes == 0)
		printf("| %-76s |\n", "no running process uses a GPU");
	puts(RULE_WHOLE);
	for (int i = 0; i < smi->notes; i++)
		printf("%s\n", smi->note[i]);
}
