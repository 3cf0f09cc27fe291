/* output_lines.h - shows what a program or the compiler printed, which is untrusted text. */
#ifndef GRADER_GRADE_OUTPUT_LINES_H
#define GRADER_GRADE_OUTPUT_LINES_H

#include <stddef.h>

#include "grader/include/verdict.h"

/* Prints whole lines, `most` of them at most, each behind `prefix`. What the verdict says already is left out:
 * the finding that its message is about, and others of that kind from the same line of the lab or from none.
 * NULL: all lines. `cut`: there was more than is here. */
void output_lines_print(const char *prefix, const char *text, size_t count, int most, int cut,
			const Verdict *verdict);

#endif
