/* path_key.h - the folder below students/ in which the files of a submission lie. */
#ifndef GRADER_BASE_PATH_KEY_H
#define GRADER_BASE_PATH_KEY_H

#define PATH_KEY_SIZE 80

/* Makes a file name of the submission's name as the gradebook has it (student.folder): letters,
 * digits, "." "_" and "-" stay, what else there is becomes "_". A name that had to be changed gets
 * a part of its digest, so that no two are alike. */
void path_key(const char *folder, char key[PATH_KEY_SIZE]);

#endif
