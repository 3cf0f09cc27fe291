/* table.c - which part of the kit each command comes from is decided by the linker: what a handout
 * lacks is a weak reference that stays NULL. */
#include "grader/command/table.h"

#include <string.h>

#include "grader/base/edit_distance.h"

#define PART(name) extern const Command usegpu_##name __attribute__((weak))
PART(grade);
PART(page);
PART(class);
PART(marks);
PART(rules);
PART(override);
PART(regrade);
PART(forget);
PART(term);
PART(comment);
PART(worklog);
PART(feedback);
PART(request);
PART(answer);
PART(task);
PART(export);
PART(selfcheck);
PART(leaks);
PART(watch);
PART(reset);
PART(run);
PART(quiz);
PART(report);
PART(see);
PART(class_report);
PART(handout);
PART(stubs);
PART(new_lab);

const Entry entries[] = {
	{"grade", "grade a folder of labs", &usegpu_grade, NULL},
	{"check", "the quick loop: what does not pass yet", &usegpu_grade, "--quick"},
	{"watch", "check a lab at every save", &usegpu_watch, NULL},
	{"hint", "the next hint", &usegpu_grade, "--hint"},
	{"see", "a check's timeline, yours beside that of the solution", &usegpu_see, NULL},
	{"debug", "gdb at the start of an exercise, with the inputs that fail", &usegpu_grade,
	 "--debug"},
	{"progress", "what was reached in each lab", &usegpu_grade, "--progress"},
	{"reset", "start a lab again; the file is kept beside the new one", &usegpu_reset, NULL},
	{"run", "compile a program of your own and run it", &usegpu_run, NULL},
	{"quiz", "the questions at the end of the chapter's pages", &usegpu_quiz, NULL},
	{"report", "grade, and make a page with all timelines", &usegpu_report, NULL},
	{"page", "make the page of what was graded", &usegpu_page, NULL},
	{"class", "grade a class: one folder or archive a student", &usegpu_class, NULL},
	{"marks", "show the marks of the class, or of one student", &usegpu_marks, NULL},
	{"rules", "show or set what counts: attempts, deadline, lateness", &usegpu_rules, NULL},
	{"override", "give points by hand, with a reason; or revoke that", &usegpu_override, NULL},
	{"comment", "say something about a student's work, on the page that goes back",
	 &usegpu_comment, NULL},
	{"request", "what a student asks to have looked at again; or what is not answered",
	 &usegpu_request, NULL},
	{"answer", "answer a student's request", &usegpu_answer, NULL},
	{"regrade", "grade anew, and say whose marks changed and why", &usegpu_regrade, NULL},
	{"forget", "remove a student for good, or all of whom nothing is newer than a day",
	 &usegpu_forget, NULL},
	{"term", "marks of a class in all its assignments", &usegpu_term, NULL},
	{"worklog", "how a solution became fast: its attempts, with times and counts",
	 &usegpu_worklog, NULL},
	{"feedback", "what students get back: a page each, for a platform or for mail",
	 &usegpu_feedback, NULL},
	{"export", "marks in the formats of other programs", &usegpu_export, NULL},
	{"class-report", "the page of a class that was graded", &usegpu_class_report, NULL},
	{"handout", "pack what students get", &usegpu_handout, NULL},
	{"stubs", "make the empty labs from the solutions", &usegpu_stubs, NULL},
	{"new-lab", "a lab of your own, which works: solution, starter, checks, page",
	 &usegpu_new_lab, NULL},
	{"selfcheck", "which small mistakes in the solutions does no check catch?",
	 &usegpu_selfcheck, NULL},
	{"task", NULL, &usegpu_task, NULL},
	{"leaks", NULL, &usegpu_leaks, NULL},
	{NULL, NULL, NULL, NULL},
};

const Entry *entry_find(const char *name)
{
	for (const Entry *each = entries; each->name; each++)
		if (strcmp(each->name, name) == 0)
			return each;
	return NULL;
}

const char *name_near(const char *name, const char *const *names, size_t stride)
{
	const char *near = NULL;
	int distance = 3;

	for (; *names; names = (const void *)((const char *)names + stride)) {
		if (edit_distance(*names, name) < distance) {
			distance = edit_distance(*names, name);
			near = *names;
		}
	}
	return near;
}
