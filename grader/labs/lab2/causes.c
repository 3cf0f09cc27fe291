/* causes.c - the mistakes that lab 2 tells apart, and what helps with each. */
#include "grader/labs/common/causes.h"

const Cause lab2_causes[] = {
	/* 2.1 */
	{"pinned-is-host", "lab2.md#What CUDA knows about a pointer",
	 "pinned memory has a device too, and yet it is main memory: which field tells?"},
	{"pointer-of-host", "lab2.md#What CUDA knows about a pointer",
	 "what does cudaPointerGetAttributes say of memory that CUDA has not made, and where there "
	 "is no GPU?"},
	{"pointer-on-gpu", "lab2.md#What CUDA knows about a pointer",
	 "which field names the GPU? The current device has nothing to do with it"},
	/* 2.2 */
	{"not-on-a-gpu", "lab2.md#Where a tensor lives", "which call makes memory of a GPU?"},
	{"ones-by-bytes", "lab2.md#Bytes and numbers",
	 "cudaMemset writes bytes: are the four bytes of 1.0f equal?"},
	{"many-small-copies", "lab3.md#What a copy costs",
	 "how many copies does it take to send all numbers? Fill a list in main memory first"},
	/* 2.3 */
	{"second-gpu", "lab1.md#Programs for any machine",
	 "which number has the second GPU, and what is there on a machine with one GPU, or none?"},
	{"other-seed", "lab2.md#Where a tensor lives",
	 "which seed did tensor_uniform get? Draw the whole matrix at once"},
	{"drawn-elsewhere", "lab2.md#Where a tensor lives",
	 "where were the numbers drawn? tensor_uniform takes the device as its last argument"},
	/* 2.4 */
	{"used-is-free", "lab2.md#The current device",
	 "cudaMemGetInfo tells what is free and how much there is in all: how much is used?"},
	{"other-gpu-asked", "lab2.md#The current device",
	 "which GPU does cudaMemGetInfo speak about? Make the right one current before you ask"},
	/* 2.5 */
	{"pair-same", "lab2.md#When it does not fit", NULL},
	{"pair-too-small", "lab2.md#When it does not fit",
	 "how many bytes is each of the two to have?"},
	{"pair-too-large", "lab2.md#When it does not fit",
	 "bytes counts bytes already: what is the size of each request?"},
	{"pair-of-one", "lab2.md#When it does not fit", NULL},
	{"pair-not-null", "lab2.md#When it does not fit",
	 "what are both pointers when the buffers are refused? The comment above the function says "
	 "it"},
	{"bytes-missing", "lab2.md#When it does not fit",
	 "how much is free before you take anything, and how much do both need together?"},
	{"first-kept", "lab2.md#When it does not fit",
	 "what if the first buffer fits and the second does not?"},
	/* 2.6 */
	{"not-printed", "lab2.md#Printing is a copy",
	 "where does the text have to go? The function is given a file"},
	{"print-format", "lab2.md#Printing is a copy",
	 "how many digits has a number behind its point, what stands between two of them, and what "
	 "behind the "
	 "last one of a row?"},
	{"copy-for-each", "lab2.md#Printing is a copy",
	 "how many copies does it take to bring all numbers to the host?"},
	/* 2.7 */
	{"batch-below-zero", "lab2.md#When it does not fit",
	 "what is left when the parameters alone do not fit?"},
	{"batch-overflow", "lab2.md#When it does not fit",
	 "how many bytes do these parameters take, and can an int count them?"},
	{"batch-bytes", "lab2.md#When it does not fit",
	 "how many bytes do a parameter and its gradient take together, and how many are a MiB?"},
	{"print-place", "lab2.md#Printing is a copy",
	 "the file is your caller's, who may have written to it before: print behind that"},
	{NULL, NULL, NULL},
};
