/* timestamp.c - converts with the C library's calendar, after checking that the date exists. */
#include "grader/class/book/timestamp.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Reads the character `before` (0: none) and exactly `digits` digits, a number from `least` to
 * `most`. */
static int number_read(const char **text, char before, int digits, int least, int most, int *number)
{
	const char *s = *text;

	if (before != '\0' && *s++ != before)
		return -1;
	*number = 0;
	for (int i = 0; i < digits; i++) {
		if (!isdigit((unsigned char)s[i]))
			return -1;
		*number = *number * 10 + s[i] - '0';
	}
	if (*number < least || *number > most)
		return -1;
	*text = s + digits;
	return 0;
}

/* "", "Z", "+01:00", "-0500"; `local` when nothing is there. */
static int zone_read(const char *s, int *local, int64_t *offset)
{
	int hours, minutes, sign = *s == '-' ? -1 : 1;

	*local = *s == '\0';
	*offset = 0;
	if (*local || strcmp(s, "Z") == 0 || strcmp(s, "z") == 0)
		return 0;
	if ((*s != '+' && *s != '-') || (s++, number_read(&s, 0, 2, 0, 14, &hours) < 0))
		return -1;
	s += *s == ':';
	if (number_read(&s, 0, 2, 0, 59, &minutes) < 0 || *s != '\0')
		return -1;
	*offset = sign * (hours * 3600 + minutes * 60);
	return 0;
}

static int clock_read(const char **s, int last, struct tm *tm)
{
	tm->tm_hour = last ? 23 : 0;
	tm->tm_min = tm->tm_sec = last ? 59 : 0;
	if (**s != 'T' && **s != ' ')
		return 0;
	++*s;
	if (number_read(s, 0, 2, 0, 23, &tm->tm_hour) < 0 ||
	    number_read(s, ':', 2, 0, 59, &tm->tm_min) < 0)
		return -1;
	return **s == ':' ? number_read(s, ':', 2, 0, 59, &tm->tm_sec) : 0;
}

int timestamp_read(const char *text, int last, int64_t *seconds)
{
	struct tm tm = {.tm_isdst = -1};
	int64_t offset;
	int day, local;

	if (number_read(&text, 0, 4, 1970, 9999, &tm.tm_year) < 0 ||
	    number_read(&text, '-', 2, 1, 12, &tm.tm_mon) < 0 ||
	    number_read(&text, '-', 2, 1, 31, &day) < 0 || clock_read(&text, last, &tm) < 0 ||
	    zone_read(text, &local, &offset) < 0)
		return -1;
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	tm.tm_mday = day;
	if (!local)
		tm.tm_isdst = 0;
	*seconds = (local ? mktime(&tm) : timegm(&tm)) - offset;
	return tm.tm_mday == day ? 0 : -1; /* mktime and timegm normalize February 30 */
}

void timestamp_utc(int64_t seconds, char text[TIMESTAMP_SIZE])
{
	time_t time = (time_t)seconds;
	struct tm tm;

	if (!gmtime_r(&time, &tm) || strftime(text, TIMESTAMP_SIZE, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
		snprintf(text, TIMESTAMP_SIZE, "?");
}

void timestamp_local(int64_t seconds, char text[TIMESTAMP_SIZE])
{
	time_t time = (time_t)seconds;
	struct tm tm;

	if (!localtime_r(&time, &tm) ||
	    strftime(text, TIMESTAMP_SIZE, "%Y-%m-%d %H:%M:%S %Z", &tm) == 0)
		snprintf(text, TIMESTAMP_SIZE, "?");
}

const char *timestamp_shown(const char *utc, char text[TIMESTAMP_SIZE])
{
	int64_t at;

	*text = '\0';
	if (timestamp_read(utc, 0, &at) == 0)
		timestamp_local(at, text);
	return text;
}
