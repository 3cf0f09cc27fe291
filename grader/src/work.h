/* work.h - the private folder of a grading, and where the rest lies. */
#ifndef WORK_H
#define WORK_H

#include <stddef.h>

#include "options.h"
#include "registry.h"

/* Makes the private folder of this run: two submissions of one name, graded at once, must not meet.
 * Removes those that killed graders left. 0, or -1 with a line on stderr. work_end removes it. */
int work_begin(Options *options);
void work_end(Options *options);

/* OUTPUT/FILE or else BUILD/grade/PLACE/FILE without a lab; with one, LAB/FILE in the private
 * folder. LAB and FILE may be NULL. To be freed. */
char *work_path(const Options *options, const LabChecks *lab, const char *file);

/* Makes the folder and those above it. 0, or -1 with errno. */
int folder_make(const char *path);

/* Makes an empty folder that a sandboxed program can write to; `path` ends with XXXXXX. 0, or -1
 * with errno. */
int folder_make_open(char *path);

/* Removes the folder and all that is in it. */
void folder_remove(const char *path);

/* Copies a file of at most `most` bytes out of a folder that a program could write to; never
 * follows a link, never waits. 0, or -1 with errno (EFBIG: it is larger). */
int file_fetch(int folder_fd, const char *name, const char *to, size_t most);

/* Whether the disk of that folder has hardly any room left; then `why` says so. */
int room_missing(const char *folder, char *why, size_t why_size);

#endif
