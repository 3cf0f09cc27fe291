/* registry.c - the labs are those labN_judge that were linked: all of them are weak references. */
#include "grader/setup/registry.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

/* clang-format off: usegpu new-lab adds to the last line */
#define LABS(each)                                                                                 \
	each(lab1_judge) each(lab2_judge) each(lab3_judge) each(lab4_judge) each(lab5_judge)       \
		each(lab6_judge) each(lab7_judge) each(lab8_judge) each(lab9_judge)                \
			each(lab10_judge) each(lab11_judge) each(lab12_judge)
/* clang-format on */

#define DECLARE(name) extern const LabChecks name __attribute__((weak));
#define ADDRESS(name) &name,
LABS(DECLARE)
static const LabChecks *slots[] = {LABS(ADDRESS)};

#define SLOTS ((int)(sizeof slots / sizeof slots[0]))

int registry_count(void)
{
	int count = 0;

	for (int i = 0; i < SLOTS; i++)
		count += slots[i] != NULL;
	return count;
}

const LabChecks *registry_at(int i)
{
	for (int s = 0; s < SLOTS; s++)
		if (slots[s] && i-- == 0)
			return slots[s];
	return NULL;
}

/* The place of a lab in the list, which has any order and gaps; NULL: there is none. */
static const LabChecks **slot_of(int number)
{
	for (int s = 0; s < SLOTS; s++)
		if (slots[s] && slots[s]->number == number)
			return &slots[s];
	return NULL;
}

const LabChecks *registry_lab(int number)
{
	const LabChecks **slot = slot_of(number);

	return slot ? *slot : NULL;
}

const LabChecks *registry_lab_of(const char *check)
{
	for (int s = 0; s < SLOTS; s++)
		for (int i = 0; slots[s] && i < slots[s]->count; i++)
			if (strcmp(slots[s]->checks[i].id, check) == 0)
				return slots[s];
	return NULL;
}

void registry_numbers(char *out, size_t size)
{
	int count = registry_count();
	size_t at = 0;

	out[0] = '\0';
	for (int i = 0; i < count && at < size; i++)
		at += (size_t)snprintf(out + at, size - at, "%s%d",
				       i == 0           ? ""
				       : i + 1 == count ? " or "
							: ", ",
				       registry_at(i)->number);
}

/* --- hidden checks ---------------------------------------------------------------------------- */

/* "3.91" for lab 3. */
static bool id_is_of(const char *id, int number)
{
	char prefix[16];
	size_t length = (size_t)snprintf(prefix, sizeof prefix, "%d.", number);

	return strncmp(id, prefix, length) == 0 && id[length] != '\0' &&
	       strspn(id + length, "0123456789") == strlen(id + length) && strlen(id) < 8;
}

static int check_allow(const LabChecks *lab, const LabChecks *more, int i, char *why, size_t size)
{
	const Check *check = &more->checks[i];
	const char *id = check->id ? check->id : "without a number";

	if (!check->id || !id_is_of(check->id, lab->number))
		text_format(why, size, "check %s: wanted a number such as %d.91", id, lab->number);
	else if (!check->title || !check->function || !check->judge)
		text_format(why, size, "check %s: wanted a title, a function and a judge", id);
	else if (!(check->points > 0 && check->points <= 100))
		text_format(why, size, "check %s: wanted more than 0 points and at most 100", id);
	else
		why[0] = '\0';
	for (int k = 0; check->id && why[0] == '\0' && k < lab->count + i; k++) {
		const Check *other =
			k < lab->count ? &lab->checks[k] : &more->checks[k - lab->count];

		if (strcmp(other->id, check->id) == 0)
			text_format(why, size, "check %s: there is one of that number", id);
	}
	return why[0] == '\0' ? 0 : -1;
}

static int causes_count(const Cause *list)
{
	int count = 0;

	while (list && list[count].id)
		count++;
	return count;
}

/* Those of the lab and those of its hidden checks, in one list. */
static const Cause *causes_join(const Cause *lab, const Cause *more)
{
	int first = causes_count(lab), second = causes_count(more);
	Cause *all = memory_new(((size_t)first + (size_t)second + 1) * sizeof *all);

	for (int i = 0; i < first; i++)
		all[i] = lab[i];
	for (int i = 0; i < second; i++)
		all[first + i] = more[i];
	all[first + second] = (Cause){.id = NULL};
	return all;
}

int registry_extend(const LabChecks *more, char *why, size_t size)
{
	const LabChecks *lab = registry_lab(more->number);
	LabChecks *whole;
	Check *checks;

	if (!lab || !more->name || strcmp(lab->name, more->name) != 0) {
		text_format(why, size, "there is no lab %d of that name", more->number);
		return -1;
	}
	if (more->count < 1 || !more->checks) {
		text_format(why, size, "wanted at least one check");
		return -1;
	}
	if (more->count > LAB_CHECKS_MAX - lab->count) {
		text_format(why, size, "%d checks: wanted at most %d, as lab %d may have %d",
			    more->count, LAB_CHECKS_MAX - lab->count, lab->number, LAB_CHECKS_MAX);
		return -1;
	}
	for (int i = 0; i < more->count; i++)
		if (check_allow(lab, more, i, why, size) < 0)
			return -1;
	whole = memory_new(sizeof *whole);
	checks = memory_new(((size_t)lab->count + (size_t)more->count) * sizeof *checks);
	memcpy(checks, lab->checks, (size_t)lab->count * sizeof *checks);
	memcpy(checks + lab->count, more->checks, (size_t)more->count * sizeof *checks);
	for (int i = 0; i < more->count; i++)
		checks[lab->count + i].hidden = 1;
	*whole = *lab;
	whole->checks = checks;
	whole->count += more->count;
	whole->causes = causes_join(lab->causes, more->causes);
	*slot_of(lab->number) = whole;
	return 0;
}
