/* line_counts.h - which lines of the student's file one check reached, as gcc's counters say. */
#ifndef GRADER_JUDGE_LINE_COUNTS_H
#define GRADER_JUDGE_LINE_COUNTS_H

#include "grader/judge/judge_state.h"

/* Takes the counters of a run that is over from the folder that it wrote in, has gcov read them in
 * a sandbox, and notes the lines in judge->coverage. Uses child processes: the caller must have
 * none. */
void line_counts_take(Judge *judge, int folder_fd);

#endif
