/* lab_list.c - the labs are those of the registry. */
#include "grader/class/intake/lab_list.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/setup/registry.h"

static LabList chapter_list(void)
{
	LabList list = {{false}};

	for (int i = 0; i < registry_count(); i++)
		list.has[registry_at(i)->number % LAB_NUMBERS] = !registry_at(i)->is_beyond;
	return list;
}

LabList lab_list_read(const char *text)
{
	LabList list = {{false}};

	if (!text || *text == '\0')
		return chapter_list();
	for (; text; text = strchr(text, ',')) {
		text += *text == ',';

		long number = strtol(text, NULL, 10);

		if (number > 0 && number < LAB_NUMBERS)
			list.has[number] = true;
	}
	return list;
}

char *lab_list_text(const LabList *list)
{
	LabList all = chapter_list();
	char *text = text_new("%s", "");

	if (memcmp(&all, list, sizeof all) == 0)
		return text;
	for (int i = 0; i < LAB_NUMBERS; i++) {
		char *longer;

		if (!list->has[i])
			continue;
		longer = text_new("%s%s%d", text, *text != '\0' ? "," : "", i);
		free(text);
		text = longer;
	}
	return text;
}

bool lab_list_holds(const LabList *list, const LabList *part)
{
	for (int i = 0; i < LAB_NUMBERS; i++)
		if (part->has[i] && !list->has[i])
			return false;
	return true;
}

LabList lab_list_join(const LabList *a, const LabList *b)
{
	LabList both = *a;

	for (int i = 0; i < LAB_NUMBERS; i++)
		both.has[i] |= b->has[i];
	return both;
}

double lab_list_points(const LabList *list)
{
	double points = 0;

	for (int i = 0; i < registry_count(); i++) {
		const LabChecks *lab = registry_at(i);

		for (int k = 0; k < lab->count && list->has[lab->number % LAB_NUMBERS]; k++)
			points += lab->checks[k].points;
	}
	return points;
}
