/* book_diff.c - compares two sorted lists of checks by merging them. */
#include "grader/class/book/book_diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

int diff_id_compare(const char *one, const char *other)
{
	char *rest_one, *rest_other;
	long a = strtol(one, &rest_one, 10), b = strtol(other, &rest_other, 10);

	if (a != b)
		return a < b ? -1 : 1;
	if (*rest_one == '.' && *rest_other == '.') {
		a = strtol(rest_one + 1, NULL, 10);
		b = strtol(rest_other + 1, NULL, 10);
		if (a != b)
			return a < b ? -1 : 1;
	}
	return strcmp(one, other);
}

/* NULL (not known) equals NULL, and differs from every text. */
static int differ(const char *one, const char *other)
{
	return !one || !other ? one != other : strcmp(one, other) != 0;
}

unsigned diff_reasons(const DiffReading *was, const DiffReading *now)
{
	unsigned reasons = 0;

	if (differ(was->content, now->content))
		reasons |= DIFF_SUBMISSION;
	if (differ(was->kit, now->kit))
		reasons |= DIFF_KIT;
	if (differ(was->gpu, now->gpu) || differ(was->machine, now->machine) ||
	    differ(was->isolation, now->isolation))
		reasons |= DIFF_MACHINE;
	if (was->seed != now->seed)
		reasons |= DIFF_SEED;
	if (reasons == 0 && differ(was->key, now->key))
		reasons |= DIFF_SETTINGS;
	return reasons;
}

void diff_reasons_text(unsigned reasons, char *text, int size)
{
	static const struct {
		DiffReason reason;
		const char *text;
	} names[] = {
		{DIFF_SUBMISSION, "submission changed"}, {DIFF_KIT, "kit changed"},
		{DIFF_MACHINE, "machine changed"},       {DIFF_SEED, "seed changed"},
		{DIFF_SETTINGS, "settings changed"},
	};
	size_t at = 0;

	snprintf(text, (size_t)size, "nothing else is known to have changed");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!(reasons & names[i].reason))
			continue;
		text_format(text + at, (size_t)size - at, "%s%s", at > 0 ? ", " : "",
			    names[i].text);
		at = strlen(text);
	}
}

static int check_differs(const DiffCheck *was, const DiffCheck *now)
{
	return differ(was->verdict, now->verdict) || was->points != now->points ||
	       was->max_points != now->max_points;
}

int diff_checks(const DiffReading *was, const DiffReading *now,
		void (*changed)(void *context, const DiffCheck *was, const DiffCheck *now),
		void *context)
{
	int i = 0, k = 0, count = 0;

	while (i < was->count || k < now->count) {
		int order = i == was->count ? 1
			    : k == now->count
				    ? -1
				    : diff_id_compare(was->checks[i].id, now->checks[k].id);
		const DiffCheck *old = order <= 0 ? &was->checks[i++] : NULL;
		const DiffCheck *new = order >= 0 ? &now->checks[k++] : NULL;

		if (old && new && !check_differs(old, new))
			continue;
		count++;
		changed(context, old, new);
	}
	return count;
}
