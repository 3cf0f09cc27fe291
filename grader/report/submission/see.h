/* see.h - usegpu see: one check's timeline beside that of the solution. */
#ifndef GRADER_REPORT_SUBMISSION_SEE_H
#define GRADER_REPORT_SUBMISSION_SEE_H

/* Prints the timelines of the check that was graded with --see into FOLDER/see, and makes
 * FOLDER/see-CHECK.html. Where the solution's are from: reference.h. 0, or -1 with a line on stderr:
 * there is nothing to show. */
int see_make(const char *folder, const char *check, const char *build, const char *kit);

#endif
