/* late.h - the late penalty: a pure function of a rule and of seconds. */
#ifndef GRADER_CLASS_BOOK_LATE_H
#define GRADER_CLASS_BOOK_LATE_H

#include <stdint.h>

typedef struct LateRule {
	double share;    /* of the score that is lost per started unit, or once if unit_s is 0 */
	int64_t unit_s;  /* an hour, a day ... */
	int64_t until_s; /* submissions later than this get 0; 0: no such limit */
	int64_t grace_s; /* submissions no later than this are not late */
} LateRule;

/* Reads the texts of LATE ("10%/day", "10%/day, 5 days", "25%", "none"; NULL and "" are "none") and
 * GRACE ("15 min"; NULL, "" and "none" are none). Units: second, minute, hour, day, week, and
 * s, sec, min, h, d, w. Returns NULL, or what was expected. */
const char *late_rule_read(const char *late, const char *grace, LateRule *rule);

/* The share of the score, 0 to 1, that a submission `late_s` seconds after the deadline loses (0 or
 * less: in time). Within the grace period nothing is lost; after it, lateness counts from the
 * deadline, and a started unit counts as a full one. */
double late_share(const LateRule *rule, int64_t late_s);

#endif
