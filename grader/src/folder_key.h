/* folder_key.h - the folder below students/ in which the files of a submission lie. */
#ifndef FOLDER_KEY_H
#define FOLDER_KEY_H

#define FOLDER_KEY_SIZE 80

/* Makes a file name of the submission's name as the gradebook has it (student.folder): letters,
 * digits, "." "_" and "-" stay, what else there is becomes "_". A name that had to be changed gets
 * a part of its digest, so that no two are alike. */
void folder_key(const char *folder, char key[FOLDER_KEY_SIZE]);

#endif
