/* causes.h - why a check failed, and what helps with that mistake and no other. */
#ifndef GRADER_JUDGE_CAUSES_H
#define GRADER_JUDGE_CAUSES_H

#include "grader/include/judge.h"
#include "grader/include/verdict.h"

/* Among the causes of the lab, then among those of all labs. NULL: there is none of that name. */
const Cause *cause_find(const Cause *of_lab, const char *id);

/* Those of all labs; the last one has NULL for an id. */
const Cause *causes_common(void);

/* Of a finding of that kind: its message tells some mistakes of one kind apart. */
const char *cause_of_finding(const char *kind, const char *message);

/* Writes the cause into the verdict; NULL: there is none. */
void cause_tell(Verdict *verdict, const Cause *cause);

/* The next failure is for this cause, unless the judge function has named one. */
void cause_unless(Judge *judge, const char *id);

#endif
