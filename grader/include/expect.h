/* expect.h - expectations: each returns when it holds and ends the check when it does not. And why it would, and the words
 * of messages. Part of judge.h. */
#ifndef GRADER_INCLUDE_EXPECT_H
#define GRADER_INCLUDE_EXPECT_H

#include <stdint.h>

#include "grader/include/check.h"
#include "usegpu/device.h"
#include "usegpu/tensor.h" /* Shape */

/* `what` completes "wanted ... ": judge_int(j, "the number of GPUs", got, 2) says
 * "the number of GPUs: wanted 2, got 3". */
void judge_int(Judge *j, const char *what, int64_t got, int64_t wanted);
void judge_real(Judge *j, const char *what, double got, double wanted, double tolerance);
void judge_text_is(Judge *j, const char *what, const char *got, const char *wanted);
void judge_device(Judge *j, const char *what, Device got, Device wanted);
void judge_shape(Judge *j, const char *what, Shape got, Shape wanted);
void judge_at_most(Judge *j, const char *what, double got, double most);
void judge_at_least(Judge *j, const char *what, double got, double least);

/* Compares element by element: |got - wanted| <= tolerance * max(1, |wanted|), and never for a NaN,
 * a missing array or a result that has fewer elements. Names the first index that differs, with
 * both values. */
void judge_floats(Judge *j, const char *what, const float *got, const float *wanted, int64_t count,
		  double tolerance);

/* The same for numbers that were copied and have to be the same: when the first quarter of them is right it
 * says so, as that is what comes of a size in numbers where bytes are counted. */
void judge_copied(Judge *j, const char *what, const float *got, const float *wanted, int64_t count);

/* Anything else: fails the check when `holds` is 0, with this message. */
#define judge_that(j, holds, ...) ((holds) ? (void)0 : judge_fail(j, __VA_ARGS__))

/* The share of the points that the check is worth if it fails from here on: for a guess that is near. */
void judge_share(Judge *j, double share);

/* What the check has just shown, for who passed it: one or two short sentences with their own figure
 * beside the one that the judge computes or the solution has. Of several calls the last one counts;
 * a check that fails has none. */
void judge_lesson(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Microseconds with 4 digits: "155.3 us", "12.71 ms". */
const char *say_us(Judge *j, double us);
/* The same in the unit of the longer of two times, for those that stand beside each other. */
const char *say_us_beside(Judge *j, double us, double other);

/* "1 copy", "3 copies"; "4 bytes", "2.4 MB". */
const char *say_many(Judge *j, double count, const char *one, const char *many);
const char *say_bytes(Judge *j, double bytes);

/* Fails the check with this message. */
_Noreturn void judge_fail(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What fails from here on fails for this cause: one of the lab's, or one of grader/judge/causes.c. It
 * holds until the next, or until the next run_go(). */
void judge_because(Judge *j, const char *cause);

/* judge_that() and judge_fail() for one cause, whichever the judge has named. */
#define judge_that_for(j, holds, cause, ...)                                                       \
	((holds) ? (void)0 : (judge_because(j, cause), judge_fail(j, __VA_ARGS__)))
#define judge_fail_for(j, cause, ...) (judge_because(j, cause), judge_fail(j, __VA_ARGS__))

/* The drives send all that the judges ask for: if not, the program forged it. */
#define judge_complete(j, holds)                                                                   \
	judge_that_for(j, holds, "damaged-results", "the results are not complete")

#endif
