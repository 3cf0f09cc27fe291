/* own_findings.c - JSON to records, and back to JSON that can be trusted in its form. */
#include "grader/wire/own_findings.h"

#include <stdio.h>
#include <string.h>

/* 0, or -1 when it is no text. What does not fit is cut. */
static int text_take(char *to, size_t size, const json_t *from)
{
	const char *text = json_string_value(from);

	snprintf(to, size, "%s", !text ? "" : text);
	return !text ? -1 : 0;
}

static int finding_take(const json_t *from, OwnFinding *to)
{
	const json_t *places = json_object_get(from, "where");

	memset(to, 0, sizeof *to);
	for (size_t i = 0; i < json_array_size(places) && i < OWN_PLACES_MAX; i++)
		(void)text_take(to->place[i], sizeof to->place[i], json_array_get(places, i));
	return text_take(to->kind, sizeof to->kind, json_object_get(from, "kind")) < 0 ||
			       text_take(to->message, sizeof to->message,
					 json_object_get(from, "message")) < 0
		       ? -1
		       : 0;
}

int own_findings_read(const char *report, size_t bytes, OwnFinding *to)
{
	json_t *root = json_loadb(report, bytes, 0, NULL);
	const json_t *list = json_object_get(root, "findings");
	size_t count = json_array_size(list);
	int good = json_is_array(list) && count <= OWN_FINDINGS_MAX;

	for (size_t i = 0; good && i < count; i++)
		good = finding_take(json_array_get(list, i), &to[i]) == 0;
	json_decref(root);
	return good ? (int)count : -1;
}

/* What is not UTF-8 stays as it is: whoever shows it has it cleaned. */
static json_t *text_give(const char *from, size_t size)
{
	return json_stringn_nocheck(from, strnlen(from, size));
}

static json_t *finding_give(const OwnFinding *from)
{
	json_t *places = json_array();

	for (int i = 0; i < OWN_PLACES_MAX && from->place[i][0] != '\0'; i++)
		json_array_append_new(places, text_give(from->place[i], sizeof from->place[i]));
	return json_pack("{s:o, s:o, s:o}", "kind", text_give(from->kind, sizeof from->kind),
			 "message", text_give(from->message, sizeof from->message), "where",
			 places);
}

json_t *own_findings_list(const OwnFinding *from, int count)
{
	json_t *list = json_array();

	for (int i = 0; i < count; i++)
		json_array_append_new(list, finding_give(&from[i]));
	return list;
}
