/* gpu_status.h - what the driver says of the real GPUs while times are taken on them: how fast they
 * run, whether they are slowed down, and who else uses them. */
#ifndef GRADER_GPU_GPU_STATUS_H
#define GRADER_GPU_GPU_STATUS_H

#include "grader/setup/options.h"

typedef struct GpuStatus {
	int looks;       /* how often the driver was asked, and answered; 0: nothing is known */
	char name[80];   /* of the first GPU */
	double clock[2]; /* MHz of the multiprocessors, the least and the most that was seen */
	double temperature[2]; /* degrees Celsius, likewise; NAN where it does not tell */
	int slowed;            /* 1: heat or power held one of them back */
	int others; /* the most programs that were seen on them: ours have ended by then */
} GpuStatus;

/* Asks nvidia-smi, which comes with the driver, and adds what it says to *state (all zero at
 * first). `list` is the GPUs as in CUDA_VISIBLE_DEVICES. None of our programs may be running. A
 * driver that does not answer leaves *state as it is. */
void gpu_status_sample(const Options *options, const char *list, GpuStatus *state);

/* The two answers of nvidia-smi, as text. 0, or -1 when it is not what was asked for. */
int gpu_status_parse(const char *gpus, const char *programs, GpuStatus *state);

#endif
