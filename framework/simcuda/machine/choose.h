/* choose.h - what a process begins with: which machine it is on, which of the machine's GPUs it
 * sees, and which libraries bring kernels.
 *
 * The texts come from variables of the environment (SIMCUDA_MACHINE, CUDA_VISIBLE_DEVICES,
 * SIMCUDA_KERNELS). `folder` is everywhere the one with the simulator's libraries, which has
 * machines/ and kernels/ in it; without a slash at the end. */
#ifndef SIM_MACHINE_CHOOSE_H
#define SIM_MACHINE_CHOOSE_H

#include <stddef.h>

#include "cuda_runtime_api.h" /* cudaUUID_t */
#include "framework/simcuda/machine/machine.h"

/* --- choose.c: which machine ------------------------------------------------------------------ */

/* Reads "2xa100", "0" or "2x/path/file.json" and fills *machine from the model's file in
 * `folder`/machines. 0, or -1 with one line in `problem`. */
int machine_choose(const char *text, const char *folder, SimMachine *machine, char *problem,
		   size_t size);

/* --- visible.c: CUDA_VISIBLE_DEVICES ---------------------------------------------------------- */

/* The UUID of the machine's GPU `physical`: the same on every run. */
cudaUUID_t visible_uuid(const char *model, int physical);

/* "GPU-" and 32 hexadecimal digits in five groups. */
void visible_uuid_text(const cudaUUID_t *uuid, char text[41]);

/* Reads the list (NULL: not set) and fills physical[] with the visible GPUs in order. Returns how
 * many there are. */
int visible_parse(const char *list, const char *model, int gpus, int physical[]);

/* --- plugin.c: kernels by their name ---------------------------------------------------------- */

/* NULL: no library has it. The libraries are loaded once, from the `folder` of the first call. */
const SimKernel *plugin_find(const char *name, const char *folder);

#endif
