/* refuse.h - lines on stderr: the one that ends what cannot be done, and remarks.
 *
 * Each is one line that a terminal can be shown: what a name brought along (line breaks, escapes)
 * is made harmless by text_clean, so names and paths are passed as they are. Before it stands which
 * program speaks: "usegpu-grade: ...". */
#ifndef REFUSE_H
#define REFUSE_H

/* What stands before each line from now on; `program` is kept. Without it, usegpu-grade. */
void refuse_as(const char *program);

/* Returns -1. */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for something that is worth knowing, and ends nothing. */
void remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
