/* when.h - times as an instructor writes them and as the gradebook keeps them. */
#ifndef WHEN_H
#define WHEN_H

#include <stdint.h>

#define WHEN_SIZE 64

/* Reads 2026-12-01, 2026-12-01T23:59 or 2026-12-01T23:59:30 (a space may stand for the T), followed
 * by Z, +01:00 or -0500, or by nothing: then it is the local time of the variable TZ, or of this
 * machine. What is left out is 0, or with `last` the last second that fits, so that a deadline of
 * 23:59 ends with that minute. Seconds since 1970 in UTC; 0, or -1 when it is no such time. */
int when_read(const char *text, int last, int64_t *seconds);

/* "2026-12-01T22:59:59Z" */
void when_utc(int64_t seconds, char text[WHEN_SIZE]);

/* "2026-12-01 23:59:59 CET", in the local time. */
void when_local(int64_t seconds, char text[WHEN_SIZE]);

#endif
