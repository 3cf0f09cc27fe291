/* simulated.c - the simulated GPUs and who uses them.
 *
 * First come the GPUs of the machine that SIMCUDA_MACHINE names, all of them: like nvidia-smi, this
 * tool does not care for CUDA_VISIBLE_DEVICES. After them come GPUs of other machines that running
 * processes use. A simulated GPU is known by its model and its number, which also make its UUID:
 * GPU 1 of 2xa100 and GPU 1 of 4xa100 are the same.
 *
 * Each process simulates the machine for itself. So two processes can hold more memory than the GPU
 * has, and each has a virtual time of its own. A GPU's share of busy time is, for one process, the
 * time in which its compute engine works over the time that has passed, both virtual, work that is
 * queued included. For the GPU the processes' shares are added, up to 100 %. Between two looks it
 * is what was added to both times since the first. */
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "framework/simcuda/machine/choose.h"
#include "framework/simcuda/registry/registry.h"
#include "framework/simcuda/tools/gpu-smi/smi.h"

#define GPUS_MAX 1024 /* nobody's entries make this list endless */

static void gpu_describe(SmiGpu *gpu, const char *model, const char *name, int physical,
			 uint64_t total, int major, int minor)
{
	cudaUUID_t uuid = visible_uuid(model, physical);
	char text[41];
	visible_uuid_text(&uuid, text);
	gpu->simulated = 1;
	gpu->physical = physical;
	snprintf(gpu->model, sizeof gpu->model, "%s", model);
	snprintf(gpu->name, sizeof gpu->name, "%s", name);
	snprintf(gpu->uuid, sizeof gpu->uuid, "%s", text);
	/* where properties.c says that it sits */
	snprintf(gpu->bus, sizeof gpu->bus, "00000000:%02X:00.0", (unsigned)physical + 1);
	snprintf(gpu->capability, sizeof gpu->capability, "%d.%d", major % 100, minor % 10);
	gpu->total = total;
	gpu->used = 0;
	gpu->busy = 0;
}

/* --- the machine that is named ---------------------------------------------------------------- */

/* The folder of the simulator's libraries, beside the one that this program lies in. */
static void library_folder(char *folder, size_t size)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
	path[length > 0 ? length : 0] = '\0';
	snprintf(folder, size, "%s/../simcuda", dirname(path));
}

/* GPUs over PCIe share the kind of link that leads to the host, so a faster one is another. */
static SmiPeer peer_kind(const SimMachine *machine)
{
	if (!machine->peer_possible)
		return PEER_NONE;
	return machine->peer.beta > 1.2 * machine->h2d_pinned.beta ? PEER_NVLINK : PEER_PCIE;
}

static int add_named(Smi *smi, char *problem, size_t size)
{
	const char *choice = getenv("SIMCUDA_MACHINE");
	char folder[PATH_MAX];
	SimMachine machine = {0};
	library_folder(folder, sizeof folder);
	if (machine_choose(choice && *choice ? choice : "2xa100", folder, &machine, problem, size))
		return -1;
	for (int i = 0; i < machine.gpus; i++) {
		SmiGpu *gpu = smi_add_gpu(smi);
		gpu_describe(gpu, machine.model, machine.name, i, machine.memory_bytes,
			     machine.capability_major, machine.capability_minor);
		gpu->named = 1;
	}
	smi->named_peer = peer_kind(&machine);
	return 0;
}

/* --- running processes ------------------------------------------------------------------------ */

static int is_gpu(const SmiGpu *gpu, const RegistryEntry *entry, int physical)
{
	return gpu->physical == physical && gpu->total == entry->memory_bytes &&
	       strcmp(gpu->model, entry->model) == 0 && strcmp(gpu->name, entry->name) == 0;
}

/* Its index, -1 when it is not in the list. */
static int find_gpu(const Smi *smi, const RegistryEntry *entry, int physical)
{
	for (int i = 0; i < smi->gpus; i++)
		if (is_gpu(&smi->gpu[i], entry, physical))
			return i;
	return -1;
}

static void add_others(Smi *smi, const RegistryEntry *entry)
{
	for (int i = 0; i < (int)entry->gpus; i++)
		if (entry->gpu[i].attached && smi->gpus < GPUS_MAX && find_gpu(smi, entry, i) < 0)
			gpu_describe(smi_add_gpu(smi), entry->model, entry->name, i,
				     entry->memory_bytes, entry->capability_major,
				     entry->capability_minor);
}

static int by_model(const void *a, const void *b)
{
	const SmiGpu *one = a, *other = b;
	int order = strcmp(one->model, other->model);
	return order ? order : one->physical - other->physical;
}

/* The same process on the same GPU at an earlier look; NULL. */
static const SmiProcess *find_process(const Smi *before, const SmiProcess *process)
{
	for (int i = 0; before && i < before->processes; i++)
		if (before->process[i].pid == process->pid &&
		    strcmp(before->process[i].gpu_uuid, process->gpu_uuid) == 0)
			return &before->process[i];
	return NULL;
}

static double busy_share(const SmiProcess *process, const SmiProcess *then)
{
	int64_t busy = process->busy_ns - (then ? then->busy_ns : 0);
	int64_t span = process->span_ns - (then ? then->span_ns : 0);
	if (span <= 0 || busy <= 0)
		return 0;
	return busy < span ? (double)busy / (double)span : 1;
}

static void add_process(Smi *smi, const Smi *before, const RegistryProcess *of, int physical)
{
	const RegistryGpu *use = &of->entry.gpu[physical];
	int index = find_gpu(smi, &of->entry, physical);
	if (index < 0)
		return;
	SmiProcess *process = smi_add_process(smi, index);
	SmiGpu *gpu = &smi->gpu[index];
	process->pid = of->pid > 0 ? of->pid : SMI_NO_NUMBER;
	snprintf(process->name, sizeof process->name, "%s", of->entry.program);
	process->used = use->used_bytes;
	process->busy_ns = use->busy_ns;
	process->span_ns = use->span_ns;
	gpu->used += process->used;
	gpu->busy += (int)(100 * busy_share(process, find_process(before, process)) + 0.5);
	if (gpu->busy > 100)
		gpu->busy = 100;
}

static void add_processes(Smi *smi, const Smi *before, const RegistryList *list)
{
	int named = smi->gpus;
	for (size_t i = 0; i < list->count; i++)
		add_others(smi, &list->process[i].entry);
	if (smi->gpus > named)
		qsort(smi->gpu + named, (size_t)(smi->gpus - named), sizeof *smi->gpu, by_model);
	for (int i = named; i < smi->gpus; i++)
		smi->gpu[i].index = i;
	for (size_t i = 0; i < list->count; i++)
		for (int g = 0; g < (int)list->process[i].entry.gpus; g++)
			if (list->process[i].entry.gpu[g].attached)
				add_process(smi, before, &list->process[i], g);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void add_notes(Smi *smi, const RegistryList *list)
{
	int folder = registry_folder();
	if (registry_is_off())
		smi_note(smi,
			 "SIMCUDA_REGISTRY=off: running simulated programs are not looked for");
	else if (folder < 0)
		smi_note(smi,
			 "running programs cannot be seen: no folder is safe for their entries");
	if (folder >= 0)
		close(folder);
	if (list->hidden > 0)
		smi_note(smi, "what %d other user%s may be running is not shown", list->hidden,
			 list->hidden > 1 ? "s" : "");
	for (int i = 0; i < smi->gpus; i++)
		if (smi->gpu[i].used > smi->gpu[i].total)
			smi_note(smi,
				 "GPU %d: used exceeds total: each process simulates a GPU of its "
				 "own",
				 i);
}

int simulated_look(Smi *smi, const Smi *before, char *problem, size_t size)
{
	RegistryList list = {0};
	if (add_named(smi, problem, size))
		return -1;
	if (registry_read(&list)) {
		snprintf(problem, size, "not enough memory");
		return -1;
	}
	add_processes(smi, before, &list);
	for (int i = 0; i < smi->gpus; i++) {
		SmiGpu *gpu = &smi->gpu[i];
		gpu->free = gpu->used < gpu->total ? gpu->total - gpu->used : 0;
	}
	add_notes(smi, &list);
	snprintf(smi->cuda, sizeof smi->cuda, "%d.%d", CUDART_VERSION / 1000,
		 CUDART_VERSION / 10 % 100);
	registry_release(&list);
	return 0;
}
