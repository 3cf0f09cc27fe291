/* entries.c - picks one check out of all attempts. */
#include <math.h>
#include <string.h>

#include "grader/report/data/graded.h"
#include "grader/report/worklog/worklog.h"

#define LIMITS_MOST 16

static const json_t *check_of(const json_t *attempt, const char *id)
{
	const json_t *labs = json_object_get(attempt, "labs");

	for (size_t i = 0; i < json_array_size(labs); i++) {
		const json_t *check =
			list_find(json_object_get(json_array_get(labs, i), "checks"), "id", id);

		if (check)
			return check;
	}
	return NULL;
}

static const json_t *limit_of(const json_t *check, int n)
{
	return json_array_get(json_object_get(json_object_get(check, "work"), "limits"),
			      (size_t)n - 1);
}

static bool is_missed(const json_t *limit)
{
	double wanted = number_of(limit, "wanted_us"), measured = number_of(limit, "measured_us");

	return json_is_true(json_object_get(limit, "at_least")) ? measured < wanted
								: measured > wanted;
}

/* The limit that was missed most often, the first of them where several were; 0: there is none. */
static int limit_choose(const Entries *e)
{
	int missed[LIMITS_MOST + 1] = {0}, met[LIMITS_MOST + 1] = {0}, best = 0;

	for (int i = 0; i < e->count; i++)
		for (int n = 1; n <= LIMITS_MOST && limit_of(e->list[i].check, n); n++) {
			met[n]++;
			missed[n] += is_missed(limit_of(e->list[i].check, n));
		}
	for (int n = 1; n <= LIMITS_MOST; n++)
		if (met[n] > 0 && (best == 0 || missed[n] > missed[best]))
			best = n;
	return best;
}

static bool is_equal(const json_t *a, const json_t *b)
{
	return strcmp(text_of(a, "verdict"), text_of(b, "verdict")) == 0 &&
	       strcmp(text_of(a, "message"), text_of(b, "message")) == 0 &&
	       ((!json_object_get(a, "work") && !json_object_get(b, "work")) ||
		json_equal(json_object_get(a, "work"), json_object_get(b, "work")));
}

static void entry_add(Entries *e, const json_t *attempt, const json_t *check, int number)
{
	Entry *last = e->count > 0 ? &e->list[e->count - 1] : NULL;

	if (last && is_equal(last->check, check)) {
		last->times++;
		last->number = number;
		last->attempt = attempt;
		return;
	}
	if (e->count == ENTRIES_MOST)
		memmove(e->list, e->list + 1, --e->count * sizeof *e->list);
	e->list[e->count++] =
		(Entry){.attempt = attempt, .check = check, .number = number, .times = 1};
	e->changed = e->count > 1;
}

void entries_find(Entries *e, const json_t *attempts, const char *id)
{
	e->count = e->limit = 0;
	e->changed = false;
	for (size_t i = 0; i < json_array_size(attempts); i++) {
		const json_t *attempt = json_array_get(attempts, i);
		const json_t *check = check_of(attempt, id);

		if (check)
			entry_add(e, attempt, check, (int)i + 1);
	}
	e->limit = limit_choose(e);
	for (int i = 0; i < e->count; i++) {
		e->list[i].limited = e->limit > 0;
		e->list[i].limit = e->limit > 0 ? limit_of(e->list[i].check, e->limit) : NULL;
	}
}

double entry_us(const Entry *entry)
{
	const json_t *us = json_object_get(json_object_get(entry->check, "work"), "us");

	if (entry->limit)
		return number_of(entry->limit, "measured_us");
	return us && !entry->limited ? json_number_value(us) : NAN;
}

double entry_wanted(const Entry *entry)
{
	return entry->limit ? number_of(entry->limit, "wanted_us") : NAN;
}
