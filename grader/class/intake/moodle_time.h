/* moodle_time.h - times as Moodle writes them in a grading worksheet. */
#ifndef GRADER_CLASS_INTAKE_MOODLE_TIME_H
#define GRADER_CLASS_INTAKE_MOODLE_TIME_H

#include <stdbool.h>

#define MOODLE_TIME_SIZE 24

/* "Tuesday, 24 November 2026, 10:05 PM", "Tuesday, November 24, 2026, 10:05 PM" or "Dienstag, 24. November 2026,
 * 22:05" (strftimedaydatetime of Moodle's language packs) to "2026-11-24T22:05". False: it is no such time. */
bool moodle_time_read(const char *text, char out[MOODLE_TIME_SIZE]);

#endif
