/* smi.c - one look at all GPUs, and the lists that it fills. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/tools/gpu-smi/smi.h"

/* A tool of one look: without memory there is nothing it could still do. */
static void *grown(void *list, int count, size_t size)
{
	void *larger = realloc(list, ((size_t)count + 1) * size);
	if (!larger) {
		fprintf(stderr, "gpu-smi: not enough memory\n");
		exit(1);
	}
	return larger;
}

SmiGpu *smi_add_gpu(Smi *smi)
{
	smi->gpu = grown(smi->gpu, smi->gpus, sizeof *smi->gpu);
	SmiGpu *gpu = &smi->gpu[smi->gpus];
	*gpu = (SmiGpu){.index = smi->gpus,
			.total = SMI_NO_BYTES,
			.used = SMI_NO_BYTES,
			.free = SMI_NO_BYTES,
			.busy = SMI_NO_NUMBER,
			.fan = SMI_NO_NUMBER,
			.temperature = SMI_NO_NUMBER,
			.persistence = SMI_NO_NUMBER,
			.power = SMI_NO_WATT,
			.power_limit = SMI_NO_WATT};
	smi->gpus++;
	return gpu;
}

SmiProcess *smi_add_process(Smi *smi, int gpu)
{
	smi->process = grown(smi->process, smi->processes, sizeof *smi->process);
	SmiProcess *process = &smi->process[smi->processes++];
	const SmiGpu *of = &smi->gpu[gpu];
	*process = (SmiProcess){.gpu = gpu, .pid = SMI_NO_NUMBER, .used = SMI_NO_BYTES};
	memcpy(process->gpu_uuid, of->uuid, sizeof of->uuid);
	memcpy(process->gpu_name, of->name, sizeof of->name);
	memcpy(process->gpu_bus, of->bus, sizeof of->bus);
	return process;
}

void smi_note(Smi *smi, const char *format, ...)
{
	va_list list;
	if (smi->notes == sizeof smi->note / sizeof *smi->note)
		return;
	va_start(list, format);
	if (vasprintf(&smi->note[smi->notes], format, list) >= 0)
		smi->notes++;
	va_end(list);
}

SmiPeer smi_peer(const Smi *smi, int a, int b)
{
	if (smi->gpu[a].named && smi->gpu[b].named)
		return smi->named_peer;
	if (a >= smi->first_real && b >= smi->first_real)
		return smi->real_peer[a - smi->first_real][b - smi->first_real];
	return PEER_APART;
}

static int by_gpu(const void *a, const void *b)
{
	const SmiProcess *one = a, *other = b;
	return one->gpu != other->gpu ? one->gpu - other->gpu : one->pid - other->pid;
}

int smi_look(Smi *smi, const Smi *before, char *problem, size_t size)
{
	*smi = (Smi){0};
	if (simulated_look(smi, before, problem, size))
		return -1;
	smi->first_real = smi->gpus;
	nvml_look(smi);
	if (smi->processes > 1)
		qsort(smi->process, (size_t)smi->processes, sizeof *smi->process, by_gpu);
	return 0;
}

void smi_release(Smi *smi)
{
	for (int i = 0; i < smi->notes; i++)
		free(smi->note[i]);
	free(smi->gpu);
	free(smi->process);
	*smi = (Smi){0};
}
