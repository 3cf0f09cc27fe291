/* gradescope.h - what Gradescope tells of the submissions that it exports: beside the folders submission_NNN lies
 * submission_metadata.yml, a mapping from a folder's name to, among others,
 *     :submitters:          each with :name:, :sid: and :email:; a group has several
 *     :created_at:          "2026-11-04 08:00:00.123456000 Z"
 * (help.gradescope.com, "Reviewing and exporting grades"; the readers in ucbds-infra/otter-grader). It is the
 * platform's own file; names in it are what students are called. */
#ifndef GRADER_CLASS_INTAKE_GRADESCOPE_H
#define GRADER_CLASS_INTAKE_GRADESCOPE_H

#define GRADESCOPE_FILE "submission_metadata.yml"

typedef struct Submitter {
	char *name, *id, *email; /* "" when not told */
} Submitter;

typedef struct GradescopeSubmission {
	char *folder;
	char when[40]; /* "2026-11-04T08:00:00Z"; "": not told */
	Submitter *submitters;
	int count;
} GradescopeSubmission;

typedef struct Gradescope {
	GradescopeSubmission *list;
	int count;
} Gradescope;

/* Reads the file in that folder. 0; -1 with a line on stderr that names the file, the line and what was expected.
 * Free with gradescope_release in both cases. */
int gradescope_read(Gradescope *all, const char *folder);

/* That folder's; NULL: it has none. */
const GradescopeSubmission *gradescope_find(const Gradescope *all, const char *folder);

void gradescope_release(Gradescope *all);

#endif
