/* output.h - writes the file of an export atomically. */
#ifndef GRADER_EXPORT_OUTPUT_H
#define GRADER_EXPORT_OUTPUT_H

#include <stddef.h>

/* Makes the folders above the file; only their owner can look into new ones. 0, or -1 with one line on stderr. */
int output_folders(const char *path);

/* Puts the bytes there: a temporary file beside it, then a rename; only its
 * owner can read it. "-" is standard output. With
 * `keep` a file that is there already gets another name first (FILE.bak, FILE.bak2 ...), which is
 * told on stderr. 0, or -1 with one line on stderr. */
int output_put(const char *path, const char *bytes, size_t size, int keep);

#endif
