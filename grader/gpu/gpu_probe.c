/* gpu_probe.c - whether programs can use the GPUs here. A missing library of CUDA, a driver that
 * is too old or CUDA_VISIBLE_DEVICES would else look like a fault of the student's program. */
#include <stdlib.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/sandbox/run_trusted.h"

#define SECONDS 120 /* the first program on a GPU may wait for the driver */

static int usable;

int gpu_probe(const Options *o)
{
	const char *own = getenv("CUDA_VISIBLE_DEVICES"), *answer;
	char *argv[] = {text_new("%s/bin/usegpu-reference", o->build), text_new("gpus"), NULL};
	char *env[] = {text_new(HARDWARE_ORDER),
		       !own ? NULL : text_new("CUDA_VISIBLE_DEVICES=%s", own), NULL};
	char why[300] = "", *end = NULL;

	usable = 0;
	if (gpu_detect() == 0)
		return 0;
	answer = run_trusted(o->work, argv, env, SECONDS, why, sizeof why);
	if (answer) {
		usable = (int)strtol(answer, &end, 10);
		if (end == answer)
			text_format(why, sizeof why, "%s gpus printed no number", argv[0]);
	}
	for (int i = 0; i < 2; i++) {
		free(argv[i]);
		free(env[i]);
	}
	if (why[0] == '\0')
		return 0;
	refuse("GPU=cuda: no program can use the GPUs here: %s", why);
	return -1;
}

int gpu_usable(void)
{
	return usable;
}
