/* tell.h - what a class run prints. */
#ifndef TELL_H
#define TELL_H

#include "bar.h"
#include "class.h"

/* What was found, before anything is graded: who is matched with nobody, what is left alone, how
 * many are to be graded. */
void tell_begin(const Class *class);

/* One submission is over. */
void tell_submission(Bar *bar, const Submission *submission);

/* The sum, what was not graded and why, where the time went; `seconds` is that of the whole run. */
void tell_end(const Class *class, double seconds);

#endif
