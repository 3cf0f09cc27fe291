/* see.c - the run that a check is about, the student's above, the solution's below, with one scale. */
#include "grader/report/submission/see.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/base/wrap.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"
#include "grader/report/page/timeline_svg.h"
#include "grader/report/page/timeline_text.h"
#include "grader/report/submission/check_section.h"
#include "grader/report/submission/reference.h"

enum { WIDTH_ELSE = 100 }; /* where there is no terminal */

/* One of the two: a run and its operations. */
typedef struct Side {
	const json_t *timeline, *run;
	int number;
	double end; /* 0: there is nothing */
} Side;

typedef struct Sight {
	Graded graded;
	const json_t *check; /* in results.json */
	Side own, its;
	double scale;
	bool same; /* inputs */
} Sight;

static Side side_of(const json_t *detail, int number)
{
	const json_t *timeline = json_object_get(detail, "timeline");

	return (Side){
		.timeline = timeline,
		.run = json_array_get(json_object_get(detail, "runs"), (size_t)(number - 1)),
		.number = number,
		.end = number > 0 ? picture_end(timeline, number) : 0,
	};
}

static const json_t *check_find(const json_t *labs, const char *id)
{
	const json_t *found = NULL;

	for (size_t i = 0; i < json_array_size(labs) && !found; i++)
		found = list_find(json_object_get(json_array_get(labs, i), "checks"), "id", id);
	return found;
}

/* The solution's run of the same number has the same inputs; where the student's never ran it is the
 * one that the check is about. */
static void sides_find(Sight *s, const char *id)
{
	const json_t *reference = s->graded.reference, *results = s->graded.results;
	const json_t *detail = check_find(json_object_get(s->graded.details, "labs"), id);
	const json_t *its = json_object_get(json_object_get(reference, "checks"), id);
	int number = run_choose(s->check, detail);

	s->own = side_of(detail, number);
	s->its = side_of(its, number);
	if (s->its.end <= 0 && s->own.end <= 0)
		s->its = side_of(its, int_of(its, "shown"));
	s->scale = fmax(s->own.end, s->its.end);
	s->same = int_of(reference, "seed") == int_of(results, "seed") &&
		  strcmp(text_of(reference, "machine"), text_of(results, "machine")) == 0;
}

static const char *us_words(double us, char *text, size_t size)
{
	if (us >= 1e4)
		snprintf(text, size, "%.4g ms", us / 1e3);
	else
		snprintf(text, size, "%.4g us", us);
	return text;
}

static const char *time_of(const Side *side, const char *key, char *text, size_t size)
{
	return us_words(number_of(side->run, key), text, size);
}

/* A bar's begin and end. */
typedef struct Bar {
	int gpu;
	double start, end;
} Bar;

static int bar_order(const void *a, const void *b)
{
	const Bar *x = a, *y = b;

	if (x->gpu != y->gpu)
		return x->gpu < y->gpu ? -1 : 1;
	return (x->start > y->start) - (x->start < y->start);
}

/* Microseconds in which a GPU computed nothing between its kernels, of all GPUs; what is drawn as one bar counts
 * as far as it was idle. Such a pause may be narrower than a character. */
static double paused_us(const Side *side)
{
	const size_t most = json_array_size(side->timeline);
	Bar *bars = memory_new((most + 1) * sizeof *bars);
	size_t count = 0;
	double paused = 0, end = 0;

	for (size_t i = 0; i < most; i++) {
		const json_t *op = json_array_get(side->timeline, i);
		double start = number_of(op, "start"), stop = number_of(op, "end");

		if (!op_is_of(op, side->number) || strcmp(text_of(op, "kind"), "kernel") != 0)
			continue;
		bars[count++] = (Bar){int_of(op, "gpu"), start, stop};
		if (int_of(op, "n") > 1)
			paused += fmax(0, stop - start - number_of(op, "busy"));
	}
	qsort(bars, count, sizeof *bars, bar_order);
	for (size_t i = 0; i < count; i++) {
		if (i > 0 && bars[i].gpu == bars[i - 1].gpu)
			paused += fmax(0, bars[i].start - end);
		else
			end = 0;
		end = fmax(end, bars[i].end);
	}
	free(bars);
	return paused < 0.5 ? 0 : paused; /* roundings */
}

/* "; the GPUs paused for 119 us and 12 us between kernels", where both have some; to be freed. */
static char *pauses(const Side *a, const Side *b)
{
	char own[32], its[32];

	if (int_of(a->run, "kernels") < 2 || int_of(b->run, "kernels") < 2)
		return text_new("%s", "");
	return text_new("; GPUs paused for %s and %s between kernels",
			us_words(paused_us(a), own, sizeof own),
			us_words(paused_us(b), its, sizeof its));
}

/* "yours 112.2 us, the solution's 111.9 us; copies 2 and 2; ..." To be freed. */
static char *comparison(const Sight *s)
{
	const Side *a = &s->own, *b = &s->its;
	char own[32], its[32], waits[32], its_waits[32];

	if (a->end <= 0)
		return text_new("yours did not run: %s", text_of(s->check, "verdict"));
	time_of(a, "us", own, sizeof own);
	time_of(b, "us", its, sizeof its);
	time_of(a, "waited", waits, sizeof waits);
	time_of(b, "waited", its_waits, sizeof its_waits);
	if (b->end <= 0)
		return text_new("yours %s; copies %d; kernels %d; waiting %s", own,
				int_of(a->run, "copies"), int_of(a->run, "kernels"), waits);
	char *idle = pauses(a, b);
	char *words = text_new(
		"yours %s, the solution %s; copies %d and %d; kernels %d and %d; waiting %s "
		"and %s%s",
		own, its, int_of(a->run, "copies"), int_of(b->run, "copies"),
		int_of(a->run, "kernels"), int_of(b->run, "kernels"), waits, its_waits, idle);

	free(idle);
	return words;
}

/* Whether both did the same in the same time, though the check fails. */
static bool is_alike(const Sight *s)
{
	const json_t *a = s->own.run, *b = s->its.run;
	double own = number_of(a, "us"), its = number_of(b, "us");

	return strcmp(text_of(s->check, "verdict"), "fail") == 0 && s->own.end > 0 &&
	       s->its.end > 0 && int_of(a, "copies") == int_of(b, "copies") &&
	       int_of(a, "kernels") == int_of(b, "kernels") && fabs(own - its) <= 0.01 * its;
}

/* What to know of the timelines: that the solution's is not there, that both are alike although the check fails, or
 * that the inputs were others; else "". To be
 * freed. */
static char *inputs_words(const Sight *s)
{
	if (s->its.end <= 0 && s->own.end > 0)
		return text_new(
			"The kit's own solution is not shown: its timeline did not come with this "
			"kit, so yours stands alone.");
	if (is_alike(s))
		return text_new(
			"%s",
			"The two are alike: a timeline shows what is done and when, and not an "
			"order that nothing keeps, or a number that is wrong. The message says "
			"what it is.");
	if (s->its.end <= 0 || s->same)
		return text_new("%s", "");
	return text_new(
		"The solution ran with other inputs: seed %d on %s. With SEED=%d "
		"MACHINE=%s both have the same.",
		int_of(s->graded.reference, "seed"), text_of(s->graded.reference, "machine"),
		int_of(s->graded.reference, "seed"), text_of(s->graded.reference, "machine"));
}

static void side_print(const Sight *s, const Side *side, const char *whose, int width)
{
	char time[32];

	if (side->end <= 0)
		return;
	printf("\n%s: run %d, %s", whose, side->number, time_of(side, "us", time, sizeof time));
	if (side->end > 1.01 * number_of(side->run, "us")) /* what was queued goes on */
		printf("; the GPUs until %s", us_words(side->end, time, sizeof time));
	putchar('\n');
	timeline_text(stdout, side->timeline, side->number, s->scale, width);
}

static void sight_print(const Sight *s)
{
	int width = wrap_width() > 0 ? wrap_width() : WIDTH_ELSE;
	char *line = comparison(s), *inputs = inputs_words(s);

	side_print(s, &s->own, "yours", width);
	side_print(s, &s->its, "the kit's solution", width);
	fputs("\n", stdout);
	timeline_text_legend(stdout);
	fputs("\n", stdout);
	wrap_print(stdout, wrap_width(), 0, "", line);
	if (*inputs != '\0')
		wrap_print(stdout, wrap_width(), 0, "", inputs);
	free(inputs);
	free(line);
}

static void side_write(FILE *out, const Sight *s, const Side *side, const char *whose)
{
	if (side->end <= 0)
		return;
	fprintf(out, "<figcaption><b>%s</b>: ", whose);
	picture_words(out, side->timeline, side->number);
	fputs("</figcaption>\n", out);
	picture_draw(out, side->timeline, side->number, s->scale, whose);
}

static void body_write(FILE *out, const Sight *s)
{
	char *line = comparison(s), *inputs = inputs_words(s);
	const char *told[] = {text_of(s->check, "message"), text_of(s->check, "times"),
			      text_of(s->check, "lesson"), line, inputs};

	html_print(out,
		   "<header><h1>%s %s</h1>\n<p class=\"soft\">%s; seed %d on %s</p></header>\n"
		   "<main id=\"see\">\n<figure>\n<div class=\"scroll\" tabindex=\"0\" "
		   "role=\"region\" aria-label=\"timelines\">\n",
		   text_of(s->check, "id"), text_of(s->check, "title"),
		   verdict_words(text_of(s->check, "verdict")), int_of(s->graded.results, "seed"),
		   text_of(s->graded.results, "machine"));
	side_write(out, s, &s->own, "Yours");
	side_write(out, s, &s->its, "The kit's own solution");
	picture_legend(out);
	fputs("</div>\n</figure>\n", out);
	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		if (*told[i] != '\0')
			html_print(out, "<p>%s</p>\n", told[i]);
	fputs("</main>\n", out);
	free(inputs);
	free(line);
}

static int sight_write(const Sight *s, const char *folder)
{
	const char *id = text_of(s->check, "id");
	char *title = text_new("%s: timelines", id), *path = text_new("%s/see-%s.html", folder, id);
	Page page;
	int bad = page_begin(&page, title, "see", "Skip to the timelines");

	if (bad == 0) {
		body_write(page.out, s);
		bad = page_end(&page, path);
	}
	if (bad == 0)
		printf("%s\n", path);
	free(path);
	free(title);
	return bad;
}

int see_make(const char *folder, const char *check, const char *build, const char *kit)
{
	char *graded = text_new("%s/see", folder);
	Sight s = {.scale = 0};
	int bad = graded_load(graded, &s.graded);

	if (bad == 0) {
		s.check = check_find(json_object_get(s.graded.results, "labs"), check);
		s.graded.reference = reference_find(build, kit, s.graded.results, check);
		sides_find(&s, check);
	}
	if (bad == 0 && s.scale <= 0) { /* a question, or nothing was done: no mistake */
		printf("Check %s ran nothing on a GPU: there is no timeline of it.\n", check);
	} else if (bad == 0) {
		sight_print(&s);
		bad = sight_write(&s, folder);
	}
	graded_release(&s.graded);
	free(graded);
	return bad;
}
