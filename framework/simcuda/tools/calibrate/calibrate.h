/* calibrate.h - the parts of the program that fits a machine's figures to measured times.
 *
 * Theory of operation. rows.c reads a CSV file of measurements and deals its rows out into five
 * parts, by a hash of their text. gemm.c and lines.c fit the figures of a machine, which begins as
 * a copy of a known model. validate.c has each fit made six times: five times without one of the
 * parts, whose rows then show what such a fit is worth on rows that it has not seen, and at last
 * with all of them, which gives the figures. What the rows do not determine keeps the known model's
 * figure. write.c makes the machine file.
 *
 * Fits minimise a mean of absolute relative errors (not of their squares), as a median does, so a
 * few wild rows do not move them. The modelled times are those of machine/cost.c itself. */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "framework/simcuda/machine/machine.h"

/* --- rows.c ----------------------------------------------------------------------------------- */

typedef enum RowKind {
	ROW_GEMM,
	ROW_H2D_PINNED, /* copies, by the link that they take */
	ROW_D2H_PINNED,
	ROW_H2D_PAGEABLE,
	ROW_D2H_PAGEABLE,
	ROW_D2D,
	ROW_PEER,
	ROW_PEER_THROUGH_HOST,
	ROW_KERNEL, /* a kernel that moves so many bytes and does no arithmetic */
	ROW_HOST_ALLOC,
	ROW_LAUNCH, /* from here on: what one call costs the host */
	ROW_COPY_CALL,
	ROW_SYNC,
	ROW_EVENT,
	ROW_MALLOC,
	ROW_FREE,
	ROW_CLOCK,
	ROW_CALL,
	ROW_KINDS
} RowKind;

/* "gemm", "h2d_pinned", ... */
extern const char *const row_kind_names[ROW_KINDS];

typedef struct Row {
	RowKind kind;
	SimCost cost; /* ROW_GEMM */
	double bytes; /* copies, kernels, host_alloc */
	double nanoseconds;
	int part;   /* of PARTS */
	bool large; /* a product of 1 GFLOP or more, a copy of 64 KiB or more */
} Row;

#define PARTS 5

typedef struct Rows {
	Row *row;
	size_t count;
	char source[512]; /* from the file's "# source:" comments */
	char gpu[128];    /* whose rows these are; "" when the file does not say */
} Rows;

/* Reads the rows of that GPU (NULL: the file has one only). Prints a line for each row that makes
 * no sense. 0, or -1 when there was one, or the file cannot be used. The caller calls
 * rows_release(). */
int rows_read(const char *path, const char *gpu, Rows *rows);
void rows_release(Rows *rows);

/* --- validate.c ------------------------------------------------------------------------------- */

/* Relative errors of some rows. */
typedef struct Errors {
	size_t count;
	double mean, median, worst;
} Errors;

typedef struct Fit {
	const char *kind; /* "gemm f32" */
	const char
		*large;   /* what is said of its large rows: "of 1 GFLOP and more"; NULL: nothing */
	char figures[64]; /* their names, separated by blanks */
	Errors seen, seen_large;     /* of the fit with all rows, on them */
	Errors unseen, unseen_large; /* of those without a part, on that part */
	double gap, floor;           /* ns, of the measuring, not of the machine; negative: none */
} Fit;

#define MAX_FITS 32

typedef struct Result {
	SimMachine machine;
	Fit fit[MAX_FITS];
	int fits;
} Result;

/* How a fit is made and used. `without` is a part that it must not see; -1: none. The model answers
 * with a time for the rows that it is for, and with 0 for the others. */
typedef struct Method {
	bool (*make)(void *context, const Rows *rows, int without);
	double (*model)(const void *context, const Row *row);
	void *context;
} Method;

/* Makes the fits and adds what they are worth to the result. NULL: it could not be made. */
Fit *fit_validate(Result *result, const Rows *rows, const Method *method);

/* The middle one; sorts the numbers. There is at least one. */
double median_of(double *number, size_t count);

/* The number with four significant digits, as it will stand in the file. */
double figure_round(double number);

/* --- lines.c, gemm.c -------------------------------------------------------------------------- */

/* Each fits what the rows determine and prints one line for what they do not. */
void fit_calls(const Rows *rows, Result *result);
void fit_lines(const Rows *rows, Result *result);
void fit_gemm(const Rows *rows, Result *result);

/* --- search.c --------------------------------------------------------------------------------- */

/* A parameter of a search: where it is kept, its bounds, and the first step. */
typedef struct Param {
	double *value;
	double least, most, step;
} Param;

/* Moves the parameters to where the loss is least nearby, by trying each alone, up and down, with
 * ever smaller steps. Returns that loss. Deterministic. */
double search(const Param *param, int count, double (*loss)(void *context), void *context);

/* --- write.c ---------------------------------------------------------------------------------- */

/* Writes the machine file: what was fitted, on top of the model `base`. 0, or -1 with a line. */
int result_write(const Result *result, const Rows *rows, const char *base, const char *path);

/* Prints the errors of each fit. */
void result_print(const Result *result);

#endif
