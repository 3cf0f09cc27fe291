/* repeats.h - whole numbers that were drawn for a run, and are drawn again for others that are to be like it
 * (judge_repeat() of run.h). */
#ifndef GRADER_JUDGE_REPEATS_H
#define GRADER_JUDGE_REPEATS_H

#include "grader/judge/judge_state.h"

void repeats_note(Judge *j, int64_t least, int64_t most, int64_t value);

/* Whether a number between these was drawn for the run that is repeated, behind the last one that was taken; if so it is in
 * *value. */
bool repeats_drawn(Judge *j, int64_t least, int64_t most, int64_t *value);

/* What was drawn since the last run was for this one, which is about to go. */
void repeats_keep(Run *r);

#endif
