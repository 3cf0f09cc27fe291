/* format.c - the table of formats. docs/exports.md has the same table, with what each leaves out.
 */
#include "grader/export/formats/format.h"

#include <string.h>

const Format formats[] = {
	{"gradescope", "results.json", "Gradescope's autograder results", NEEDS_SUBMISSION, 0,
	 gradescope_write},
	{"canvas", "canvas.csv", "Canvas's gradebook; fills in IN=export.csv when given",
	 NEEDS_CLASS, 0, canvas_write},
	{"moodle", "moodle.csv", "Moodle's grading worksheet, filled in; needs IN=worksheet.csv",
	 NEEDS_CLASS_AND_IN, 0, moodle_write},
	{"junit", "junit.xml", "JUnit XML, one suite a lab", NEEDS_SUBMISSION, 1, junit_write},
	{"autolab", "autolab.txt", "Autolab: feedback, and scores as its last line",
	 NEEDS_SUBMISSION, 0, autolab_write},
	{"prairielearn", "prairielearn.json", "PrairieLearn's external grading results",
	 NEEDS_SUBMISSION, 1, prairielearn_write},
	{"check50", "check50.json", "check50's output", NEEDS_SUBMISSION, 1, check50_write},
	{"classroom50", "result.json", "Classroom 50's result of an autograder", NEEDS_SUBMISSION,
	 0, classroom50_write},
	{"github-classroom", "github-classroom.txt",
	 "base64 for the reporter of GitHub Classroom (retired 28 August 2026)", NEEDS_SUBMISSION,
	 0, classroom_write},
	{"nbgrader", "nbgrader.csv", "nbgrader's CSV", NEEDS_CLASS, 0, nbgrader_write},
	{"exercism", "exercism.json", "Exercism's test runner results, version 3", NEEDS_SUBMISSION,
	 1, exercism_write},
	{"submitty", "validation_results.json", "what a custom validator of Submitty answers",
	 NEEDS_SUBMISSION, 1, submitty_write},
	{"csv", "marks.csv", "a plain table of the class", NEEDS_CLASS, 0, table_write},
};
const int format_count = sizeof formats / sizeof *formats;

const Format *format_find(const char *name)
{
	for (int i = 0; i < format_count; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}
