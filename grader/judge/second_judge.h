/* second_judge.h - a check is judged by two judges at once.
 *
 * Both run the check's judge function, each with inputs that it draws itself, in lock step: when
 * both have come to their next run, the student's process is started and called twice, first with
 * the inputs of the first judge, then with those of the second. So what works only once, and what
 * is remembered from an earlier call, shows, whatever the check is; and a process costs much more
 * than a call. Two runs that need different machines or environments get a process each.
 *
 * The first judge decides as if it were alone. What the second one finds counts when the first has
 * nothing to say about the runs so far, and its message tells that the first call was right.
 *
 * What the second judge draws for a run alternates. Either all is drawn anew; or whole numbers are
 * those of the first judge and only the numbers of judge_uniform() are others: the same shapes with
 * other values, at the same addresses of GPU memory, so that a result kept by shape or by address
 * shows. Where both have a run that is like an earlier one of theirs (judge_repeat), each draws what it drew for that. */
#ifndef GRADER_JUDGE_SECOND_JUDGE_H
#define GRADER_JUDGE_SECOND_JUDGE_H

#include <stdbool.h>

#include "grader/judge/judge_state.h"

/* What a message about the second call begins with. */
#define TWICE_SECOND "the second call in one process, with other inputs: "

/* Runs the check's judge function for `first`, and for another judge beside it. Returns when both
 * have passed; else leaves by judge_leave(). */
void twice_judge(Judge *first);

/* Lets go of the second judge, wherever it is. To be called when `first` is done, however. */
void twice_end(Judge *first);

/* The first judge has come to a run (NULL: to its end): lets the second one judge and draw until it
 * has come to its next one, which is returned; NULL when it has passed. Leaves when it has failed.
 */
Run *twice_other(Judge *first, const Run *next);

/* The second judge has come to a run: waits until it has happened. */
bool twice_is_second(const Judge *j);
void twice_wait(Run *r);

/* Nobody waits for its verdict any more: it has come to its end, whatever it finds on the way out. */
bool twice_is_dropped(const Judge *j);

/* Whether the second judge takes over a number that the first one drew, instead of drawing; if so
 * it is in *value. */
int twice_drawn(Judge *j, int64_t least, int64_t most, int64_t *value);

/* Both judges have an operation fail in the two runs of one process, and want to be told: it is drawn whether it does
 * fail in both, or one of them is spared. */
void twice_spare(Judge *first, Run *mine, Run *other);

/* Judge j draws numbers of judge_uniform(). */
void twice_note_values(Judge *j);

#endif
