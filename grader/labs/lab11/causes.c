/* causes.c - why exercises of lab 11 fail. */
#include "grader/labs/common/causes.h"

#include <stddef.h>

const Cause lab11_causes[] = {
	{"not-one-launch", "lab11.md#What shared memory is",
	 "how often does <<<...>>> stand in the way of this call?"},
	{"not-by-kernel", "lab10.md#The numbers are there already",
	 "on which GPU do the numbers lie, and who works on them there? Nothing has to be copied "
	 "or "
	 "filled"},
	{"wrong-grid", "lab11.md#Which block does what",
	 "how many threads does each block have, and how many blocks does the contract allow?"},
	{"spread-out", "lab11.md#Another order",
	 "how far are the addresses apart that threads 0 and 1 of a warp use at the same time? "
	 "What is put into "
	 "another order can be put so in shared memory"},
	{"not-shared", "lab11.md#Barriers",
	 "where does a number lie between the line that reads it from global memory and the one "
	 "that uses it?"},
	{"no-barrier", "lab11.md#Barriers",
	 "who makes sure that the number is there already? A fence and a loop that takes long make "
	 "nobody wait"},
	{"bank-conflicts", "lab11.md#Banks",
	 "in which bank lie tile[0][0], tile[1][0] and tile[2][0]? How long is a row of the tile?"},
	{"by-shared-memory", "lab11.md#Shuffles",
	 "which numbers are handed on between threads of one warp? For these there is "
	 "__shfl_down_sync"},
	{"by-votes", "lab11.md#Shuffles",
	 "which of these hand a whole number from thread to thread? A vote and a barrier hand on a "
	 "bit of each; __shfl_down_sync hands on all 32"},
	{"kept-far", "lab11.md#What shared memory is",
	 "where does an array without __shared__ lie that is too large for registers?"},
	{"idle-threads", "lab11.md#Which block does what",
	 "which of a block's threads have a number, and which have none? The work is shared by all "
	 "of "
	 "them"},
	{"sum-stored", "lab10.md#Fewer trips to memory",
	 "what becomes of the sum if two blocks read it before either of them has written?"},
	{"many-atomics", "lab11.md#Shuffles", "which thread of the block makes the atomicAdd?"},
	{"softmax-overflow", "lab11.md#Softmax that does not overflow",
	 "how large is exp(200)? What may be subtracted from all numbers of a row?"},
	{"row-read-again", "lab11.md#Softmax that does not overflow",
	 "where can the row stay after it was read the first time?"},
	{"read-again", "lab10.md#Whole sectors",
	 "how many threads of a warp read at the same time, and how often is one number read or "
	 "written? All 32 take part, each once"},
	{"atomics-needless", "lab10.md#Fewer trips to memory",
	 "does another thread change the same number? If none does, = is enough"},
	{"not-by-tiles", "lab11.md#Tiles",
	 "how often does a block read the same number of a from global memory? Which 16 threads "
	 "could share it?"},
	{NULL, NULL, NULL},
};
