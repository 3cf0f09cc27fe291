/* section.c - sections are those of the roster, in capitals or not. */
#include "grader/class/run/section.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

static bool is_same(const char *a, const char *b)
{
	char *one = clean_copy(a), *other = clean_copy(b);
	bool same = strcasecmp(one, other) == 0;

	free(one);
	free(other);
	return same;
}

bool section_has_student(const Class *class, int student)
{
	return !class->options.section ||
	       is_same(class->roster.students[student].section, class->options.section);
}

bool section_has(const Submission *submission)
{
	const Class *class = submission->class;
	int student = submission->entry->student;

	return !class->options.section || (student >= 0 && section_has_student(class, student));
}

/* What sections there are, separated by ", "; to be freed. */
static char *sections_text(const Roster *roster)
{
	char *known = text_new("%s", "");

	for (int i = 0; i < roster->count; i++) {
		const char *section = roster->students[i].section;
		bool is_new = *section != '\0';

		for (int k = 0; k < i && is_new; k++)
			is_new = !is_same(roster->students[k].section, section);
		if (is_new)
			known = text_listed(known, section);
	}
	return known;
}

int section_check(const Class *class)
{
	const Roster *roster = &class->roster;
	bool found = !class->options.section;

	for (int i = 0; i < roster->count && !found; i++)
		found = section_has_student(class, i);
	if (found)
		return 0;
	char *known = sections_text(roster);

	refuse("SECTION=%s: nobody is in it; the roster has %s", class->options.section,
	       *known != '\0' ? known : "none");
	free(known);
	return -1;
}
