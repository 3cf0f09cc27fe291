/* describe_inputs.h - what a run was about, for messages on a program that had no time to say it.
 */
#ifndef GRADER_JUDGE_DESCRIBE_INPUTS_H
#define GRADER_JUDGE_DESCRIBE_INPUTS_H

#include <stddef.h>

#include "grader/include/judge.h"

#define ABOUT_MAX 200 /* bytes of such a text */

/* " (inputs: x (0, 7) on gpu:1, from 0)": the run's numbers, texts and shapes in the order in which
 * it got them; what does not fit is left out, and "..." says so. Or the words of run_about(), in
 * parentheses too. Returns text. */
const char *about_run(const Run *run, char *text, size_t size);

#endif
