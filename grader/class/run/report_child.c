/* report_child.c - starts usegpu page. */
#include "grader/class/run/report_child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"

int child_wait(pid_t child)
{
	int status, told = 0;

	if (child < 0)
		return -1;
	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR)
			return -1;
		if (interrupt_came() && !told++)
			kill(child, SIGTERM);
	}
	return status;
}

static int report_run(const char *const *words)
{
	pid_t self = getpid(), child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() == self)
			execvp(words[0], (char *const *)words);
		_exit(2);
	}
	return child_wait(child) == 0 ? 0 : -1;
}

void report_submission_page(const Submission *s, JobAnswer *answer)
{
	const ClassOptions *o = &s->class->options;
	const Roster *roster = &s->class->roster; /* without students in a task of a cluster */
	bool is_known = s->entry->student >= 0 && s->entry->student < roster->count;
	const char *whose = is_known ? roster->students[s->entry->student].name : s->entry->folder;
	char *output = job_output(s);
	const char *const words[] = {o->report,      "page",   "--quiet", "--build",
				     o->build,       "--name", whose,     "--show-hidden",
				     o->show_hidden, output,   NULL};

	if (o->report && report_run(words) < 0 && !interrupt_came())
		text_format(answer->why, sizeof answer->why, "its page could not be made");
	free(output);
}

int report_class_page(const Class *class)
{
	const ClassOptions *o = &class->options;
	const char *const words[] = {o->report,
				     "page",
				     "--quiet",
				     "--build",
				     o->build,
				     "--class",
				     book_path(class->book),
				     class->folder,
				     NULL};

	if (!o->report || report_run(words) == 0)
		return 0;
	return refuse("%s: the page of the class could not be made", book_path(class->book));
}
