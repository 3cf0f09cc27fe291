/* main.c - usegpu grade: grades one submission.
 *
 * Theory of operation. This process reads the command line, keeps the order and reports; it never
 * touches what the student wrote. Each lab is built by a process of its own (compile.c), and each
 * check has a judge, again a process of its own (judge.c), which starts the student's program for
 * every run (run_exec.c, process.c) and talks with it over a channel (protocol.h, channel.c). So
 * nothing that the student's code does can reach the judge's expectations or this report.
 *
 * Exit status: 0 graded; 1 with --strict when full marks were missed or something stayed unjudged;
 * 2 when the grader itself failed, or was called wrongly. */
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/clock.h"
#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/compile/compile_cuda.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/gpu/machine_client.h"
#include "grader/grade/coverage.h"
#include "grader/grade/debug.h"
#include "grader/grade/details.h"
#include "grader/grade/grade.h"
#include "grader/grade/hints.h"
#include "grader/grade/progress.h"
#include "grader/grade/report.h"
#include "grader/grade/results.h"
#include "grader/setup/hidden.h"
#include "grader/setup/options.h"
#include "grader/setup/registry.h"
#include "grader/setup/rlimits.h"
#include "grader/setup/work_dir.h"

/* What else the student handed in; the quick loop is on one's own files. */
static int changed_look(const Options *options, Grade *grade)
{
	if (options->quick)
		return 0;
	if (kit_diff_find(&grade->changed, options->root, options->submission_fd) == 0)
		return 0;
	refuse("the kit's own files cannot be read: %s", strerror(errno));
	return -1;
}

static int submission_grade(const Options *options)
{
	double began = clock_now();
	Grade *grade = grade_submission(options);
	char *path = NULL;
	int unread;

	if (interrupt_came()) { /* half a result would look like a whole one */
		grade_free(grade);
		return 2;
	}
	if (options->coverage) {
		int written = coverage_write(grade);

		grade_free(grade);
		return written < 0 ? 2 : 0;
	}
	unread = changed_look(options, grade) < 0;
	/* The quick loop is for the eyes: it leaves the results of the last grading alone. */
	path = options->quick ? NULL : results_write(grade);
	int told = options->quick || (details_write(grade, clock_now() - began) == 0 &&
				      results_drop(options, "coverage.json") == 0);

	if (path || options->quick)
		report_totals(grade, path);

	Marks marks = marks_of_grade(grade);
	int full = marks.score == marks.max_score && marks.unjudged == 0;
	int failed = unread || (!path && !options->quick) || !told || marks.of[VERDICT_ERROR] > 0;
	int status = failed ? 2 : options->strict && !full;

	free(path);
	grade_free(grade);
	return status;
}

/* For grader/compile/absent.sh. */
static void absent_print(const Options *options)
{
	for (int i = 0; i < registry_count(); i++) {
		const LabChecks *lab = registry_at(i);

		for (int k = 0; k < lab->count; k++)
			if (lab->checks[k].forbidden && (!options->hidden || lab->checks[k].hidden))
				printf("%s %s\n", lab->checks[k].id, lab->checks[k].forbidden);
	}
}

static int command_grade(int argc, char **argv)
{
	Options options;
	int status;

	umask(022); /* the student's program may have a user of its own, and reads what we write */
	status = options_read(&options, argc, argv);
	json_set_alloc_funcs(memory_new, free);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	interrupt_install();
	if (status != 0)
		status = status < 0 ? 2 : 0;
	else if (options.announce)
		status = hidden_print(&options) < 0 ? 2 : 0;
	else if (options.absent)
		absent_print(&options);
	else if (options.precompile)
		cuda_precompile(&options);
	else if (options.progress)
		status = progress_print(&options) < 0 ? 2 : 0;
	else if (rlimits_check_proc() < 0 || rlimits_raise(&options) < 0 ||
		 work_begin(&options) < 0 || (options.gpu == GPU_CUDA && gpu_probe(&options) < 0) ||
		 (options.remote && remote_open(&options) < 0))
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
		refuse("the report cannot be printed: %s", strerror(errno));
	else if (ferror(stdout))
		refuse("the report cannot be printed: not all of it was taken");
	if (ferror(stdout)) {
		status = 2;
	}
	return status;
}

const Command usegpu_grade = {command_grade, &grade_argp};
