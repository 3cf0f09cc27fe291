/* findings.c - which finding counts, in which line it is, and how that is said. */
#include "grader/wire/findings.h"

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

#define FINDINGS_TOLD 20

static const char *const kinds[FINDING_KINDS] = {
	"race",
	"out-of-bounds",
	"use-after-free",
	"double-free",
	"uninitialised-read",
	"wrong-device",
	"host-pointer",
	"device-pointer",
	"leak",
	"unsynchronised-timing",
	"not-initialised",
	"misaligned",
	"divergent-barrier",
	"endless-loop",
	"trap",
};

unsigned finding_bit(const char *kind)
{
	for (int i = 0; i < FINDING_KINDS; i++)
		if (strcmp(kinds[i], kind) == 0)
			return 1U << i;
	return 0;
}

/* The table's own copy of a name that is in it. */
static const char *kind_of(const char *name)
{
	unsigned bit = finding_bit(name);
	int i = 0;

	while (bit >> i > 1)
		i++;
	return kinds[i];
}

/* How the text introduces a finding's second place. */
static const char *second_word(const char *kind)
{
	return strcmp(kind, "race") == 0                    ? "the earlier one is at"
	       : strcmp(kind, "use-after-free") == 0        ? "freed at"
	       : strcmp(kind, "double-free") == 0           ? "freed at"
	       : strcmp(kind, "unsynchronised-timing") == 0 ? "work queued at"
							    : "made at";
}

const char *site_own(const char *text, const char *source)
{
	const char *base = !text ? NULL : strrchr(text, '/');

	base = !base ? text : base + 1;
	return base && strncmp(base, source, strlen(source)) == 0 && base[strlen(source)] == ':'
		       ? base
		       : NULL;
}

/* What the check made stays behind only when somebody took it over; and what the check reads out of
 * its bounds is a result that is too small. That its code is the place tells a student nothing. */
static void check_tell(const json_t *sites, const char *kind, Finding *finding)
{
	const char *site = json_string_value(json_array_get(sites, 0)), *words = NULL;
	const char *own = strstr(finding->message, ": each call makes its own");
	size_t length = strlen(finding->message);

	if (!site || (!strstr(site, "drive") && !strstr(site, "inputs.h:")))
		return;
	if (strcmp(kind, "leak") == 0 && own) {
		length = (size_t)(own - finding->message);
		words = "they are your caller's, and each call overwrote the handles of some with "
			"its own";
	} else if (strcmp(kind, "leak") == 0)
		words = "your function did not make what is left: an input that it retained "
			"(tensor_retain, tensor_as_in_device), or the result of a function that "
			"it was handed, was not given back, or a view of it (tensor_rows) is left";
	else if (strcmp(kind, "out-of-bounds") == 0)
		words = "it is the grader that looks at what you made there: it is too small (how "
			"many bytes has a number?)";
	if (!words)
		return;
	finding->of_check = (int)length;
	text_format(finding->message + length, sizeof finding->message - length, "; %s", words);
}

/* The line in "...: lab10_kernels.cu:20, block 9, thread 245", where a kernel was; 0: it is about none. */
static int kernel_line(const char *message, const char *source)
{
	char mark[90], *end;
	const char *at = NULL;

	snprintf(mark, sizeof mark, ": %s:", source);
	for (const char *next = strstr(message, mark); next; next = strstr(next + 1, mark))
		at = next + strlen(mark);

	long line = !at ? 0 : strtol(at, &end, 10);

	return line > 0 && line < INT_MAX && strncmp(end, ", block ", 8) == 0 ? (int)line : 0;
}

/* The place of what a kernel did is in the kernel; who launched it comes second. */
static void kernel_place(const char *source, Finding *finding)
{
	const int line = kernel_line(finding->message, source);
	const size_t length = strlen(finding->message);

	if (line == 0)
		return;
	if (finding->where[0] != '\0')
		text_format(finding->message + length, sizeof finding->message - length,
			    "; launched at %s", finding->where);
	snprintf(finding->where, sizeof finding->where, "%s:%d", source, line);
}

/* Sets `where` to the first site in the student's file, and tells the second place in the message
 * when it lies there too. Of a race whose later half is the check's, the earlier one is the place,
 * which need not be said again. */
static void where_find(const json_t *sites, const char *source, const char *kind, Finding *finding)
{
	const char *second = site_own(json_string_value(json_array_get(sites, 1)), source),
		   *first = NULL;
	size_t length = strlen(finding->message);

	for (size_t i = 0; !first && i < json_array_size(sites); i++)
		first = site_own(json_string_value(json_array_get(sites, i)), source);
	finding->where[0] = '\0';
	if (first)
		text_clean(finding->where, sizeof finding->where, first, strlen(first));
	kernel_place(source, finding);
	if (second && (first != second || strcmp(kind, "race") != 0)) {
		char place[80];

		text_clean(place, sizeof place, second, strlen(second));
		text_format(finding->message + length, sizeof finding->message - length, "; %s %s",
			    second_word(kind), place);
	}
	if (!first || (first == second && strcmp(kind, "leak") != 0))
		check_tell(sites, kind, finding);
}

static const char *member(const json_t *finding, const char *name)
{
	const char *text = json_string_value(json_object_get(finding, name));

	return !text ? "" : text;
}

/* Crashes happen where the machine is not: only the program can tell of them, against itself. */
static bool is_of_crash(const json_t *finding)
{
	return strcmp(member(finding, "kind"), "device-pointer") == 0 ||
	       strcmp(member(finding, "kind"), "host-pointer") == 0;
}

/* Takes the lines of the machine's findings from the program's list, each of which says where one
 * of them is. */
static void merge(json_t *list, json_t *own)
{
	size_t i, k;
	json_t *each, *other;

	json_array_foreach(list, i, each)
	{
		json_array_foreach(own, k, other)
		{
			if (strcmp(member(each, "kind"), member(other, "kind")) != 0 ||
			    strcmp(member(each, "message"), member(other, "message")) != 0)
				continue;
			json_object_set(each, "where", json_object_get(other, "where"));
			json_array_remove(own, k);
			break;
		}
	}
	json_array_foreach(own, k, other)
	{
		if (is_of_crash(other))
			json_array_append(list, other);
	}
}

/* The list that counts, to be released; NULL when there is none. */
static json_t *list_load(const OwnReport *own, const char *machine)
{
	json_t *root = !machine ? NULL : json_loads(machine, 0, NULL);
	json_t *list = !machine ? own->list : json_object_get(root, "findings"), *rest;

	list = json_is_array(list) ? json_incref(list) : NULL;
	if (machine && list && own->list) {
		rest = json_copy(own->list); /* which merge() uses up */
		merge(list, rest);
		json_decref(rest);
	}
	json_decref(root);
	return list;
}

/* The N of "lab3_copies.c:N" in the finding's places; 0 for none. */
static int line_find(const json_t *finding, const char *source)
{
	const json_t *sites = json_object_get(finding, "where");
	const int line = kernel_line(member(finding, "message"), source);

	if (line > 0)
		return line;
	for (size_t i = 0; i < json_array_size(sites); i++) {
		const char *own = site_own(json_string_value(json_array_get(sites, i)), source);

		if (own)
			return (int)strtol(own + strlen(source) + 1, NULL, 10);
	}
	return 0;
}

json_t *findings_json(const OwnReport *own, const char *machine, const char *source)
{
	json_t *list = list_load(own, machine), *told = json_array(), *each;
	size_t i;

	json_array_foreach(list, i, each)
	{
		const char *kind = member(each, "kind"), *message = member(each, "message");
		char clean[FINDING_TEXT_MAX];

		if (finding_bit(kind) == 0 || json_array_size(told) == FINDINGS_TOLD)
			continue;
		text_clean(clean, sizeof clean, message, strlen(message));
		json_array_append_new(told, json_pack("{s:s, s:s, s:i}", "kind", kind, "message",
						      clean, "line", line_find(each, source)));
	}
	json_decref(list);
	return told;
}

int findings_finished(const char *machine)
{
	json_t *root = json_loads(machine, 0, NULL);
	int finished = json_is_true(json_object_get(root, "finished"));

	json_decref(root);
	return finished;
}

void findings_refused(const char *machine, char *name, size_t size)
{
	json_t *root = json_loads(!machine ? "" : machine, 0, NULL);
	const char *text = json_string_value(json_object_get(root, "refused"));

	text_clean(name, size, !text ? "" : text, !text ? 0 : strlen(text));
	json_decref(root);
}

/* Of what one kernel does wrong, the smaller says more of why: an index that is too large makes a race where rows meet,
 * and a missing barrier has memory read that nobody has written. 0: another finding, which stands for itself. */
static int kernel_rank(const json_t *finding)
{
	static const char *const order[] = {"out-of-bounds", "race", "uninitialised-read"};
	const char *message = member(finding, "message");

	if (strncmp(message, "kernel ", 7) != 0 || !strstr(message, ", block "))
		return 0;
	for (int i = 0; i < 3; i++)
		if (strcmp(member(finding, "kind"), order[i]) == 0)
			return i + 1;
	return 0;
}

static bool same_kernel(const json_t *a, const json_t *b)
{
	const char *one = member(a, "message"), *other = member(b, "message");
	const char *name = strchr(one, ' '), *end = !name ? NULL : strchr(name + 1, ' ');

	return end && strncmp(one, other, (size_t)(end - one) + 1) == 0; /* "kernel saxpy " */
}

/* The place of the finding that says why this one was made; its own for most. */
static size_t finding_better(const json_t *list, size_t place, unsigned allowed)
{
	const json_t *first = json_array_get(list, place);
	int rank = kernel_rank(first);

	for (size_t i = place + 1; rank > 1 && i < json_array_size(list); i++) {
		const json_t *each = json_array_get(list, i);
		const int other = kernel_rank(each);

		if (other == 0 || other >= rank || !same_kernel(first, each) ||
		    (finding_bit(member(each, "kind")) & allowed) != 0)
			continue;
		place = i;
		rank = other;
	}
	return place;
}

int findings_read(const OwnReport *own, const char *machine, const char *source, unsigned allowed,
		  Finding *finding)
{
	size_t i;
	int result = 0;
	json_t *list = list_load(own, machine), *each;

	if (!list)
		return !machine && own->state == OWN_REPORT_NONE ? -1 : -2;
	json_array_foreach(list, i, each)
	{
		const char *kind = json_string_value(json_object_get(each, "kind"));
		const char *message = json_string_value(json_object_get(each, "message"));

		if (!kind || !message || finding_bit(kind) == 0) {
			result = -2;
			break;
		}
		if (finding_bit(kind) & allowed)
			continue;
		i = finding_better(list, i, allowed);
		each = json_array_get(list, i);
		kind = member(each, "kind");
		message = member(each, "message");
		text_clean(finding->message, FINDING_TEXT_MAX, message, strlen(message));
		where_find(json_object_get(each, "where"), source, kind, finding);
		finding->kind = kind_of(kind);
		finding->place = (int)i;
		result = 1;
		break;
	}
	json_decref(list);
	return result;
}

void findings_lines(const OwnReport *own, const char *machine, const char *source, unsigned allowed,
		    int64_t most, int lines[FINDING_KINDS])
{
	Finding finding;

	for (int i = 0; i < FINDING_KINDS; i++) {
		lines[i] = 0;
		if ((allowed >> i & 1) == 0 ||
		    findings_read(own, machine, source, ~(1U << i), &finding) != 1 ||
		    finding.place >= most)
			continue;
		const char *line = strchr(finding.where, ':');
		lines[i] = line ? (int)strtol(line + 1, NULL, 10) : FINDING_ELSEWHERE;
	}
}
