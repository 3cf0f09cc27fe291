/* check TRACE [SUMMARY]: whether the trace has the structure that it should, and whether the
 * summary's engines agree with it. Prints what the trace shows in the form of busy.c's counters. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 20000

/* A bar on a track. */
typedef struct Event {
	const char *name, *category, *engine;
	long pid, tid, ts, end; /* ns */
	long call, op;
	json_t *args;
} Event;

/* An arrow's beginning or end, by the operation's number. */
typedef struct End {
	long id, tid, ts;
} End;

static json_t *root;
static Event slice[MOST];
static End tail[MOST], head[MOST];
static int slices, tails, heads, failures;

#define REQUIRE(holds, ...)                                                                        \
	((holds) ? (void)0 : (void)(failures++, printf(__VA_ARGS__), putchar('\n')))

static long number(const json_t *event, const char *key)
{
	const json_t *value = json_object_get(event, key);
	REQUIRE(json_is_integer(value), "an event without an integer %s", key);
	return (long)json_integer_value(value);
}

static long nanoseconds(const json_t *event, const char *key)
{
	const json_t *value = json_object_get(event, key);
	REQUIRE(json_is_number(value) && json_number_value(value) >= 0,
		"an event whose %s is no time", key);
	return lround(json_number_value(value) * 1000);
}

static const char *text(const json_t *event, const char *key)
{
	const char *value = json_string_value(json_object_get(event, key));
	REQUIRE(value && *value, "an event without %s", key);
	return value ? value : "";
}

/* The name that metadata gives to a process or a track; NULL. */
static const char *name_of(const char *what, long pid, long tid)
{
	size_t i;
	json_t *event;
	json_array_foreach(root, i, event)
	{
		if (strcmp(text(event, "ph"), "M") != 0 || strcmp(text(event, "name"), what) != 0 ||
		    number(event, "pid") != pid || (tid && number(event, "tid") != tid))
			continue;
		return json_string_value(json_object_get(json_object_get(event, "args"), "name"));
	}
	return NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

static void take_slice(const json_t *event)
{
	Event *e = &slice[slices < MOST - 1 ? slices++ : slices];
	e->name = text(event, "name");
	e->category = text(event, "cat");
	e->pid = number(event, "pid");
	e->tid = number(event, "tid");
	e->ts = nanoseconds(event, "ts");
	e->end = e->ts + nanoseconds(event, "dur");
	e->args = json_object_get(event, "args");
	e->call = (long)json_integer_value(json_object_get(e->args, "call"));
	e->op = (long)json_integer_value(json_object_get(e->args, "op"));
}

static void take_end(const json_t *event, End *list, int *count)
{
	End *end = &list[*count < MOST - 1 ? (*count)++ : *count];
	*end = (End){number(event, "id"), number(event, "tid"), nanoseconds(event, "ts")};
}

static int slice_compare(const void *a, const void *b)
{
	const Event *x = a, *y = b;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

static int end_compare(const void *a, const void *b)
{
	const End *x = a, *y = b;
	return (x->id > y->id) - (x->id < y->id);
}

static void take_all(void)
{
	size_t i;
	json_t *event;
	json_array_foreach(root, i, event)
	{
		char phase = text(event, "ph")[0];
		if (phase == 'X')
			take_slice(event);
		else if (phase == 's')
			take_end(event, tail, &tails);
		else if (phase == 'f')
			take_end(event, head, &heads);
		else if (phase != 'M')
			nanoseconds(event, "ts");
	}
	REQUIRE(slices < MOST - 1, "too many events for this test");
	qsort(slice, (size_t)slices, sizeof *slice, slice_compare);
	qsort(tail, (size_t)tails, sizeof *tail, end_compare);
	qsort(head, (size_t)heads, sizeof *head, end_compare);
	for (int k = 0; k < slices; k++) {
		Event *e = &slice[k];
		const char *track = k > 0 && e[-1].tid == e->tid
					    ? e[-1].engine
					    : name_of("thread_name", e->pid, e->tid);
		REQUIRE(track, "track %ld of process %ld has no name", e->tid, e->pid);
		e->engine = track; /* the track's name until the end of this function */
	}
	for (int k = 0; k < slices; k++)
		if (strcmp(slice[k].category, "engine") != 0)
			slice[k].engine = NULL;
}

/* --- checking --------------------------------------------------------------------------------- */

static const Event *find_call(long call)
{
	for (int i = 0; i < slices; i++)
		if (slice[i].pid == 1 && slice[i].call == call)
			return &slice[i];
	return NULL;
}

static const Event *find_work(long op)
{
	for (int i = 0; i < slices; i++)
		if (slice[i].pid != 1 && !slice[i].engine && slice[i].op == op)
			return &slice[i];
	return NULL;
}

static void check_slices(void)
{
	for (int i = 0; i < slices; i++) {
		const Event *e = &slice[i], *other;
		REQUIRE(i == 0 || e[-1].tid != e->tid || e->ts >= e[-1].end,
			"%s and %s overlap on track %ld", e[-1].name, e->name, e->tid);
		if (e->engine) {
			other = find_work(e->op);
			REQUIRE(other && strcmp(other->name, e->name) == 0 && other->ts == e->ts &&
					other->end == e->end,
				"%s on an engine is on no stream", e->name);
		} else if (e->pid != 1) {
			other = find_call(e->call);
			REQUIRE(other && other->ts <= e->ts, "%s comes before its call", e->name);
		}
	}
	for (long pid = 1; pid <= 2; pid++)
		REQUIRE(slices == 0 || name_of("process_name", pid, 0) || find_work(1) == NULL,
			"process %ld has no name", pid);
}

/* An arrow begins in its call and ends at the start of its operation. */
static void check_arrows(void)
{
	int works = 0;
	for (int i = 0; i < slices; i++)
		works += slice[i].pid != 1 && !slice[i].engine;
	REQUIRE(tails == works && heads == works, "%d and %d ends of arrows, %d operations", tails,
		heads, works);
	for (int i = 0; i < tails && i < heads; i++) {
		const Event *work = find_work(tail[i].id);
		const Event *call = work ? find_call(work->call) : NULL;
		REQUIRE(call && call->tid == tail[i].tid && tail[i].ts >= call->ts &&
				tail[i].ts <= call->end,
			"arrow %ld does not begin in its call", tail[i].id);
		REQUIRE(work && head[i].id == tail[i].id && head[i].tid == work->tid &&
				head[i].ts == work->ts,
			"arrow %ld does not end at its operation", tail[i].id);
	}
}

/* --- the summary: engines of one GPU, added up here nanosecond by nanosecond ------------------ */

static double figure(const char *at)
{
	static const struct {
		const char *unit;
		double size;
	} units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
	char *unit;
	double value = strtod(at, &unit);
	unit += strspn(unit, " ");
	size_t length = strcspn(unit, " \n");
	for (int i = 0; i < 4; i++)
		if (strlen(units[i].unit) == length && strncmp(unit, units[i].unit, length) == 0)
			return value * units[i].size;
	return NAN;
}

static void check_figure(FILE *file, const char *what, double wanted)
{
	char line[256];
	while (fgets(line, sizeof line, file)) {
		if (strncmp(line + 2, what, strlen(what)) != 0)
			continue;
		double found = figure(line + 2 + strlen(what));
		REQUIRE(fabs(found - wanted) <= 0.0006 * wanted, "%s: %g, not %g", what, found,
			wanted);
		return;
	}
	REQUIRE(0, "the summary has no %s", what);
}

static void check_summary(FILE *file, long pid)
{
	static const char *const engines[] = {"compute", "copy in", "copy out"};
	long last = 1, copying = 0, beside = 0, busy[3] = {0};
	for (int i = 0; i < slices; i++)
		last = slice[i].end > last ? slice[i].end : last;
	unsigned char *at = calloc((size_t)last, 1); /* a bit for each engine */
	for (int i = 0; at && i < slices; i++)
		for (int e = 0; slice[i].engine && slice[i].pid == pid && e < 3; e++)
			if (strcmp(slice[i].engine, engines[e]) == 0)
				for (long t = slice[i].ts; t < slice[i].end; t++)
					at[t] |= (unsigned char)(1 << e);
	for (long t = 0; at && t < last; t++) {
		for (int e = 0; e < 3; e++)
			busy[e] += at[t] >> e & 1;
		copying += at[t] > 1;
		beside += at[t] > 1 && at[t] & 1;
	}
	free(at);
	for (int e = 0; e < 3; e++)
		check_figure(file, engines[e], (double)busy[e]);
	if (copying > 0)
		check_figure(file, "copying while it computes", (double)beside);
}

/* --- counting --------------------------------------------------------------------------------- */

static double sum(const char *category, const char *begins, const char *key)
{
	double total = 0;
	for (int i = 0; i < slices; i++) {
		const Event *e = &slice[i];
		if (e->pid == 1 || e->engine || strcmp(e->category, category) != 0 ||
		    strncmp(e->name, begins, strlen(begins)) != 0)
			continue;
		total += key ? json_number_value(json_object_get(e->args, key)) : 1;
	}
	return total;
}

int main(int argc, char **argv)
{
	json_error_t error = {.line = 0};
	root = argc > 1 ? json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error) : NULL;
	if (!json_is_array(root)) {
		printf("not a list: line %d: %s\n", error.line, error.text);
		return 1;
	}
	take_all();
	check_slices();
	check_arrows();
	FILE *summary = argc > 2 ? fopen(argv[2], "r") : NULL;
	REQUIRE(argc <= 2 || summary, "no summary");
	for (long pid = 2; summary && pid <= 3 && name_of("process_name", pid, 0); pid++)
		check_summary(summary, pid);
	if (summary)
		fclose(summary);
	printf("kernel=%.0f fill=%.0f h2d=%.0f d2h=%.0f p2p=%.0f bytes_h2d=%.0f bytes_d2h=%.0f "
	       "bytes_p2p=%.0f\n",
	       sum("kernel", "", NULL), sum("fill", "", NULL), sum("copy", "copy H2D", NULL),
	       sum("copy", "copy D2H", NULL), sum("copy", "copy GPU", NULL),
	       sum("copy", "copy H2D", "bytes"), sum("copy", "copy D2H", "bytes"),
	       sum("copy", "copy GPU", "bytes"));
	json_decref(root);
	return failures > 0;
}
