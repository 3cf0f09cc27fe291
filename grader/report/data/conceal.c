/* conceal.c - reduces an instructor's hidden checks to what students may see: the number, the
 * points, and the announced text. Any other member could reveal what the check tests. */
#include <string.h>

#include "grader/report/data/graded.h"

static void text_set(json_t *check, const char *key, const char *to)
{
	json_object_set_new(check, key, json_string(to));
}

/* If a lab could not be built, all its checks have the same message, which reveals nothing. */
static const char *build_message(const json_t *checks)
{
	const json_t *first = json_array_get(checks, 0);

	return json_is_true(json_object_get(first, "hidden")) ? "" : text_of(first, "message");
}

static void detail_drop(json_t *details, const char *id)
{
	for (size_t i = json_array_size(details); i-- > 0;)
		if (strcmp(text_of(json_array_get(details, i), "id"), id) == 0)
			json_array_remove(details, i);
}

void graded_conceal(Graded *g)
{
	json_t *labs = json_object_get(g->results, "labs");

	for (size_t i = 0; i < json_array_size(labs); i++) {
		const json_t *lab = json_array_get(labs, i);
		const json_t *detail =
			list_find(json_object_get(g->details, "labs"), "lab", text_of(lab, "lab"));
		json_t *checks = json_object_get(lab, "checks");

		for (size_t k = 0; k < json_array_size(checks); k++) {
			json_t *check = json_array_get(checks, k);

			if (!json_is_true(json_object_get(check, "hidden")))
				continue;
			text_set(check, "title", text_of(check, "told"));
			if (strcmp(text_of(check, "message"), build_message(checks)) != 0)
				text_set(check, "message", "");
			text_set(check, "hint", "");
			text_set(check, "where", "");
			text_set(check, "cause", "");
			text_set(check, "page", "");
			json_object_del(check, "rests_on");
			json_object_del(check, "lesson");
			json_object_del(check, "times");
			json_object_del(check, "work");
			detail_drop(json_object_get(detail, "checks"), text_of(check, "id"));
		}
	}
}
