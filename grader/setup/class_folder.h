/* class_folder.h - where a class's gradebook, results and page lie. */
#ifndef GRADER_SETUP_CLASS_FOLDER_H
#define GRADER_SETUP_CLASS_FOLDER_H

#include <glob.h>
#include <stddef.h>

/* What a class is called whose submissions lie in that folder, which need not exist any more: the last part of its path.
 * To be freed; NULL with a line on stderr. */
char *class_name(const char *submissions);

/* The folder of a class whose submissions lie in a folder of that name: BUILD/class/NAME; of an assignment that has
 * a name the folder assignments/ASSIGNMENT in it. Without a name (NULL) the class's own, or, where that has no
 * gradebook, its only assignment. To be freed; NULL with a line on stderr that lists them where there are
 * several. */
char *class_folder(const char *build, const char *name, const char *assignment);

/* Of the folder of an assignment the part from "/assignments/" on; NULL of that of a class. */
const char *class_assignment(const char *folder);

/* A path whose characters mean themselves to glob(), with a pattern behind it; to be freed. */
char *class_pattern(const char *path, const char *end);

/* "lab1, lab2": of what was found the part behind `above` bytes, up to a slash. */
void class_names(const glob_t *found, size_t above, char *names, size_t size);

#endif
