/* lab9_drive_step.h - what 9.5 trains: models with given parameters on several devices, and parts
 * of batches. */
#ifndef GRADER_STUDENT_LAB9_DRIVE_STEP_H
#define GRADER_STUDENT_LAB9_DRIVE_STEP_H

#include <sys/mman.h>

#include "grader/drive/caller.h"
#include "grader/include/drive.h"

enum { TEAM_MOST = 9 }; /* one more than there ever are */
enum { LINEAR_MOST = 5 };

/* What stands behind the end of a list: who follows it crashes. */
static inline void *list_end(void)
{
	void *page = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		abort();
	return page;
}

/* Models of one structure, one a device; without a GPU one on the CPU. */
typedef struct Team {
	int count;
	Device device[TEAM_MOST];
	Module *replica[TEAM_MOST];
	Sgd *optimizer[TEAM_MOST];
	Tensor *x[TEAM_MOST], *classes[TEAM_MOST];
} Team;

static inline void team_wait(const Team *team)
{
	for (int i = 0; i < team->count; i++)
		if (device_synchronize(team->device[i]) != 0)
			abort();
}

/* Writes all parameters, one behind the other, to those of a replica. Where the judge wants it, its gradients hold
 * something, too, as after an earlier step. */
static inline void parameters_set(Drive *d, Module *replica)
{
	int64_t first = 0;
	for (int p = 0; p < module_parameter_count(replica); p++) {
		Tensor *parameter = module_parameter(replica, p);
		drive_give(d, "parameters", first, tensor_data(parameter), tensor_count(parameter));
		first += tensor_count(parameter);
		if (drive_int(d, "left") &&
		    tensor_add_scaled(module_gradient(replica, p), 1, parameter) != 0)
			abort();
	}
	if (drive_int(d, "nan"))
		gradient_spoil(module_gradient(replica, 0));
	left_clear();
}

/* Names all parameters of a replica, one behind the other. */
static inline void parameters_put(Drive *d, const char *name, const Module *replica)
{
	const Tensor *parameters[2 * LINEAR_MOST];
	int count = module_parameter_count(replica);
	for (int p = 0; p < count && p < 2 * LINEAR_MOST; p++)
		parameters[p] = module_parameter(replica, p);
	drive_put_tensors(d, name, parameters, count);
}

/* Lets every GPU of the team reach every other one, where it is possible. */
static inline void peers_enable(const Device *device, int count)
{
	int before = left_device();
	for (int i = 0; i < count; i++)
		for (int k = 0; k < count; k++) {
			int possible = 0;
			if (i == k)
				continue;
			cudaDeviceCanAccessPeer(&possible, device[i].index, device[k].index);
			cudaSetDevice(device[i].index);
			if (possible)
				cudaDeviceEnablePeerAccess(device[k].index, 0);
		}
	if (count > 1)
		cudaSetDevice(before);
	left_clear();
}

/* The devices that the judge listed as "gpus"; the CPU when it listed none. */
static inline int devices_listed(Drive *d, Device *device)
{
	int64_t listed;
	const int64_t *gpus = drive_ints(d, "gpus", &listed);
	for (int i = 0; i < (int)listed && i < TEAM_MOST; i++)
		device[i] = device_gpu((int)gpus[i]);
	if (listed == 0)
		device[0] = device_cpu();
	return listed == 0 ? 1 : (int)listed;
}

static inline void team_make(Drive *d, Team *team)
{
	int64_t layers;
	const int64_t *sizes = drive_ints(d, "sizes", &layers);
	int size[LINEAR_MOST + 1] = {0};
	*team = (Team){.count = 0};
	team->count = devices_listed(d, team->device);
	for (int i = 0; i < layers && i <= LINEAR_MOST; i++)
		size[i] = (int)sizes[i];
	for (int i = 0; i < team->count; i++) {
		team->replica[i] = module_mlp(size, (int)layers, 1, team->device[i]);
		team->optimizer[i] = sgd_create(team->replica[i], (float)drive_real(d, "rate"),
						(float)drive_real(d, "momentum"));
		if (!team->replica[i] || !team->optimizer[i])
			abort();
	}
	team->replica[team->count] = list_end();
	team->optimizer[team->count] = list_end();
	team->x[team->count] = list_end();
	team->classes[team->count] = list_end();
	peers_enable(team->device, team->count);
	team_wait(team);
}

static inline void team_free(Team *team)
{
	for (int i = 0; i < team->count; i++) {
		sgd_free(team->optimizer[i]);
		module_free(team->replica[i]);
	}
}

/* The parts of a batch, from row *first on: rows[i] of them go to device i, but for part `astray`, which
 * goes to the device of the first part. *first is moved on behind them. */
static inline void parts_send(Drive *d, Team *team, const int64_t *rows, int64_t in, int64_t *first,
			      int astray)
{
	for (int i = 0; i < team->count; i++) {
		Device device = team->device[i == astray ? 0 : i];
		team->x[i] = tensor_zeros(SHAPE(rows[i], in), device);
		team->classes[i] = tensor_full_int(SHAPE(rows[i]), 0, device);
		if (!team->x[i] || !team->classes[i])
			abort();
		drive_give(d, "x", *first * in, tensor_data(team->x[i]), rows[i] * in);
		drive_give(d, "classes", *first, tensor_data(team->classes[i]), rows[i]);
		*first += rows[i];
	}
	team_wait(team);
}

/* The caller's work is still writing the models and the parts. */
static inline void team_touch(const Team *team, const Team *part, int parts)
{
	for (int i = 0; i < team->count; i++) {
		for (int p = 0; p < module_parameter_count(team->replica[i]); p++) {
			tensor_touch(module_parameter(team->replica[i], p));
			tensor_touch(module_gradient(team->replica[i], p));
		}
		for (int k = 0; k < parts; k++) {
			tensor_touch(part[k].x[i]);
			tensor_touch(part[k].classes[i]);
		}
	}
}

/* Names the parts, those of a later step behind those of the ones before: "x0", "classes0", "x1" ... */
static inline void parts_put(Drive *d, const Team *team, int step)
{
	for (int i = 0; i < team->count; i++) {
		char name[24];
		snprintf(name, sizeof name, "x%d", step * team->count + i);
		drive_put_tensor(d, name, team->x[i]);
		snprintf(name, sizeof name, "classes%d", step * team->count + i);
		drive_put_tensor(d, name, team->classes[i]);
	}
}

static inline void parts_free(Team *team)
{
	for (int i = 0; i < team->count; i++) {
		tensor_free(team->x[i]);
		tensor_free(team->classes[i]);
	}
}

#endif
