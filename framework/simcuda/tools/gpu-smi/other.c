/* other.c - the list of GPUs (-L), how they reach each other (topo -m), and everything as JSON. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "framework/simcuda/tools/gpu-smi/smi.h"

void print_list(const Smi *smi)
{
	for (int i = 0; i < smi->gpus; i++)
		printf("GPU %d: %s (UUID: %s)%s\n", i, smi->gpu[i].name, smi->gpu[i].uuid,
		       smi->gpu[i].simulated ? " simulated" : "");
}

/* --- topology --------------------------------------------------------------------------------- */

static const struct {
	const char *sign, *meaning;
} peers[] = {
	[PEER_APART] = {"-", "not GPUs of one machine, or not known"},
	[PEER_NONE] = {"SYS", "no peer access: a copy goes through the host's memory"},
	[PEER_PCIE] = {"PCI", "peer access over PCIe"},
	[PEER_NVLINK] = {"NVL", "peer access over NVLink"},
};

void print_topology(const Smi *smi)
{
	char label[16];
	printf("%-7s", "");
	for (int i = 0; i < smi->gpus; i++) {
		snprintf(label, sizeof label, "GPU%d", i);
		printf("%-7s", label);
	}
	for (int a = 0; a < smi->gpus; a++) {
		snprintf(label, sizeof label, "GPU%d", a);
		printf("\n%-7s", label);
		for (int b = 0; b < smi->gpus; b++)
			printf("%-7s", a == b ? "X" : peers[smi_peer(smi, a, b)].sign);
	}
	printf("\n\nX    the GPU itself\n");
	for (int i = PEER_NVLINK; i >= 0; i--)
		printf("%-4s %s\n", peers[i].sign, peers[i].meaning);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static json_t *field_json(const Field *field, const void *row)
{
	if (!field_known(field, row))
		return json_null();
	switch (field->kind) {
	case FIELD_TEXT:
		return json_string(field_text(field, row));
	case FIELD_NUMBER:
		return json_integer((json_int_t)field_number(field, row));
	case FIELD_MIB:
		return json_integer((json_int_t)field_bytes(field, row));
	case FIELD_WATT:
		return json_real(field_number(field, row));
	}
	return NULL;
}

static json_t *row_json(const Field *fields, const void *row)
{
	json_t *object = json_object();
	for (const Field *field = fields; field->name; field++)
		if (field->json)
			json_object_set_new(object, field->json, field_json(field, row));
	return object;
}

void print_json(const Smi *smi)
{
	json_t *gpus = json_array(), *processes = json_array(), *notes = json_array();
	for (int i = 0; i < smi->gpus; i++) {
		json_t *gpu = row_json(gpu_fields, &smi->gpu[i]);
		json_object_set_new(gpu, "simulated", json_boolean(smi->gpu[i].simulated));
		json_array_append_new(gpus, gpu);
	}
	for (int i = 0; i < smi->processes; i++) {
		json_t *process = row_json(process_fields, &smi->process[i]);
		json_object_set_new(process, "gpu", json_integer(smi->process[i].gpu));
		json_array_append_new(processes, process);
	}
	for (int i = 0; i < smi->notes; i++)
		json_array_append_new(notes, json_string(smi->note[i]));
	json_t *driver = *smi->driver ? json_string(smi->driver) : json_null();
	json_t *root = json_pack("{s:s, s:o, s:s, s:o, s:o, s:o}", "gpu_smi", SMI_VERSION, "driver",
				 driver, "cuda", smi->cuda, "gpus", gpus, "processes", processes,
				 "notes", notes);
	if (!root || json_dumpf(root, stdout, JSON_COMPACT)) {
		fprintf(stderr, "gpu-smi: the JSON cannot be written\n");
		exit(1);
	}
	putchar('\n');
	json_decref(root);
}
