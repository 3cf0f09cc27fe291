/* hardware_ask.c - whether programs can use the GPUs here. A missing library of CUDA, a driver that
 * is too old or CUDA_VISIBLE_DEVICES would else look like a fault of the student's program. */
#include <stdlib.h>

#include "hardware.h"
#include "refuse.h"
#include "text.h"
#include "trusted.h"

#define SECONDS 120 /* the first program on a GPU may wait for the driver */

static int usable;

int hardware_ask(const Options *o)
{
	const char *own = getenv("CUDA_VISIBLE_DEVICES"), *answer;
	char *argv[] = {text_new("%s/bin/usegpu-reference", o->build), text_new("gpus"), NULL};
	char *env[] = {text_new(HARDWARE_ORDER),
		       own == NULL ? NULL : text_new("CUDA_VISIBLE_DEVICES=%s", own), NULL};
	char why[300] = "", *end = NULL;

	usable = 0;
	if (hardware_gpus() == 0)
		return 0;
	answer = trusted_run(o, argv, env, SECONDS, why, sizeof why);
	if (answer != NULL) {
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

int hardware_usable(void)
{
	return usable;
}
