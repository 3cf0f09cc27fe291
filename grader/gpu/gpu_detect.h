/* gpu_detect.h - which real GPUs are here, found without waking the driver: a process that has
 * initialised CUDA could not fork any more. */
#ifndef GRADER_GPU_GPU_DETECT_H
#define GRADER_GPU_GPU_DETECT_H

#include "grader/setup/options.h"

/* How many NVIDIA GPUs this machine shows; 0 without a driver. Windows's Linux (WSL 2) does not
 * show how many: 1 until gpu_probe() has found more. */
int gpu_detect(void);

/* The same of the files below `root`, "" for this machine's own, without what CUDA said. */
int gpu_detect_below(const char *root);

/* Asks CUDA, by the kit's own program, how many of them a program gets. 0, or -1 after a line on
 * stderr: then nothing can be graded on them. A machine without any is not asked. */
int gpu_probe(const Options *options);

/* What the last gpu_probe() was told; 0 before. */
int gpu_usable(void);

/* The first ones of those that we may use ourselves (a cluster gives each of its jobs some), as in
 * CUDA_VISIBLE_DEVICES; to be freed. */
char *gpu_list(int gpus);

/* For the environment of every program on real GPUs: they are counted as the driver's tools do. */
#define HARDWARE_ORDER "CUDA_DEVICE_ORDER=PCI_BUS_ID"

#endif
