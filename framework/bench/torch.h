/* torch.h - PyTorch as one of the ways of rounds.h: a Python process that runs a round when it is
 * told to. */
#ifndef TORCH_H
#define TORCH_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct Torch {
	int calls;   /* of a round */
	int threads; /* that it may use; 0: as many as there are processors */
	pid_t child;
	FILE *to, *from;
} Torch;

/* Starts python3 with a script that defines work(n), which does the thing n times; torch is
 * imported. False when python3 has no torch. */
bool torch_start(Torch *torch, const char *script);
void torch_stop(Torch *torch);

/* A round, for Way.run. */
void torch_round(void *torch);

/* Prints which PyTorch it was, or that there is none and how to get it. */
void torch_say(void);

#endif
