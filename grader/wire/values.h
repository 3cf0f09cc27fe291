/* values.h - a list of named values: what a check sends to a run, and what came back. */
#ifndef GRADER_WIRE_VALUES_H
#define GRADER_WIRE_VALUES_H

#include <stddef.h>

#include "grader/wire/frames.h"

typedef struct Value {
	FrameType type;
	int nothing;
	int gpu; /* whose memory the machine says it lies in; -1: only the program says what it is */
	int seen;   /* 1: the judge looked itself: nobody told it */
	int late;   /* 1: told, or written on the GPU, after the drive's thaw */
	int window; /* a result: how many windows had ended when it was told, */
	int begun;  /* and how many had begun */
	int given; /* an input: how often the judge puts it on GPUs itself; 0: the program gets it */
	uint64_t
		drawn; /* of such an input: so many numbers of `seed`, which nobody has made; 0: its own */
	uint64_t seed; /* see numbers.h */
	int places; /* 1: no input, but which numbers of the result of that name the judge looks at: int64_t each */
	uint64_t put; /* of such an input: how many numbers have been put */
	uint64_t
		address; /* where number 0 of such an input was put last, or lies of a result on a GPU */
	int apart;       /* of such an input, 1: it was put in several places */
	int whole; /* of a result on GPUs, 1: one array, which begins where its memory begins */
	int moved; /* of a result on GPUs, 1: the input of its name was put elsewhere, or was one array where this is none */
	int elsewhere; /* of a result on GPUs, 1: not one array, where the input of its name was put */
	char name[FRAME_NAME_MAX + 1];
	size_t bytes;
	struct Value *next;
	_Alignas(16) unsigned char payload[]; /* `bytes` bytes and a 0 behind them */
} Value;

/* Adds a value with room for `bytes` bytes, which hold anything. NULL when there is no memory. */
Value *values_add(Value **list, FrameType type, const char *name, size_t bytes);

/* The value of that name, of whatever type; NULL when there is none. */
Value *values_find(Value *list, const char *name);

void values_free(Value **list);

#endif
