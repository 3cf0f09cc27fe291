/* place_class.h - the folder of a class under the build folder: made, locked, swept. */
#ifndef PLACE_CLASS_H
#define PLACE_CLASS_H

#include "class.h"

/* Makes BUILD/class/NAME, locks it against a second run, removes what a killed run left behind, and
 * makes the folder of this run. 0, or -1 with one line on stderr. */
int class_place_make(Class *class);

/* Remembers in the gradebook which folder it is of, and says so when it was another's: two classes
 * called alike must not share their marks unseen. 0, or -1 with a line on stderr. */
int class_place_note(const Class *class);

/* Removes the folder of this run and lets go of the lock. */
void class_place_leave(Class *class);

/* The lock of a class whose folder this is: one program at a time changes it. A descriptor to be
 * closed; -1 with a line on stderr that begins with `called`. */
int class_lock(const char *folder, const char *called);

#endif
