/* run_results.h - what came back of a run: its results, and what it left on the host. Part of judge.h. */
#ifndef GRADER_INCLUDE_RUN_RESULTS_H
#define GRADER_INCLUDE_RUN_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/include/check.h"
#include "usegpu/device.h"
#include "usegpu/tensor.h" /* Shape and Dtype */

/* What came back. A result that is missing or of another type fails the check. */
typedef struct RunTensor {
	Shape shape;
	Dtype dtype;
	Device device;
	const float *values;       /* for DTYPE_FLOAT32, else NULL */
	const int32_t *int_values; /* for DTYPE_INT32, else NULL */
	int64_t count;
	uint64_t address; /* on a GPU: where the judge has read it; 0: that is not known */
} RunTensor;

int64_t run_get_int(Run *r, const char *name);
double run_get_real(Run *r, const char *name);
const char *run_get_text(Run *r, const char *name); /* may be NULL */
const int64_t *run_get_ints(Run *r, const char *name, int64_t *count);
const float *run_get_floats(Run *r, const char *name, int64_t *count); /* NULL: nothing came */

/* The same for floats that have to lie in the memory of that GPU, where the judge has read them
 * itself (-1: on the host); and, if it has put the input of that name on a GPU, where it has put that. NULL: the exercise gave NULL, or what is no memory. */
const float *run_get_floats_on(Run *r, const char *name, int64_t gpu, int64_t *count);

/* The same of one array, which lies where the judge has put the input of that name, if there is one: who names a
 * place of his own choice could have answers lie there beforehand. */
const float *run_get_floats_given(Run *r, const char *name, int64_t gpu, int64_t *count);

/* Of a result that may lie on a GPU: whether it is one array, which begins where its memory begins, so that cudaFree()
 * takes it; true of one on the host. And where it lies; 0: not on a GPU, or that is not known. */
bool run_begins_memory(Run *r, const char *name);
uint64_t run_place(Run *r, const char *name);

const int64_t *run_want_ints(Run *r, const char *name,
			     int64_t count);               /* fails unless so many came */
const RunTensor *run_get_tensor(Run *r, const char *name); /* NULL: the exercise returned NULL */

/* Whether the machine itself said what was counted, and not the program. Then it also tells in what state the
 * window left the main thread: `device` and `peers` of run_counts(). */
bool run_is_linked(const Run *r);

/* Whether the process was called before, with the inputs of the other judge. What cannot change in a process may be
 * remembered from then. */
bool run_is_second(const Run *r);

/* How many bytes more of its own the program had at the drive's host_put() than at its host_begin(), as the
 * kernel says: resident ones, but for the stack and what is static. 0 where that cannot be told. */
int64_t run_held(Run *r);

/* Whether blocks of the program's from malloc() are the drive's, behind each of which a page is closed. */
bool run_is_guarded(const Run *r);

/* How many more files and folders the program had open then, likewise. */
int64_t run_open_files(Run *r);

/* How many more names there were in its folder then, and in the folders there, likewise. */
int64_t run_new_names(Run *r);

/* How many bytes more of its own it had resident then: those of arrays on the stack and of static ones, too; or at one time
 * between the two, of whatever kind, given back or not. With what it has got since the first look at the call before; and no
 * fewer than the memory that it shares with its machine has got. */
int64_t run_resident(Run *r);

/* Whether it was the drive's own watch over a file that told of it: begun in this call, and nothing had become of the file when
 * the exercise was called. */
bool run_is_watched(Run *r);

/* Whether the file that the drive has watched (drive_watch) was written to, moved, removed or replaced. */
bool run_file_touched(Run *r);

/* Whether a file took its name that was not called the same with ".part" behind. */
bool run_file_other(Run *r);

/* Whether it was written to in its place, moved away or removed, and not replaced by one rename(). */
bool run_file_lost(Run *r);

/* What was in the file whose path is the input of that name, at the drive's drive_file(); behind it come zeros, so that
 * its last number is whole. *bytes: its length, -1 where there was no such file. */
const void *run_file(Run *r, const char *name, int64_t *bytes);

/* "cudaErrorInvalidValue, from lab5_matmul_timing.c:83": the first call in the run's windows that failed, if it
 * stands in the student's file; NULL: none did. A failure without a reason tells it by itself. */
const char *run_failed_call(const Run *r);

/* The line of the student's file that asked for a block from malloc() which the exercise has made and nobody gave
 * back; 0 when there is none. */
int run_kept_line(const Run *r);

/* The line of the student's file at which the first finding of an allowed kind was made; 0 when
 * there was none, below 0 when there was one, but in no line of that file. */
int run_finding_line(Run *r, const char *kind);

#endif
