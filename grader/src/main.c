/* main.c - usegpu-grade: grades one submission.
 *
 * Theory of operation. This process reads the command line, keeps the order and reports; it never
 * touches what the student wrote. Each lab is built by a process of its own (build.c), and each
 * check has a judge, again a process of its own (judge.c), which starts the student's program for
 * every run (run_go.c, process.c) and talks with it over a channel (protocol.h, channel.c). So
 * nothing that the student's code does can reach the judge's expectations or this report.
 *
 * Exit status: 0 graded; 1 with --strict when full marks were missed or something stayed unjudged;
 * 2 when the grader itself failed, or was called wrongly. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "debug.h"
#include "grade.h"
#include "hints.h"
#include "interrupt.h"
#include "options.h"
#include "progress.h"
#include "remote.h"
#include "report.h"
#include "results.h"
#include "work.h"

static int submission_grade(const Options *options)
{
	Grade *grade = grade_submission(options);
	char *path;

	if (grade == NULL) {
		fprintf(stderr, "usegpu-grade: out of memory\n");
		return 2;
	}
	if (interrupt_came()) { /* half a result would look like a whole one */
		grade_free(grade);
		return 2;
	}
	/* The quick loop is for the eyes: it leaves the results of the last grading alone. */
	path = options->quick ? NULL : results_write(grade);
	if (path != NULL || options->quick)
		report_totals(grade, path);

	Marks marks = marks_of_grade(grade);
	int full = marks.score == marks.max_score && marks.unjudged == 0;
	int failed = (path == NULL && !options->quick) || marks.of[VERDICT_ERROR] > 0;
	int status = failed ? 2 : options->strict && !full;

	free(path);
	grade_free(grade);
	return status;
}

int main(int argc, char **argv)
{
	Options options;
	int status = options_read(&options, argc, argv);

	signal(SIGPIPE, SIG_IGN);
	interrupt_install();
	if (status != 0)
		status = status < 0 ? 2 : 0;
	else if (options.progress)
		status = progress_print(&options) < 0 ? 2 : 0;
	else if (work_begin(&options) < 0)
		status = 2;
	else if (options.remote && remote_open(&options) < 0)
		status = 2;
	else if (options.debug)
		status = debug_check(&options) < 0 ? 2 : 0;
	else if (options.hint)
		status = hint_give(&options) < 0 ? 2 : 0;
	else
		status = submission_grade(&options);
	remote_close();
	work_end(&options);
	options_free(&options);
	interrupt_leave();
	if (fflush(stdout) != 0)
		status = 2;
	return status;
}
