/* folder.h - folders of ours: made, removed, and whether their disk has room. */
#ifndef GRADER_BASE_FOLDER_H
#define GRADER_BASE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the folder and those above it. 0, or -1 with errno. */
int folder_create(const char *path);

/* Removes the folder and all that is in it, whatever a program built there (remove_tree.c). */
void folder_remove(const char *path);

/* Whether the disk of that folder has hardly any room left; then `why` says so. */
bool disk_is_full(const char *folder, char *why, size_t why_size);

#endif
