/* causes.c - why exercises of lab 10 fail. */
#include "grader/labs/common/causes.h"

#include <stddef.h>

const Cause lab10_causes[] = {
	{"not-one-launch", "lab10.md#What a kernel is",
	 "how often does <<<...>>> stand in the way of this call? With nothing to do there is "
	 "nothing to launch"},
	{"not-by-kernel", "lab10.md#The numbers are there already",
	 "on which GPU do the numbers lie, and who works on them there? Nothing has to be copied "
	 "or "
	 "filled"},
	{"wrong-grid", "lab10.md#What a kernel is",
	 "which of the two numbers in <<<...>>> is that of blocks, and how is the last block "
	 "counted?"},
	{"grid-given", "lab10.md#Strides of the grid",
	 "how many blocks does the contract ask for, or allow? The loop does the rest, however "
	 "many "
	 "numbers there are"},
	{"spread-out", "lab10.md#Whole sectors",
	 "how far are the addresses apart that threads 0 and 1 of a warp read at the same time?"},
	{"read-again", "lab10.md#Fewer trips to memory",
	 "which variable of the thread can keep what was read or added up so far?"},
	{"many-atomics", "lab10.md#Fewer trips to memory",
	 "is atomicAdd inside of the loop, or behind it?"},
	{"atomics-needless", "lab10.md#Fewer trips to memory",
	 "does another thread change the same number? If none does, = and += are enough"},
	{"kept-far", "lab10.md#Fewer trips to memory",
	 "where does an array lie that each thread has for itself? What of it is needed when the "
	 "next number comes?"},
	{"no-barrier", "lab11.md#Barriers",
	 "who makes sure that the number is there already, or not needed any more? A fence makes "
	 "nobody wait"},
	{"idle-threads", "lab10.md#What a kernel is",
	 "which of a block's threads have a number, and which have none? The work is shared by all "
	 "of "
	 "them"},
	{"too-few-steps", "lab10.md#One way for a warp",
	 "each number is multiplied and added to 64 times, one after the other and in float: what "
	 "was left out?"},
	{"warp-parts", "lab10.md#One way for a warp",
	 "what do the other threads of the warp do while some go through the loop?"},
	{NULL, NULL, NULL},
};
