/* refused_calls.h - for seccomp.c alone: what the filter of system calls refuses. */
#ifndef GRADER_SANDBOX_REFUSED_CALLS_H
#define GRADER_SANDBOX_REFUSED_CALLS_H

#include <seccomp.h>

/* Calls that no exercise needs, by name, so that a system that lacks one is no trouble. Closed by
 * NULL. */
extern const char *const refused_calls[];

/* Answered with 0 and not made: a program that replaces a file with care makes them, of what is its own alone, and its work is
 * the same without. Of the kit's files nothing may be changed or locked. */
extern const char *const undone_calls[];

/* The same as refused_calls in a program that has no real GPU: its driver may need them. */
extern const char *const refused_without_hardware[];

typedef enum Where {
	ANYWHERE,
	AMONG_OTHERS,     /* where the program's processes have no namespace of their own */
	WITHOUT_SHARING,  /* where the simulated GPUs are in another process */
	WITHOUT_HARDWARE, /* where no GPU's driver is asked */
} Where;

/* A call is refused when all the conditions on its arguments hold. */
typedef struct Rule {
	const char *call;
	struct scmp_arg_cmp condition[2];
	int conditions;
	Where where;
	int error; /* 0: EPERM */
} Rule;

/* Closed by one whose call is NULL. */
extern const Rule refused_arguments[];

/* Conditions. A filter sees arguments as 64-bit numbers and cannot follow pointers. Where the kernel
 * takes an int, it ignores the upper half, which a program may fill as it likes: LOW compares the
 * lower half, NOT refuses whatever differs in any bit, and ABOVE what has a bit of the upper half. */
#define LOW(argument, value)                                                                       \
	{                                                                                          \
		argument, SCMP_CMP_MASKED_EQ, 0xffffffffu, (uint32_t)(value)                       \
	}
#define BITS(argument, mask, value)                                                                \
	{                                                                                          \
		argument, SCMP_CMP_MASKED_EQ, mask, value                                          \
	}
#define NOT(argument, value)                                                                       \
	{                                                                                          \
		argument, SCMP_CMP_NE, value, 0                                                    \
	}
#define BELOW(argument, value)                                                                     \
	{                                                                                          \
		argument, SCMP_CMP_LT, value, 0                                                    \
	}
#define ABOVE(argument, value)                                                                     \
	{                                                                                          \
		argument, SCMP_CMP_GT, value, 0                                                    \
	}

#endif
