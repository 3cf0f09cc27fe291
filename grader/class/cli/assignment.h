/* assignment.h - what a class was asked to do is kept in its gradebook: the labs, what they are worth, where
 * seeds come from, which hidden checks there are, and the deadline. A later run without LAB=, SEED= and HIDDEN=
 * is the same assignment. */
#ifndef GRADER_CLASS_CLI_ASSIGNMENT_H
#define GRADER_CLASS_CLI_ASSIGNMENT_H

#include "grader/class/run/class.h"

/* The keys in the gradebook's table `setting`. */
#define ASSIGNMENT_LABS    "labs"    /* "1,2"; "": all of the chapter */
#define ASSIGNMENT_MAXIMUM "maximum" /* what they are worth, hidden checks included */
#define ASSIGNMENT_SEED    "seed"    /* "41": always this one; "": drawn for each run */
#define ASSIGNMENT_HIDDEN                                                                          \
	"hidden" /* the folder of the hidden checks, absolute; "": there are none */

/* Compares what is asked for with what the book has, completes the one (options.grader, options.seed) by the
 * other, and stores what is new. A run that would change what everybody's marks are out of asks on a terminal, and
 * is refused elsewhere, unless options.change_maximum is set. 0, or -1 with a line on stderr. */
int assignment_settle(Class *class);

#endif
