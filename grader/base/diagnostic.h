/* diagnostic.h - lines on stderr: the one that ends what cannot be done, and remarks.
 *
 * Each is one line that a terminal can be shown: what a name brought along (line breaks, escapes)
 * is made harmless by text_clean, so names and paths are passed as they are. Before it stands
 * "usegpu: ". */
#ifndef GRADER_BASE_DIAGNOSTIC_H
#define GRADER_BASE_DIAGNOSTIC_H

/* Returns -1. */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for something that is worth knowing, and ends nothing. */
void remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
