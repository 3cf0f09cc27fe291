/* filter.h - a part of drive.c: a filter of system calls that is made in the program itself, as it looks at addresses. It is in the
 * language that the kernel has for it (BPF, seccomp); what it refuses stands in lockdown.h. */
#ifndef GRADER_DRIVE_FILTER_H
#define GRADER_DRIVE_FILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>

#define FILTER_MOST 4096 /* instructions: no filter may have more */
#define CALLS_MOST  32
#define REFUSED     (SECCOMP_RET_ERRNO | EPERM)

typedef struct Filter {
	struct sock_filter code[FILTER_MOST];
	int count;
	uint32_t call[CALLS_MOST]; /* which are looked at */
	int calls;
} Filter;

typedef struct Range {
	uint64_t from, to;
} Range;

/* Appends an instruction, and returns which one it is. */
static int filter_add(Filter *f, int code, uint32_t number, int when, int when_not)
{
	if (f->count == FILTER_MOST)
		abort();
	f->code[f->count] = (struct sock_filter)BPF_JUMP((uint16_t)code, number, (uint8_t)when,
							 (uint8_t)when_not);
	return f->count++;
}

static void filter_return(Filter *f, uint32_t what)
{
	filter_add(f, BPF_RET | BPF_K, what, 0, 0);
}

/* A half of an argument; numbers lie with the low half first. */
static void filter_load(Filter *f, int argument, int high)
{
	filter_add(f, BPF_LD | BPF_W | BPF_ABS,
		   (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)argument +
			      4 * (size_t)high),
		   0, 0);
}

/* Goes on with the next instruction if it is that call, else behind the matching filter_end(). */
static int filter_call(Filter *f, long call)
{
	int i = 0;

	while (i < f->calls && f->call[i] != (uint32_t)call)
		i++;
	if (i == CALLS_MOST)
		abort();
	f->call[i] = (uint32_t)call;
	f->calls += i == f->calls;
	filter_add(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 1, 0);
	return filter_add(f, BPF_JMP | BPF_JA, 0, 0, 0);
}

static void filter_end(Filter *f, int jump)
{
	f->code[jump].k = (uint32_t)(f->count - jump - 1);
}

/* Jumps behind what follows unless the low half of the argument, `and` a mask, is that number. */
static int filter_unless(Filter *f, int argument, uint32_t mask, uint32_t number)
{
	filter_load(f, argument, 0);
	filter_add(f, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, number, 1, 0);
	return filter_add(f, BPF_JMP | BPF_JA, 0, 0, 0);
}

/* Refuses the call where the low half of the argument, `and` a mask, is that number. */
static void refuse_bits(Filter *f, long call, int argument, uint32_t mask, uint32_t number)
{
	int other = filter_call(f, call), fits = filter_unless(f, argument, mask, number);

	filter_return(f, REFUSED);
	filter_end(f, fits);
	filter_end(f, other);
}

static void refuse_argument(Filter *f, long call, int argument, uint32_t number)
{
	refuse_bits(f, call, argument, ~0U, number);
}

static void refuse_call(Filter *f, long call)
{
	int other = filter_call(f, call);

	filter_return(f, REFUSED);
	filter_end(f, other);
}

enum { END_HIGH, END_LOW, HALF, OFFSET }; /* words of the filter's memory */

/* Works out where the bytes from `address` on end (both are arguments). The kernel refuses a sum that has more than 64
 * bits. */
static void filter_find_end(Filter *f, int address, int bytes)
{
	filter_load(f, bytes, 0);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_load(f, address, 0);
	filter_add(f, BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
	filter_add(f, BPF_ST, END_LOW, 0, 0);
	filter_add(f, BPF_JMP | BPF_JGE | BPF_X, 0, 2, 0);
	filter_add(f, BPF_LD | BPF_IMM, 1, 0, 0); /* the carry */
	filter_add(f, BPF_JMP | BPF_JA, 1, 0, 0);
	filter_add(f, BPF_LD | BPF_IMM, 0, 0, 0);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_load(f, address, 1);
	filter_add(f, BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_load(f, bytes, 1);
	filter_add(f, BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
	filter_add(f, BPF_ST, END_HIGH, 0, 0);
}

/* Jumps behind what follows unless the bytes from `address` to that end meet the range. */
static int filter_unless_meets(Filter *f, int address, Range range)
{
	filter_add(f, BPF_LD | BPF_MEM, END_HIGH, 0, 0);

	/* the end: above where the range begins? */
	filter_add(f, BPF_JMP | BPF_JGT | BPF_K, (uint32_t)(range.from >> 32), 3, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(range.from >> 32), 0, 8);
	filter_add(f, BPF_LD | BPF_MEM, END_LOW, 0, 0);
	filter_add(f, BPF_JMP | BPF_JGT | BPF_K, (uint32_t)range.from, 0, 6);

	/* and the first: below where it ends? */
	filter_load(f, address, 1);
	filter_add(f, BPF_JMP | BPF_JGT | BPF_K, (uint32_t)(range.to >> 32), 4, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(range.to >> 32), 0, 2);
	filter_load(f, address, 0);
	filter_add(f, BPF_JMP | BPF_JGE | BPF_K, (uint32_t)range.to, 1, 0);
	filter_add(f, BPF_JMP | BPF_JA, 1, 0, 0);
	return filter_add(f, BPF_JMP | BPF_JA, 0, 0, 0);
}

enum { CLOSED_MOST = 32 };

/* What must stay as it is. */
typedef struct Closed {
	Range range[CLOSED_MOST]; /* first the arena */
	size_t count;
	bool lacks; /* one that there is no room for, or that cannot be told */
} Closed;

/* Refuses what has bytes of one of the ranges, from the `first` of them on. */
static void refuse_meeting(Filter *f, int address, int bytes, const Closed *closed, size_t first)
{
	filter_find_end(f, address, bytes);
	for (size_t i = first; i < closed->count; i++) {
		int apart = filter_unless_meets(f, address, closed->range[i]);

		filter_return(f, REFUSED);
		filter_end(f, apart);
	}
}

static void refuse_ranges(Filter *f, long call, int address, int bytes, const Closed *closed,
			  size_t first)
{
	int other = filter_call(f, call);

	refuse_meeting(f, address, bytes, closed, first);
	filter_end(f, other);
}

/* Puts in front: other calls than those that are looked at are let through. The kernel goes over the filter once for
 * each call that there is. */
static void filter_begin(Filter *f)
{
	const int more = f->calls + 2;

	if (f->count + more > FILTER_MOST)
		abort();
	memmove(f->code + more, f->code, (size_t)f->count * sizeof *f->code);

	const int whole = f->count + more;

	f->count = 0;
	filter_add(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
	for (int i = 0; i < f->calls; i++)
		filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, f->call[i], f->calls - i, 0);
	filter_return(f, SECCOMP_RET_ALLOW);
	f->count = whole;
}

#endif
