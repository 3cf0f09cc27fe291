/* given.h - what a student gets back.
 *
 * Theory of operation. This room reads one student after the other out of a gradebook (given.c), makes
 * the page of each (grader/report/submission, with the mark as its head), and puts it where a learning
 * platform, or a person with a mail program, takes it from (a place: place.h). What is made for a
 * student is made of that student's rows and files alone: no list of others is in memory then but the
 * ids to go through, and for Moodle and Canvas the names of files. Runs in the process of usegpu
 * feedback; decides no mark. */
#ifndef GRADER_FEEDBACK_GIVEN_H
#define GRADER_FEEDBACK_GIVEN_H

#include "grader/class/book/book.h"
#include "grader/report/data/graded.h"

typedef struct GivenFrom {
	Book *book;
	const char *build;
	char *home; /* the class's folder; NULL: there is none, pages are without sources then */
	char *course, *title;
	int conceals; /* hidden checks as they were announced */
} GivenFrom;

typedef struct Given {
	char *id, *name, *email, *folder; /* "" when not known */
	char *status;                     /* as in the gradebook's view `total` */
	double final, most;               /* final: NaN when there is no mark */
	int64_t submission;               /* the attempt that counts; 0: none */
	Graded graded; /* with the head; results are without labs where there are none */
} Given;

/* Reads a student of the book. 0, or -1 with a line on stderr; release it in both cases. */
int given_read(Given *given, const GivenFrom *from, const char *student);
void given_release(Given *given);

/* --- parts of it, in files of their own ------------------------------------------------------ */

/* The labs that count, each of the grading that decides, with points by hand in them: results.json's
 * form. NULL with a line on stderr. */
json_t *given_results(const Given *given, const GivenFrom *from);

/* Of details.json and coverage.json what is of the gradings that count. */
void given_details(Given *given, const GivenFrom *from);

/* The head of the page (head_section.h). NULL with a line on stderr. */
json_t *given_head(const Given *given, const GivenFrom *from);

/* The mark, the reasons and the comments as lines of text, for a message. To be freed. */
char *given_text(const Given *given);

#endif
