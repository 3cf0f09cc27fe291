/* drive.h - the half of a check that runs in the student's process.
 *
 * A drive receives inputs by name from the judge, calls the exercise, and names its results. It
 * decides nothing: it holds no expected value, no points and no verdict. The judge, in another
 * process, does that (grader/include/judge.h).
 *
 *     static void drive_3_2(Drive *d)
 *     {
 *             Tensor *x = drive_tensor(d, "x"), *y = drive_tensor(d, "y");
 *             drive_go(d);
 *             Tensor *z = add_where_y_lives(x, y);
 *             drive_end(d);
 *             drive_put_tensor(d, "z", z);
 *             drive_thaw(d);
 *             tensor_free(z);
 *             tensor_free(y);
 *             tensor_free(x);
 *     }
 *     const DriveCheck lab_drives[] = {{"3.2", drive_3_2}, {NULL, NULL}};
 *
 * One process runs one drive, once or twice, each time with other inputs. A drive frees what it
 * made and what the exercise returned, and leaves things as it found them: peer access off, limits
 * as they were, no files. What is left over is the exercise's leak. An input that is missing, or of
 * another type than asked for, is the kit's own fault: the process ends and the check fails for
 * every submission, the solutions too.
 *
 * Exercises are declared weak by the drive, so that a file that lacks one still links; a drive that
 * is about to call a missing one is never started, because the judge names the function and the
 * grader looks it up in the object first (Check.function). */
#ifndef GRADER_INCLUDE_DRIVE_H
#define GRADER_INCLUDE_DRIVE_H

#include <stdint.h>

#include "lab.h"

typedef struct Drive Drive;

typedef struct DriveCheck {
	const char *id;
	void (*drive)(Drive *d);
} DriveCheck;

/* Each labN_drive.c defines this one table, closed by an entry whose id is NULL. */
extern const DriveCheck lab_drives[];

/* An instructor's labN_hidden_drive.c (docs/hidden.md) defines another one, of this name. */
extern const DriveCheck hidden_drives[] __attribute__((weak));

/* --- inputs, by name. Pointers stay valid until the drive returns. ---------------------------- */
int64_t drive_int(Drive *d, const char *name);
double drive_real(Drive *d, const char *name);
const char *drive_text(Drive *d, const char *name);
const float *drive_floats(Drive *d, const char *name, int64_t *count); /* host memory; count may
									* be NULL */
const int64_t *drive_ints(Drive *d, const char *name, int64_t *count);
/* A copy of so many bytes and a 0 behind, which is the last byte that can be read; for free(). The process ends where there
 * is no memory. */
char *drive_text_copy(const char *text, size_t bytes);

/* Wipes floats, and gives them back before the drive returns: where the exercise is to get at numbers in another way, or the judge
 * to look at the memory that it takes, nothing may be there that it could use instead. */
void drive_forget(Drive *d, const char *name);

/* How many numbers the list has, whoever has them. */
int64_t drive_count(Drive *d, const char *name);

/* Has `count` numbers of a list, from the first-th on, put into memory of a GPU (float; int32_t of
 * ints), which waits for all that is queued there; of a list that is not for GPUs (run_give) into host
 * memory too. Before drive_go(). */
void drive_give(Drive *d, const char *name, int64_t first, void *memory, int64_t count);

/* A tensor on the device that the judge named, which has all of it; the drive owns it and frees it.
 */
Tensor *drive_tensor(Drive *d, const char *name);

/* --- the measured window ---------------------------------------------------------------------- */

/* Tells the judge that everything is prepared and waits for its go; counting starts there. */
void drive_go(Drive *d);

/* Ends the window: tells the judge that the call has returned. A drive has eight windows at most; the
 * judge says how many (run_windows), and which of them it counts (run_window).
 *
 * Where the judge has a link to the simulated machine, the machine is frozen from here to the next
 * drive_go() or drive_thaw(): memory can be given back, and asked about (cudaGetDevice,
 * cudaPointerGetAttributes, cudaMemGetInfo), all else is refused with cudaErrorNotPermitted. So what
 * a drive has to prepare for a second window, it prepares before the first. Results are named now:
 * the judge reads those on a GPU itself, as all that was queued leaves them. */
void drive_end(Drive *d);

/* Has the judge look at how much memory the program has now; a result of that name. */
void drive_held(Drive *d, const char *name);

/* Has the judge watch from now on what becomes of the file whose path is the input of that name; once, before
 * drive_go(). It must be there. What drive_held() makes known then tells of it, too. */
void drive_watch(Drive *d, const char *name);

/* Has the judge look at the file whose path is the input of that name; a result of the same name. */
void drive_file(Drive *d, const char *name);

/* For what only later work can show: the GPUs may be used again. The judge takes no result that is
 * named after it, or after the next window, but those that it expects then (run_later, run_behind);
 * none within a window; and no window after it. */
void drive_thaw(Drive *d);

/* 1 between drive_end() and what ends the freeze. */
int drive_is_frozen(void);

/* --- results, by name ------------------------------------------------------------------------- */
void drive_put_int(Drive *d, const char *name, int64_t value);
void drive_put_real(Drive *d, const char *name, double value);
void drive_put_text(Drive *d, const char *name, const char *value); /* NULL is sent as NULL */
void drive_put_ints(Drive *d, const char *name, const int64_t *values, int64_t count);
void drive_put_floats(Drive *d, const char *name, const float *values, int64_t count); /* host */

/* Elements at a pointer on any device, without touching the exercise's counters or errors. NULL, or
 * memory that cannot be read, is sent as "nothing". */
void drive_put_device_floats(Drive *d, const char *name, const float *pointer, int64_t count);

/* The same of an array of which the judge looks at a few numbers (run_look). Without a link to the machine it is sent
 * as "nothing". */
void drive_put_some(Drive *d, const char *name, const float *pointer, int64_t count);

/* The elements of up to 64 tensors, one behind the other, as one list of floats. */
void drive_put_tensors(Drive *d, const char *name, const Tensor *const *tensors, int count);

/* Shape, dtype, device and elements; NULL is sent as "nothing". */
void drive_put_tensor(Drive *d, const char *name, const Tensor *tensor);

#endif
