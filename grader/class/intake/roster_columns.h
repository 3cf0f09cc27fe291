/* roster_columns.h - which column of a roster is what.
 *
 * Columns are found by their heading, in any order and case; spaces, "_" and "-" in it are ignored. The
 * headings are those of the kit's own rosters and of what platforms export:
 *   Canvas            Student, ID, SIS User ID, SIS Login ID, Section
 *                     (instructure/canvas-lms, lib/gradebook_exporter.rb)
 *   Gradescope        First Name, Last Name, SID, Email, Section(s), Role
 *   GitHub Classroom  identifier, github_username, github_id, name
 *   Classroom 50      username, first_name, last_name, email, section, github_id, role
 *                     (foundation50/classroom50, cli/shared/contract)
 *   Moodle            First name, Last name, ID number, Email address, Groups, in English and German; in another
 *                     language by their order (grade/export, which writes firstname, lastname, idnumber,
 *                     institution, department, email)
 *   Brightspace       OrgDefinedId, Username, Last Name, First Name, Email */
#ifndef GRADER_CLASS_INTAKE_ROSTER_COLUMNS_H
#define GRADER_CLASS_INTAKE_ROSTER_COLUMNS_H

#include <stdbool.h>

#include "grader/base/csv.h"

typedef enum RosterField {
	ROSTER_ID,
	ROSTER_NAME,
	ROSTER_FIRST,
	ROSTER_LAST,
	ROSTER_EMAIL,
	ROSTER_SECTION,
	ROSTER_FOLDER,
	ROSTER_SUBMITTED,
	ROSTER_ROLE,
	ROSTER_FIELDS
} RosterField;

#define ROSTER_ALSO_MOST 16

typedef struct RosterColumns {
	int of[ROSTER_FIELDS];      /* -1: the file has none */
	int also[ROSTER_ALSO_MOST]; /* other columns that name a student: logins, numbers */
	int also_count;
	bool is_canvas;   /* rows besides those of students are known */
	bool is_github;   /* names may be missing */
	bool is_moodle;   /* ROSTER_SUBMITTED is a column of its worksheet (moodle_time.h) */
	bool by_position; /* no heading was known: taken as Moodle orders them */
} RosterColumns;

/* `id` is the heading of the column of ids, or its number from 1; NULL: the likeliest. `path` is for messages.
 * 0, or -1 with a line on stderr that names the file, the line and what was expected. */
int roster_columns_find(RosterColumns *columns, const Csv *csv, const char *path, const char *id);

/* "Participant 12" in Moodle's worksheets: the number, which names of downloads have; NULL: it is no such text. */
const char *roster_participant(const char *cell);

#endif
