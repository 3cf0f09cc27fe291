/* path_key.h - the folder below students/ in which the files of a submission lie. */
#ifndef GRADER_BASE_PATH_KEY_H
#define GRADER_BASE_PATH_KEY_H

#define PATH_KEY_SIZE 80

/* Makes a file name of the submission's name in the gradebook (student.folder): letters, digits, ".",
 * "_" and "-" stay, all else becomes "_". A name that had to be changed gets a part of its digest
 * behind it, so that no two become the same. */
void path_key(const char *folder, char key[PATH_KEY_SIZE]);

#endif
