/* brightspace.c - the name of a person may have " - " in it: it ends where a date follows. */
#include "grader/class/intake/brightspace.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/text.h"

#define PARTED " - "

static int month_read(const char **text)
{
	static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun",
					     "jul", "aug", "sep", "oct", "nov", "dec"};

	for (int i = 0; i < 12; i++) {
		if (strncasecmp(*text, months[i], 3) != 0)
			continue;
		while (isalpha((unsigned char)**text) || **text == '.')
			++*text;
		return i + 1;
	}
	return 0;
}

/* A number of at most four digits and what may stand behind it; -1: there is none. */
static int number_read(const char **text, const char *behind)
{
	int digits = (int)strspn(*text, "0123456789"), number = atoi(*text);

	if (digits == 0 || digits > 4)
		return -1;
	*text += digits;
	*text += strspn(*text, behind);
	return number;
}

/* "Nov 4, 2026 800 AM", or the day first. */
static bool date_read(const char *text, char when[24], const char **end)
{
	int month = month_read(&text), day, year, clock, hour;

	text += strspn(text, " ");
	day = number_read(&text, ", ");
	if (month == 0)
		month = month_read(&text);
	text += strspn(text, ", ");
	year = number_read(&text, " ");
	clock = number_read(&text, " ");
	if (month == 0 || day < 1 || day > 31 || year < 1970 || clock < 0 || clock % 100 > 59)
		return false;
	hour = clock / 100;
	if (strncasecmp(text, "am", 2) == 0 || strncasecmp(text, "pm", 2) == 0) {
		hour = hour % 12 + (tolower((unsigned char)*text) == 'p' ? 12 : 0);
		text += 2;
	}
	if (hour > 23)
		return false;
	text_format(when, 24, "%04d-%02d-%02dT%02d:%02d:00", year, month, day, hour, clock % 100);
	*end = text;
	return true;
}

bool brightspace_read(const char *name, Brightspace *out)
{
	size_t first = strspn(name, "0123456789"), second;
	const char *at, *end;

	if (first == 0 || name[first] != '-')
		return false;
	second = strspn(name + first + 1, "0123456789");
	first += 1 + second;
	if (second == 0 || strncmp(name + first, PARTED, 3) != 0)
		return false;
	*out = (Brightspace){.first = (int)first + 3};
	for (at = strstr(name + first + 3, PARTED); at; at = strstr(at + 3, PARTED)) {
		if (!date_read(at + 3, out->when, &end))
			continue;
		if (*end != '\0' && (strncmp(end, PARTED, 3) != 0 || end[3] == '\0'))
			continue;
		out->who = (int)(at - name);
		out->file = *end == '\0' ? NULL : end + 3;
		return out->who > out->first;
	}
	return false;
}
