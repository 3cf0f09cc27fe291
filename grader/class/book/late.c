/* late.c - parses LATE and GRACE, and computes the penalty. */
#include "grader/class/book/late.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *name;
	int64_t seconds;
} units[] = {
	{"s", 1},        {"sec", 1},      {"second", 1},    {"seconds", 1},
	{"min", 60},     {"minute", 60},  {"minutes", 60},  {"h", 3600},
	{"hour", 3600},  {"hours", 3600}, {"d", 86400},     {"day", 86400},
	{"days", 86400}, {"w", 604800},   {"week", 604800}, {"weeks", 604800},
};

static const char late_wanted[] =
	"none, or a share such as 25%, 10%/day, or with an end such as 10%/day, 5 days";
static const char grace_wanted[] = "none, or a time such as 15 min, 2 h or 1 day";

static const char *spaces_skip(const char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

static bool is_none(const char *text)
{
	return !text || *spaces_skip(text) == '\0' || strcasecmp(text, "none") == 0;
}

/* A unit's name; NULL when there is none. */
static const char *unit_read(const char *s, int64_t *seconds)
{
	size_t length = 0;

	s = spaces_skip(s);
	while (isalpha((unsigned char)s[length]))
		length++;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (strlen(units[i].name) != length || strncasecmp(s, units[i].name, length) != 0)
			continue;
		*seconds = units[i].seconds;
		return spaces_skip(s + length);
	}
	return NULL;
}

/* Reads "5 days", a positive integer and its unit. Returns the text behind it, or NULL. */
static const char *span_read(const char *s, int64_t *seconds)
{
	char *end;
	long number;

	s = spaces_skip(s);
	if (!isdigit((unsigned char)*s))
		return NULL;
	number = strtol(s, &end, 10);
	if (number <= 0 || number > 100000 || !(s = unit_read(end, seconds)))
		return NULL;
	*seconds *= number;
	return s;
}

/* Reads "10" or "7.5"; checks that these are digits, as strtod would take "nan" and "0x1p3" too. */
static const char *percent_read(const char *s, double *share)
{
	char *end;
	double number;

	s = spaces_skip(s);
	if (!isdigit((unsigned char)*s) || strspn(s, "0123456789.") != strcspn(s, " %"))
		return NULL;
	number = strtod(s, &end);
	end = (char *)(uintptr_t)spaces_skip(end);
	if (*end != '%' || number <= 0 || number > 100)
		return NULL;
	*share = number / 100;
	return spaces_skip(end + 1);
}

const char *late_rule_read(const char *late, const char *grace, LateRule *rule)
{
	const char *s;

	memset(rule, 0, sizeof *rule);
	if (!is_none(grace) && (!(s = span_read(grace, &rule->grace_s)) || *s != '\0'))
		return grace_wanted;
	if (is_none(late))
		return NULL;
	s = percent_read(late, &rule->share);
	if (s && *s == '/')
		s = unit_read(s + 1, &rule->unit_s);
	if (s && *s == ',')
		s = span_read(s + 1, &rule->until_s);
	return s && *s == '\0' ? NULL : late_wanted;
}

double late_share(const LateRule *rule, int64_t late_s)
{
	int64_t started = 1;

	if (late_s <= 0 || late_s <= rule->grace_s)
		return 0;
	if (rule->until_s > 0 && late_s > rule->until_s)
		return 1;
	if (rule->unit_s > 0)
		started = (late_s + rule->unit_s - 1) / rule->unit_s;

	double share = rule->share * (double)started;

	return share < 1 ? share : 1;
}
