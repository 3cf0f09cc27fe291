/* moodle_time.c - the parts are known by what they look like, so their order does not matter. */
#include "grader/class/intake/moodle_time.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/text.h"

static const char *const months[12][2] = {
	{"January", "Januar"},  {"February", "Februar"},  {"March", "März"},
	{"April", "April"},     {"May", "Mai"},           {"June", "Juni"},
	{"July", "Juli"},       {"August", "August"},     {"September", "September"},
	{"October", "Oktober"}, {"November", "November"}, {"December", "Dezember"},
};

typedef struct Parts {
	int year, month, day, hour, minute; /* of a time that is whole none is negative */
	bool morning, evening;              /* AM, PM */
} Parts;

static int month_find(const char *word)
{
	for (int i = 0; i < 12; i++)
		if (strcasecmp(word, months[i][0]) == 0 || strcasecmp(word, months[i][1]) == 0)
			return i + 1;
	return 0;
}

/* Weekdays, and whatever else is in words, say nothing that is needed. */
static void part_take(Parts *p, const char *word)
{
	size_t digits = strspn(word, "0123456789");
	int month = month_find(word);

	if (month > 0)
		p->month = month;
	else if (strcasecmp(word, "AM") == 0)
		p->morning = true;
	else if (strcasecmp(word, "PM") == 0)
		p->evening = true;
	else if (digits == 4 && word[4] == '\0')
		p->year = atoi(word);
	else if ((digits == 1 || digits == 2) &&
		 (word[digits] == '\0' || strcmp(word + digits, ".") == 0))
		p->day = atoi(word);
	else if ((digits == 1 || digits == 2) && word[digits] == ':' &&
		 strspn(word + digits + 1, "0123456789") == 2 && word[digits + 3] == '\0') {
		p->hour = atoi(word);
		p->minute = atoi(word + digits + 1);
	}
}

static bool is_whole(const Parts *p)
{
	return p->year > 0 && p->month > 0 && p->day >= 1 && p->day <= 31 && p->hour >= 0 &&
	       p->hour <= 23 && p->minute <= 59;
}

bool moodle_time_read(const char *text, char out[MOODLE_TIME_SIZE])
{
	Parts p = {.year = -1, .month = -1, .day = -1, .hour = -1, .minute = -1};
	char *copy = text_new("%s", text), *rest = copy, *word;

	while ((word = strsep(&rest, " ,\t")))
		part_take(&p, word);
	free(copy);
	if ((p.morning || p.evening) && (p.hour < 1 || p.hour > 12))
		return false;
	if (p.morning || p.evening)
		p.hour = p.hour % 12 + (p.evening ? 12 : 0);
	if (!is_whole(&p))
		return false;
	text_format(out, MOODLE_TIME_SIZE, "%04d-%02d-%02dT%02d:%02d", p.year % 10000, p.month,
		    p.day, p.hour, p.minute);
	return true;
}
