/* roster.h - the students of a class, from a CSV file with a heading line.
 *
 * Only an id and a name are needed: id and name, or what a platform calls them (roster_columns.h). Rows that
 * are no students, as platforms add them, are passed over: Canvas's "Points Possible", its line about posting, and
 * "Student, Test"; whoever has a role, such as instructor, that is no student's.
 *
 * The text of all columns, these and others, is kept in `columns`. */
#ifndef GRADER_CLASS_INTAKE_ROSTER_H
#define GRADER_CLASS_INTAKE_ROSTER_H

#include "grader/class/intake/roster_columns.h"

typedef struct RosterStudent {
	char *id, *name;                /* not empty */
	char *email, *section, *folder; /* "" when not known */
	char *submitted;                /* the text of the file, "" when not known */
	char *columns;                  /* JSON object of the whole row */
	char *also
		[ROSTER_ALSO_MOST]; /* what names the student besides: logins, numbers; NULL: no more */
	int line;                   /* line number in the file */
} RosterStudent;

typedef struct Roster {
	RosterStudent *students; /* in the order of the file */
	int count;
	int test_line; /* of Canvas's test student, who is none of them; 0: there is no such line */
	bool by_position; /* no heading was known: columns were taken as Moodle orders them */
} Roster;

/* Reads the file; `id` is the heading of the column of ids, or its number; NULL: the likeliest. -1 with one line on stderr that names the file, the line and what was expected.
 * Free the roster with roster_release in both cases. */
int roster_read(Roster *roster, const char *path, const char *id);

void roster_release(Roster *roster);

#endif
