/* grade.h - the results of one submission, and how they come about. */
#ifndef GRADE_H
#define GRADE_H

#include "build.h"
#include "changed.h"
#include "options.h"
#include "registry.h"
#include "verdict.h"

typedef struct CheckResult {
	const Check *check;
	Verdict verdict;
	const char *hint; /* the first hint for a check that failed, else "" */
	char *details;    /* JSON text from the judge (details.h), or NULL */
} CheckResult;

typedef struct LabResult {
	const LabChecks *lab;
	BuildResult build;
	CheckResult *checks; /* the chosen ones */
	int count;
	double gained; /* points of checks that pass now and did not when last judged */
} LabResult;

typedef struct Grade {
	const Options *options;
	LabResult *labs; /* the chosen ones */
	int count;
	Changed changed; /* what else was handed in and is not used */
} Grade;

typedef struct Marks {
	double score, max_score, unjudged;
	int of[6]; /* how many checks have each VerdictKind */
} Marks;

/* Builds and checks everything that the options choose, and tells the report as it goes. Returns
 * NULL when there is no memory. */
Grade *grade_submission(const Options *options);
void grade_free(Grade *grade);

Marks marks_of_lab(const LabResult *lab);
Marks marks_of_grade(const Grade *grade);

#endif
