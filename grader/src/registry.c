/* registry.c - weak references to every labN_judge; those that exist are the labs. */
#include "registry.h"

#include <stdio.h>
#include <string.h>

#define LABS(each)                                                                                 \
	each(lab1_judge) each(lab2_judge) each(lab3_judge) each(lab4_judge) each(lab5_judge)       \
		each(lab6_judge) each(lab7_judge) each(lab8_judge) each(lab9_judge)

#define DECLARE(name) extern const LabChecks name __attribute__((weak));
#define ADDRESS(name) &name,
LABS(DECLARE)
static const LabChecks *const slots[] = {LABS(ADDRESS)};

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
		if (slots[s] != NULL && i-- == 0)
			return slots[s];
	return NULL;
}

const LabChecks *registry_lab(int number)
{
	return number >= 1 && number <= SLOTS ? slots[number - 1] : NULL;
}

const LabChecks *registry_lab_of(const char *check)
{
	for (int s = 0; s < SLOTS; s++)
		for (int i = 0; slots[s] != NULL && i < slots[s]->count; i++)
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
