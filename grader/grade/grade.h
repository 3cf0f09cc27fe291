/* grade.h - the results of one submission, and how they come about. */
#ifndef GRADER_GRADE_GRADE_H
#define GRADER_GRADE_GRADE_H

#include <stdbool.h>

#include "grader/compile/compile.h"
#include "grader/grade/kit_diff.h"
#include "grader/include/verdict.h"
#include "grader/setup/options.h"
#include "grader/setup/registry.h"

typedef struct CheckResult {
	const Check *check;
	Verdict verdict;
	/* why it fails: the first check of the lab that does not pass either, and whose function this one's calls; or NULL */
	const Check *rests_on;
	bool other_task; /* its task reads otherwise in the file than in this kit (task_text.h) */
	char *details;   /* JSON text from the judge (details.h), or NULL */
} CheckResult;

typedef struct LabResult {
	const LabChecks *lab;
	CompileResult build;
	CheckResult *checks; /* the chosen ones */
	int count;
	double gained; /* points of checks that pass now and did not when last judged */
} LabResult;

typedef struct Grade {
	const Options *options;
	LabResult *labs; /* the chosen ones */
	int count;
	KitDiff changed; /* what else was handed in and is not used */
} Grade;

typedef struct Marks {
	double score, max_score, unjudged;
	int of[6]; /* how many checks have each VerdictKind */
} Marks;

/* Builds and checks everything that the options choose, and tells the report as it goes. */
Grade *grade_submission(const Options *options);
void grade_free(Grade *grade);

Marks marks_of_lab(const LabResult *lab);
Marks marks_of_grade(const Grade *grade);

#endif
