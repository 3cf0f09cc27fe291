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
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "coverage.h"
#include "debug.h"
#include "details.h"
#include "grade.h"
#include "hardware.h"
#include "hidden.h"
#include "hints.h"
#include "interrupt.h"
#include "refuse.h"
#include "ulimits.h"
#include "options.h"
#include "progress.h"
#include "remote.h"
#include "report.h"
#include "results.h"
#include "text.h"
#include "work.h"

/* What else the student handed in; the quick loop is on one's own files. */
static int changed_look(const Options *options, Grade *grade)
{
	if (options->quick)
		return 0;
	if (changed_find(&grade->changed, options->root, options->submission_fd) == 0)
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

	if (grade == NULL) {
		refuse("out of memory");
		return 2;
	}
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

	if (path != NULL || options->quick)
		report_totals(grade, path);

	Marks marks = marks_of_grade(grade);
	int full = marks.score == marks.max_score && marks.unjudged == 0;
	int failed =
		unread || (path == NULL && !options->quick) || !told || marks.of[VERDICT_ERROR] > 0;
	int status = failed ? 2 : options->strict && !full;

	free(path);
	grade_free(grade);
	return status;
}

/* Whatever whoever starts us has closed or left set: a report must not go into a file that got the
 * number of a closed output, and the student's program, which may have a user of its own, reads
 * what we write. */
static void surroundings_set(void)
{
	int null;

	do /* for reading: what is printed there will be missed */
		null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	while (null >= 0 && null <= STDERR_FILENO);
	if (null >= 0)
		close(null);
	umask(022);
}

int main(int argc, char **argv)
{
	Options options;
	int status;

	surroundings_set();
	status = options_read(&options, argc, argv);
	json_set_alloc_funcs(memory_new, free);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	interrupt_install();
	if (status != 0)
		status = status < 0 ? 2 : 0;
	else if (options.announce)
		status = hidden_print(&options) < 0 ? 2 : 0;
	else if (options.progress)
		status = progress_print(&options) < 0 ? 2 : 0;
	else if (proc_fits() < 0 || ulimits_fit(&options) < 0 || work_begin(&options) < 0 ||
		 (options.gpu == GPU_CUDA && hardware_ask(&options) < 0) ||
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
	if (fflush(stdout) != 0 || ferror(stdout)) {
		refuse("the report cannot be printed: %s", strerror(errno));
		status = 2;
	}
	return status;
}
