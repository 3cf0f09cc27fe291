/* progress_bar.h - the progress of a class run, on the last line of a terminal. If stdout is no
 * terminal, nothing is printed. */
#ifndef GRADER_CLASS_CLI_PROGRESS_BAR_H
#define GRADER_CLASS_CLI_PROGRESS_BAR_H

typedef struct ProgressBar {
	int wanted; /* 1: stdout is a terminal, so the bar is drawn */
	int total, done;
	double begin; /* when the run began, in seconds */
} ProgressBar;

void progress_bar_begin(ProgressBar *bar, int total);

/* Counts one more and redraws the line. `name` is the submission's cleaned name. */
void progress_bar_step(ProgressBar *bar, const char *name);

/* Erases the line: before anything else is printed, and at the end. */
void progress_bar_clear(const ProgressBar *bar);

/* The line itself, at most `width` columns, after `seconds`; for tests. */
void progress_bar_text(const ProgressBar *bar, double seconds, int width, const char *name,
		       char *out, int size);

#endif
