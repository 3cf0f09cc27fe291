/* timestamp.h - times as an instructor writes them and as the gradebook keeps them. */
#ifndef GRADER_CLASS_BOOK_TIMESTAMP_H
#define GRADER_CLASS_BOOK_TIMESTAMP_H

#include <stdint.h>

#define TIMESTAMP_SIZE 64

/* Reads 2026-12-01, 2026-12-01T23:59 or 2026-12-01T23:59:30 (a space may stand for the T), followed
 * by Z, +01:00 or -0500, or by nothing: then it is the local time of the variable TZ, or of this
 * machine. Parts that are left out are 0, or with `last` their largest value, so that a deadline of
 * 23:59 is the end of that minute. *seconds counts from 1970 in UTC. 0, or -1 when the text is no
 * such time. */
int timestamp_read(const char *text, int last, int64_t *seconds);

/* "2026-12-01T22:59:59Z" */
void timestamp_utc(int64_t seconds, char text[TIMESTAMP_SIZE]);

/* "2026-12-01 23:59:59 CET", in the local time. */
void timestamp_local(int64_t seconds, char text[TIMESTAMP_SIZE]);

/* The same of a time as the gradebook keeps it; "" when it is none. Returns `text`. */
const char *timestamp_shown(const char *utc, char text[TIMESTAMP_SIZE]);

#endif
