/* diagnostic.h - lines on stderr: why something cannot be done, and remarks.
 *
 * Each is one line that begins with "usegpu: ". Names and paths are passed as they are: text_clean
 * makes line breaks and escapes in them harmless. */
#ifndef GRADER_BASE_DIAGNOSTIC_H
#define GRADER_BASE_DIAGNOSTIC_H

/* Returns -1. */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a remark, after which work goes on. */
void remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
