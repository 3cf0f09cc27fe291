/* roster.h - the students of a class, from a CSV file with a heading line.
 *
 * Columns are found by their heading, in any order and case; spaces, "_" and "-" in it are ignored:
 *   id         required: id, student id, sis user id, id number, matriculation number
 *   name       required, or first and last: name, full name, student; first name, given name; last
 *              name, surname, family name
 *   email      email, email address, mail
 *   section    section, group
 *   folder     folder, submission, archive: the folder or archive of the submission
 *   submitted  submitted, submitted at, submission time: when it was handed in
 * The text of all columns, these and others, is kept in `columns`. */
#ifndef GRADER_CLASS_INTAKE_ROSTER_H
#define GRADER_CLASS_INTAKE_ROSTER_H

typedef struct RosterStudent {
	char *id, *name;                /* not empty */
	char *email, *section, *folder; /* "" when not known */
	char *submitted;                /* the text of the file, "" when not known */
	char *columns;                  /* JSON object of the whole row */
	int line;                       /* line number in the file */
} RosterStudent;

typedef struct Roster {
	RosterStudent *students; /* in the order of the file */
	int count;
} Roster;

/* Reads the file. -1 with one line on stderr that names the file, the line and what was expected.
 * Free the roster with roster_release in both cases. */
int roster_read(Roster *roster, const char *path);

void roster_release(Roster *roster);

#endif
