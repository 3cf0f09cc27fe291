/* folder.h - makes and removes folders, and tells whether their disk is full. */
#ifndef GRADER_BASE_FOLDER_H
#define GRADER_BASE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the folder and those above it. 0, or -1 with errno. */
int folder_create(const char *path);

/* Removes the folder and all that is in it, however a hostile program has built it
 * (remove_tree.c). */
void folder_remove(const char *path);

/* Lets its owner list that folder, change what is in it and enter it. What has its name is opened first, and no link is
 * followed: nothing else that a program has put there meanwhile is changed. 0, or -1 with errno. */
int folder_unlock(int above, const char *name);

/* Whether hardly any room is left on the disk of that folder; then `why` says so. */
bool disk_is_full(const char *folder, char *why, size_t why_size);

#endif
