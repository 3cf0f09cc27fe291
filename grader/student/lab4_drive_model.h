/* lab4_drive_model.h - a model for lab 4: parameters in raw memory, on the devices that the judge
 * named. The inputs "counts", "devices" and "values" (all numbers, one parameter behind the other)
 * make it; its results are "on" (where the memory is), "said" (what the field device says) and
 * "values". */
#ifndef GRADER_STUDENT_LAB4_DRIVE_MODEL_H
#define GRADER_STUDENT_LAB4_DRIVE_MODEL_H

#include "grader/drive/left.h"
#include "grader/drive/memory.h"
#include "grader/include/drive.h"
#include "simcuda.h"

typedef struct Parameter {
	const char *name;
	float *data;
	int64_t count;
	int device;
} Parameter;

enum { MODEL_MOST = 320, ON_HOST = -1, PINNED_HOST = -2, NO_MEMORY = -3 };

typedef struct Model {
	Parameter parameter[MODEL_MOST];
	float *made[MODEL_MOST]; /* data as it was made */
	int count;
} Model;

/* "0.weight", "0.bias", "1.weight" ... */
static char model_names[MODEL_MOST][16];

static inline void model_name_all(void)
{
	for (int i = 0; i < MODEL_MOST; i++)
		snprintf(model_names[i], sizeof model_names[i], "%d.%s", i / 2,
			 i % 2 ? "bias" : "weight");
}

/* The number of a GPU, ON_HOST, PINNED_HOST, or NO_MEMORY. */
static inline int64_t place_of(const void *pointer)
{
	struct cudaPointerAttributes where;
	if (!pointer)
		return NO_MEMORY;
	if (cudaPointerGetAttributes(&where, pointer) != cudaSuccess) {
		left_clear();
		return ON_HOST;
	}
	return where.type == cudaMemoryTypeDevice ? where.device
	       : where.type == cudaMemoryTypeHost ? PINNED_HOST
						  : ON_HOST;
}

/* Memory with the judge's list of that name in it. */
static inline float *place_given(Drive *d, int64_t place, const char *name)
{
	size_t bytes = (size_t)drive_count(d, name) * sizeof(float);
	float *memory = NULL;
	int before = left_device();
	if (place == ON_HOST)
		memory = allocate(bytes);
	else if (place == PINNED_HOST)
		cudaMallocHost((void **)&memory, bytes);
	else if (cudaSetDevice((int)place) != cudaSuccess ||
		 cudaMalloc((void **)&memory, bytes) != cudaSuccess)
		abort();
	drive_give(d, name, 0, memory, drive_count(d, name));
	if (place >= 0)
		cudaSetDevice(before);
	left_clear();
	return memory;
}

static inline void release(void *memory)
{
	int64_t place = place_of(memory);
	if (place >= 0)
		cudaFree(memory);
	else if (place == PINNED_HOST)
		cudaFreeHost(memory);
	else if (place == ON_HOST)
		free(memory);
}

static inline Model model_make(Drive *d)
{
	Model model = {.count = 0};
	int64_t count;
	const int64_t *counts = drive_ints(d, "counts", &count);
	const int64_t *devices = drive_ints(d, "devices", NULL);
	if (count >= MODEL_MOST)
		abort();
	model_name_all();
	for (int i = 0; i < count; i++) {
		char name[24];
		snprintf(name, sizeof name, "parameter%d", i);
		model.made[i] = place_given(d, devices[i], name);
		model.parameter[i] = (Parameter){.name = model_names[i],
						 .data = model.made[i],
						 .count = counts[i],
						 .device = devices[i] < 0 ? -1 : (int)devices[i]};
	}
	model.count = (int)count;
	model.parameter[count] =
		(Parameter){"behind the last one", NULL, 1, 0}; /* not to be used */
	return model;
}

static inline void model_put(Drive *d, const Model *model)
{
	int64_t on[MODEL_MOST], said[MODEL_MOST], same[MODEL_MOST], renamed = 0;
	for (int i = 0; i < model->count; i++) {
		const Parameter *parameter = &model->parameter[i];
		char name[24];
		snprintf(name, sizeof name, "values%d", i);
		on[i] = place_of(parameter->data);
		said[i] = parameter->device;
		same[i] = parameter->data == model->made[i];
		renamed += parameter->name != model_names[i] ||
			   parameter->count != drive_ints(d, "counts", NULL)[i];
		drive_put_device_floats(d, name, parameter->data, parameter->count);
		snprintf(name, sizeof name, "parameter%d", i); /* where the judge has put it */
		drive_put_device_floats(d, name, same[i] ? parameter->data : NULL,
					same[i] ? parameter->count : 0);
	}
	drive_put_ints(d, "on", on, model->count);
	drive_put_ints(d, "said", said, model->count);
	drive_put_ints(d, "same", same, model->count);
	drive_put_int(d, "renamed", renamed);
}

static inline void model_free(Model *model)
{
	for (int i = 0; i < model->count; i++)
		release(model->parameter[i].data);
	model->count = 0;
}

/* Makes the GPU that the judge named current, before the exercise is called. */
static inline void choose_current(Drive *d)
{
	if (device_gpu_count() > 0)
		cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
	error_clear();
}

/* Takes all memory of a GPU but about `room` bytes; a room below 0 takes none. */
static inline void full_but(Full *full, int gpu, int64_t room)
{
	void *kept = NULL;
	int before = left_device();
	full->count = 0;
	if (room < 0)
		return;
	cudaSetDevice(gpu);
	if (cudaMalloc(&kept, (size_t)room) != cudaSuccess)
		abort();
	cudaSetDevice(before);
	full_take(full, gpu);
	cudaFree(kept);
	left_clear();
}

#endif
