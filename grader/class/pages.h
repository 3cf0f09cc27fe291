/* pages.h - the pages that usegpu-report makes of a class, and waiting for such programs. */
#ifndef PAGES_H
#define PAGES_H

#include <sys/types.h>

#include "job.h"

/* Makes report.html of what was graded, if pages are wanted. A page that cannot be made costs no
 * mark; `why` tells of it. In the submission's own process. */
void page_make(const Submission *submission, JobAnswer *answer);

/* Makes the class's own page, class.html, if pages are wanted. 0, or -1 after a line on stderr. */
int class_page_make(const Class *class);

/* Waits for the end of a child, and passes on to it that we are to end: its status as of waitpid(),
 * -1 when it could not be started. */
int child_wait(pid_t child);

#endif
