/* download.h - names of files in the flat downloads of learning platforms: whose each is, and what its
 * author called it.
 *
 *   Canvas      NAME[_LATE]_USER_ATTACHMENT_FILE    USER and ATTACHMENT are numbers of Canvas's. A file that
 *               was handed in again under its name has "-1", "-2" ... before its ending.
 *               community.canvaslms.com, "How do I download all student submissions for an assignment?"
 *   Moodle      NAME_PARTICIPANT_assignsubmission_file_FILE    PARTICIPANT is a number
 *               (mod/assign/locallib.php, download_submissions, without folders)
 *   Blackboard  ASSIGNMENT_LOGIN_attempt_YYYY-MM-DD-hh-mm-ss_FILE, and ..._ss.txt about the attempt
 *               help.anthology.com, "Download assignments"
 *   Brightspace IDS - NAME - DATE - FILE (brightspace.h) */
#ifndef GRADER_CLASS_INTAKE_DOWNLOAD_H
#define GRADER_CLASS_INTAKE_DOWNLOAD_H

#include <stdbool.h>

typedef struct Download {
	char *name; /* of the student, where the platform writes it; NULL; to be freed */
	char *who;  /* names the student, "lovelaceada_90001"; to be freed */
	char *login; /* Blackboard's, the end of `who`; it begins earlier if it has a "_"; NULL; to be freed */
	char *file;       /* as its author called it, without what a platform adds; to be freed */
	char attempt[24]; /* the newest is the last by strcmp; "" when there is one */
	char when[24]; /* "2026-12-01T23:59:08", of the place where the platform is; "": not told */
	const char *undated; /* as download_undated */
} Download;

/* Whether it fits the names of several platforms. */
bool download_is_ambiguous(const char *name);

/* Whose download it is by the name of the file or folder, where the platform gives all files the time at which
 * they were downloaded: Canvas (lib/content_zipper.rb) and Moodle (mod/assign/classes/downloader.php) write
 * archives of streams, without times. NULL: not known to be one of those. */
const char *download_undated(const char *name);

/* Whether the platform says in the name of a file, of any kind, that it came late: Canvas does. */
bool download_is_late(const char *name);

/* Whether it is Canvas's page of what a student typed in, or of the address that the student gave. */
bool download_is_typed(const char *name);

/* Reads the name of a file; false: no platform made it, or it is ambiguous. */
bool download_read(const char *name, Download *out);

void download_release(Download *download);

#endif
