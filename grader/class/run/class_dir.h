/* class_dir.h - the folder of a class under the build folder: created, locked, cleaned up. */
#ifndef GRADER_CLASS_RUN_CLASS_DIR_H
#define GRADER_CLASS_RUN_CLASS_DIR_H

#include "grader/class/run/class.h"

/* Creates BUILD/class/NAME, locks it against a second run, removes work folders that a killed run
 * left, and creates the work folder of this run. 0, or -1 with one line on stderr. */
int class_dir_create(Class *class);

/* Records in the gradebook which folder of submissions it belongs to, and tells the user when that
 * was another one: two classes of the same name must not share a gradebook unnoticed. 0, or -1 with
 * a line on stderr. */
int class_dir_note(const Class *class);

/* Creates a temporary folder from the template `path`, which ends with XXXXXX. Returns `path`; on
 * an error frees it and returns NULL, with a line on stderr. */
char *class_work_make(char *path);

/* Removes the work folder of this run and releases the lock. */
void class_dir_leave(Class *class);

/* Takes the lock file of a class's folder, for this process, not for its children. Returns a file descriptor,
 * whose closing releases the lock; -1 with a line on stderr that begins with `called`. */
int class_lock(const char *folder, const char *called);

#endif
