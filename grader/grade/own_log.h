/* own_log.h - what each of a student's own gradings found, for the page of make worklog.
 *
 * BUILD/progress/SUBMISSION/log has a line of JSON for each lab that was graded, the newest last: time,
 * seed, machine, and the lab as in results.json without what only helps on. It is the student's word: it
 * lies in a folder of theirs. Marks and the instructor's log come from the gradebook alone. */
#ifndef GRADER_GRADE_OWN_LOG_H
#define GRADER_GRADE_OWN_LOG_H

#include "grader/grade/grade.h"

/* Adds the lab. Says on stderr when it cannot be kept; that is not an error. */
void own_log_add(const Options *options, const LabResult *lab);

#endif
