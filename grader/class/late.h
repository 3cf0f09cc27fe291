/* late.h - what lateness costs: a pure function of a rule and of seconds. */
#ifndef LATE_H
#define LATE_H

#include <stdint.h>

typedef struct LateRule {
	double share;    /* of the score, lost for each started unit, or once where unit_s is 0 */
	int64_t unit_s;  /* an hour, a day ... */
	int64_t until_s; /* what is later than this counts nothing; 0: no such end */
	int64_t grace_s; /* what is no later than this is not late */
} LateRule;

/* Reads the texts of LATE ("10%/day", "10%/day, 5 days", "25%", "none"; NULL and "" are "none") and
 * GRACE ("15 min"; NULL, "" and "none" are none). Units: second, minute, hour, day, week, and
 * s, sec, min, h, d, w. Returns NULL, or what was expected. */
const char *late_rule_read(const char *late, const char *grace, LateRule *rule);

/* The share of the score that is lost, 0 to 1, of what came `late_s` seconds after the deadline
 * (0 or less: in time). Up to and with the grace nothing is lost; beyond it lateness counts from
 * the deadline, and a unit that has begun counts whole. */
double late_share(const LateRule *rule, int64_t late_s);

#endif
