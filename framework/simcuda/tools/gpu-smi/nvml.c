/* nvml.c - the real GPUs, through the driver's management library (NVML).
 *
 * The library comes with the driver and is loaded when it is there; this file declares the few
 * functions that it needs itself, so that the kit builds without NVIDIA's header. Types, values and
 * meanings are those of the NVML API Reference Guide (docs.nvidia.com/deploy/nvml-api). What a GPU
 * does not tell stays unknown. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/tools/gpu-smi/smi.h"

#define LIBRARY "libnvidia-ml.so.1"

/* --- NVML's own types ------------------------------------------------------------------------- */

typedef void *Device;

enum { SUCCESS = 0, INSUFFICIENT_SIZE = 7, TEMPERATURE_GPU = 0, P2P_READ = 0, P2P_NVLINK = 2 };

typedef struct Memory {
	unsigned long long total, free, used;
} Memory;

typedef struct Memory2 {
	unsigned version; /* the struct's size, and 2 in the uppermost byte */
	unsigned long long total, reserved, free, used;
} Memory2;

typedef struct Utilization {
	unsigned gpu, memory; /* percent */
} Utilization;

typedef struct PciInfo {
	char legacy[16];
	unsigned domain, bus, device, device_id, subsystem_id;
	char bus_id[32];
} PciInfo;

typedef struct ProcessInfo {
	unsigned pid;
	unsigned long long used; /* all ones: not known */
	unsigned gpu_instance, compute_instance;
} ProcessInfo;

/* --- the functions ---------------------------------------------------------------------------- */

typedef struct Nvml {
	int (*init)(void);
	int (*shutdown)(void);
	const char *(*error)(int code);
	int (*driver)(char *text, unsigned size);
	int (*cuda)(int *version);
	int (*count)(unsigned *count);
	int (*device)(unsigned index, Device *device);
	int (*name)(Device device, char *text, unsigned size);
	int (*uuid)(Device device, char *text, unsigned size);
	int (*pci)(Device device, PciInfo *info);
	int (*capability)(Device device, int *major, int *minor);
	int (*memory)(Device device, Memory *memory);
	int (*memory2)(Device device, Memory2 *memory);
	int (*utilization)(Device device, Utilization *utilization);
	int (*fan)(Device device, unsigned *percent);
	int (*temperature)(Device device, int sensor, unsigned *degrees);
	int (*persistence)(Device device, int *mode);
	int (*power)(Device device, unsigned *milliwatts);
	int (*power_limit)(Device device, unsigned *milliwatts);
	int (*processes)(Device device, unsigned *count, ProcessInfo *list);
	int (*process_name)(unsigned pid, char *text, unsigned size);
	int (*peer)(Device a, Device b, int capability, int *status);
} Nvml;

static const struct {
	size_t offset; /* in Nvml */
	const char *symbol, *older;
	int needed;
} functions[] = {
	{offsetof(Nvml, init), "nvmlInit_v2", NULL, 1},
	{offsetof(Nvml, shutdown), "nvmlShutdown", NULL, 1},
	{offsetof(Nvml, error), "nvmlErrorString", NULL, 1},
	{offsetof(Nvml, driver), "nvmlSystemGetDriverVersion", NULL, 0},
	{offsetof(Nvml, cuda), "nvmlSystemGetCudaDriverVersion_v2",
	 "nvmlSystemGetCudaDriverVersion", 0},
	{offsetof(Nvml, count), "nvmlDeviceGetCount_v2", NULL, 1},
	{offsetof(Nvml, device), "nvmlDeviceGetHandleByIndex_v2", NULL, 1},
	{offsetof(Nvml, name), "nvmlDeviceGetName", NULL, 1},
	{offsetof(Nvml, uuid), "nvmlDeviceGetUUID", NULL, 1},
	{offsetof(Nvml, pci), "nvmlDeviceGetPciInfo_v3", NULL, 0},
	{offsetof(Nvml, capability), "nvmlDeviceGetCudaComputeCapability", NULL, 0},
	{offsetof(Nvml, memory), "nvmlDeviceGetMemoryInfo", NULL, 0},
	{offsetof(Nvml, memory2), "nvmlDeviceGetMemoryInfo_v2", NULL, 0},
	{offsetof(Nvml, utilization), "nvmlDeviceGetUtilizationRates", NULL, 0},
	{offsetof(Nvml, fan), "nvmlDeviceGetFanSpeed", NULL, 0},
	{offsetof(Nvml, temperature), "nvmlDeviceGetTemperature", NULL, 0},
	{offsetof(Nvml, persistence), "nvmlDeviceGetPersistenceMode", NULL, 0},
	{offsetof(Nvml, power), "nvmlDeviceGetPowerUsage", NULL, 0},
	{offsetof(Nvml, power_limit), "nvmlDeviceGetEnforcedPowerLimit", NULL, 0},
	{offsetof(Nvml, processes), "nvmlDeviceGetComputeRunningProcesses_v3",
	 "nvmlDeviceGetComputeRunningProcesses_v2", 0},
	{offsetof(Nvml, process_name), "nvmlSystemGetProcessName", NULL, 0},
	{offsetof(Nvml, peer), "nvmlDeviceGetP2PStatus", NULL, 0},
};

/* Fills the table. 0, or -1 when a function that is needed is missing. */
static int find_functions(void *library, Nvml *nvml)
{
	memset(nvml, 0, sizeof *nvml);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *symbol = dlsym(library, functions[i].symbol);
		if (!symbol && functions[i].older)
			symbol = dlsym(library, functions[i].older);
		if (!symbol && functions[i].needed)
			return -1;
		memcpy((char *)nvml + functions[i].offset, &symbol, sizeof symbol);
	}
	return 0;
}

/* Whether the function is there and gives an answer. */
#define HAS(function, ...) (nvml->function && nvml->function(__VA_ARGS__) == SUCCESS)

/* --- one GPU ---------------------------------------------------------------------------------- */

static void read_memory(const Nvml *nvml, Device device, SmiGpu *gpu)
{
	Memory2 whole = {.version = (unsigned)sizeof whole | 2u << 24};
	Memory memory;
	if (HAS(memory2, device, &whole)) /* does not count as used what the driver keeps */
		memory = (Memory){whole.total, whole.free, whole.used};
	else if (!HAS(memory, device, &memory))
		return;
	gpu->total = memory.total;
	gpu->free = memory.free;
	gpu->used = memory.used;
}

static void read_gpu(const Nvml *nvml, Device device, SmiGpu *gpu)
{
	PciInfo pci = {0};
	Utilization utilization;
	unsigned value;
	int major, minor;
	if (!HAS(name, device, gpu->name, sizeof gpu->name))
		snprintf(gpu->name, sizeof gpu->name, "unknown");
	if (!HAS(uuid, device, gpu->uuid, sizeof gpu->uuid))
		gpu->uuid[0] = '\0';
	if (HAS(pci, device, &pci))
		snprintf(gpu->bus, sizeof gpu->bus, "%.*s", (int)sizeof pci.bus_id - 1, pci.bus_id);
	if (HAS(capability, device, &major, &minor))
		snprintf(gpu->capability, sizeof gpu->capability, "%d.%d", major % 100, minor % 10);
	read_memory(nvml, device, gpu);
	if (HAS(utilization, device, &utilization))
		gpu->busy = (int)utilization.gpu;
	if (HAS(fan, device, &value))
		gpu->fan = (int)value;
	if (HAS(temperature, device, TEMPERATURE_GPU, &value))
		gpu->temperature = (int)value;
	if (!HAS(persistence, device, &gpu->persistence))
		gpu->persistence = SMI_NO_NUMBER;
	if (HAS(power, device, &value))
		gpu->power = value / 1000.0;
	if (HAS(power_limit, device, &value))
		gpu->power_limit = value / 1000.0;
}

static void read_processes(const Nvml *nvml, Device device, Smi *smi, int index)
{
	ProcessInfo *list = NULL;
	unsigned count = 0;
	int answer = INSUFFICIENT_SIZE;
	if (!nvml->processes)
		return;
	/* more may start between asking how many there are and asking for them */
	for (int i = 0; i < 8 && answer == INSUFFICIENT_SIZE; i++) {
		count = count * 2 + 16;
		free(list);
		list = calloc(count, sizeof *list);
		if (!list)
			return;
		answer = nvml->processes(device, &count, list);
	}
	for (unsigned i = 0; answer == SUCCESS && i < count; i++) {
		SmiProcess *process = smi_add_process(smi, index);
		process->pid = (int)list[i].pid;
		process->used = list[i].used == ~0ull ? SMI_NO_BYTES : list[i].used;
		if (!HAS(process_name, list[i].pid, process->name, sizeof process->name))
			snprintf(process->name, sizeof process->name, "unknown");
		for (char *c = process->name; *c; c++)
			if (*c < ' ' || *c > '~')
				*c = '?'; /* a program may be named anything */
	}
	free(list);
}

static SmiPeer read_peer(const Nvml *nvml, Device a, Device b)
{
	int status;
	if (!nvml->peer)
		return PEER_APART;
	if (HAS(peer, a, b, P2P_NVLINK, &status) && status == 0)
		return PEER_NVLINK;
	return HAS(peer, a, b, P2P_READ, &status) && status == 0 ? PEER_PCIE : PEER_NONE;
}

/* --- all of them ------------------------------------------------------------------------------ */

static void read_all(const Nvml *nvml, Smi *smi)
{
	Device device[SMI_REAL_MAX];
	unsigned count = 0;
	int version;
	if (nvml->count(&count) != SUCCESS)
		count = 0;
	if (count > SMI_REAL_MAX)
		count = SMI_REAL_MAX;
	if (count > 0 && !HAS(driver, smi->driver, sizeof smi->driver))
		snprintf(smi->driver, sizeof smi->driver, "unknown");
	if (count > 0 && HAS(cuda, &version))
		snprintf(smi->cuda, sizeof smi->cuda, "%d.%d", version / 1000, version / 10 % 100);
	for (unsigned i = 0; i < count; i++) {
		device[i] = NULL;
		SmiGpu *gpu = smi_add_gpu(smi);
		if (nvml->device(i, &device[i]) != SUCCESS) {
			snprintf(gpu->name, sizeof gpu->name, "not accessible");
			continue;
		}
		read_gpu(nvml, device[i], gpu);
		read_processes(nvml, device[i], smi, gpu->index);
	}
	for (unsigned a = 0; a < count; a++)
		for (unsigned b = 0; b < count; b++)
			if (a != b && device[a] && device[b])
				smi->real_peer[a][b] = read_peer(nvml, device[a], device[b]);
}

void nvml_look(Smi *smi)
{
	Nvml nvml;
	void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return; /* no driver, so no GPU */
	if (find_functions(library, &nvml)) {
		smi_note(smi, "real GPUs are not shown: this " LIBRARY " is too old");
	} else {
		int answer = nvml.init();
		if (answer == SUCCESS) {
			read_all(&nvml, smi);
			nvml.shutdown();
		} else {
			smi_note(smi, "real GPUs are not shown: NVML says: %s", nvml.error(answer));
		}
	}
	dlclose(library);
}
