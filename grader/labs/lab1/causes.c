/* causes.c - the mistakes that lab 1 tells apart, and what helps with each. */
#include "grader/labs/common/causes.h"

const Cause lab1_causes[] = {
	/* 1.1 */
	{"no-gpu", "lab1.md#Errors stay until somebody asks",
	 "what does cudaGetDeviceCount return where there is no GPU, and what is in the count "
	 "then?"},
	{"gpu-count", "lab1.md#Which cards a program sees",
	 "who has read CUDA_VISIBLE_DEVICES already? Ask CUDA alone"},
	/* 1.2 */
	{"name-too-long", "lab1.md#What a GPU says of itself",
	 "how many letters fit behind each other with the '\\0' that ends a text? %.15s in a "
	 "format cuts it"},
	{"name-not-closed", "lab1.md#What a GPU says of itself",
	 "which byte ends a text in C, and does strncpy always write it?"},
	{"wrong-figure", "lab1.md#What a GPU says of itself",
	 "which field of the properties is this, and of which GPU did you ask for them?"},
	{"capability", "lab1.md#What a GPU says of itself",
	 "the capability 8.0 is 80 here: what is made of major and minor?"},
	{"memory-unit", "lab1.md#What a GPU says of itself",
	 "totalGlobalMem counts bytes: how many of them are a MiB?"},
	/* 1.3 */
	{"cpu-name", "lab1.md#The CPU and the GPUs",
	 "which words stand for the CPU, and does an index behind them change anything?"},
	{"gpu-name", "lab1.md#The CPU and the GPUs",
	 "which words stand for a GPU, and what does one without an index mean?"},
	{"no-device-word", "lab1.md#The CPU and the GPUs",
	 "which words stand for a device? The whole of what is before the colon has to be one of "
	 "them"},
	{"text-left", "lab1.md#Reading a name to its end",
	 "what is left of the text when you have read what you expected? Behind a colon there is "
	 "at "
	 "least one digit, and nothing but digits"},
	{"text-changed", "lab1.md#Reading a name to its end",
	 "the text is const, and your caller's: which call writes into it? Read it, or work on a "
	 "copy"},
	/* 1.4 and 1.5 */
	{"index-from-end", "lab1.md#Programs for any machine",
	 "-1 is the last GPU: what has to be added to an index below 0, and how often?"},
	{"index-beyond", "lab1.md#Programs for any machine",
	 "with n GPUs, what are the smallest and the largest index that exist?"},
	{"cpu-alone", "lab1.md#Programs for any machine",
	 "what is in the list without a GPU, if there is room for it?"},
	{"list-room", "lab1.md#Programs for any machine",
	 "what does it do when the list has less room than there are GPUs?"},
	{"list-of-gpus", "lab1.md#Programs for any machine",
	 "which GPU belongs to place i of the list?"},
	/* 1.6 */
	{"unset-or-empty", "lab1.md#Which cards a program sees",
	 "not set and empty are two cases: in which one are all cards visible, and in which none?"},
	{"list-ends", "lab1.md#Which cards a program sees",
	 "at which number does the list end? At the first that names no card, below 0 or too "
	 "large"},
	{"list-order", "lab1.md#Which cards a program sees",
	 "which card is the first number of the list, and how many digits may a number have?"},
	{NULL, NULL, NULL},
};
