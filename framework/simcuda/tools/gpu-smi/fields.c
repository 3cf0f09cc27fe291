/* fields.c - what can be asked of a GPU or a process by name: one table for CSV and JSON.
 *
 * Names, headers and units are those of nvidia-smi, so that a script can use either. */
#include <string.h>

#include "framework/simcuda/tools/gpu-smi/smi.h"

#define GPU(field)     offsetof(SmiGpu, field)
#define PROCESS(field) offsetof(SmiProcess, field)

const Field gpu_fields[] = {
	{"index", "index", "", "index", FIELD_NUMBER, GPU(index)},
	{"name", "name", "", "name", FIELD_TEXT, GPU(name)},
	{"gpu_name", "name", "", NULL, FIELD_TEXT, GPU(name)},
	{"uuid", "uuid", "", "uuid", FIELD_TEXT, GPU(uuid)},
	{"gpu_uuid", "uuid", "", NULL, FIELD_TEXT, GPU(uuid)},
	{"pci.bus_id", "pci.bus_id", "", "bus_id", FIELD_TEXT, GPU(bus)},
	{"gpu_bus_id", "pci.bus_id", "", NULL, FIELD_TEXT, GPU(bus)},
	{"compute_cap", "compute_cap", "", "compute_capability", FIELD_TEXT, GPU(capability)},
	{"memory.total", "memory.total", "MiB", "memory_total_bytes", FIELD_MIB, GPU(total)},
	{"memory.used", "memory.used", "MiB", "memory_used_bytes", FIELD_MIB, GPU(used)},
	{"memory.free", "memory.free", "MiB", "memory_free_bytes", FIELD_MIB, GPU(free)},
	{"utilization.gpu", "utilization.gpu", "%", "utilization_percent", FIELD_NUMBER, GPU(busy)},
	{"fan.speed", "fan.speed", "%", "fan_percent", FIELD_NUMBER, GPU(fan)},
	{"temperature.gpu", "temperature.gpu", "", "temperature_celsius", FIELD_NUMBER,
	 GPU(temperature)},
	{"power.draw", "power.draw", "W", "power_watt", FIELD_WATT, GPU(power)},
	{"power.limit", "power.limit", "W", "power_limit_watt", FIELD_WATT, GPU(power_limit)},
	{NULL, NULL, NULL, NULL, FIELD_TEXT, 0},
};

const Field process_fields[] = {
	{"gpu_uuid", "gpu_uuid", "", "gpu_uuid", FIELD_TEXT, PROCESS(gpu_uuid)},
	{"gpu_name", "gpu_name", "", NULL, FIELD_TEXT, PROCESS(gpu_name)},
	{"gpu_bus_id", "gpu_bus_id", "", NULL, FIELD_TEXT, PROCESS(gpu_bus)},
	{"pid", "pid", "", "pid", FIELD_NUMBER, PROCESS(pid)},
	{"process_name", "process_name", "", "name", FIELD_TEXT, PROCESS(name)},
	{"name", "process_name", "", NULL, FIELD_TEXT, PROCESS(name)},
	{"used_memory", "used_gpu_memory", "MiB", "memory_used_bytes", FIELD_MIB, PROCESS(used)},
	{"used_gpu_memory", "used_gpu_memory", "MiB", NULL, FIELD_MIB, PROCESS(used)},
	{NULL, NULL, NULL, NULL, FIELD_TEXT, 0},
};

const Field *field_find(const Field *fields, const char *name, size_t length)
{
	for (; fields->name; fields++)
		if (strlen(fields->name) == length && strncmp(fields->name, name, length) == 0)
			return fields;
	return NULL;
}

static const void *value_at(const Field *field, const void *row)
{
	return (const char *)row + field->offset;
}

int field_known(const Field *field, const void *row)
{
	const void *value = value_at(field, row);
	switch (field->kind) {
	case FIELD_TEXT:
		return *(const char *)value != '\0';
	case FIELD_NUMBER:
		return *(const int *)value != SMI_NO_NUMBER;
	case FIELD_MIB:
		return *(const uint64_t *)value != SMI_NO_BYTES;
	case FIELD_WATT:
		return *(const double *)value >= 0;
	}
	return 0;
}

const char *field_text(const Field *field, const void *row)
{
	return value_at(field, row);
}

double field_number(const Field *field, const void *row)
{
	const void *value = value_at(field, row);
	if (field->kind == FIELD_NUMBER)
		return *(const int *)value;
	return field->kind == FIELD_MIB ? (double)(*(const uint64_t *)value >> 20)
					: *(const double *)value;
}

uint64_t field_bytes(const Field *field, const void *row)
{
	return *(const uint64_t *)value_at(field, row);
}
