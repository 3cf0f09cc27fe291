/* make_book.c - make_book FILE [STUDENTS]: a gradebook to look at and to ask: a few students with
 * the names that people have, attempts, lateness, points by hand, a grader that failed; and as many
 * others as are asked for, with 57 checks each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/book/book.h"
#include "grader/class/book/book_override.h"
#include "grader/class/book/book_rules.h"
#include "grader/class/book/book_sql.h"

#define DUE 1700000000 /* 2023-11-14 22:13:20 UTC */

static Book *book;

static void must(int fine)
{
	if (!fine)
		exit(1);
}

/* results.json in which every check passes except those whose index is a multiple of `every`. */
static const char *results(int labs, int checks, int every, const char *verdict)
{
	static char text[64000];
	int at = snprintf(
		text, sizeof text,
		"{\"schema\":1,\"submission\":\"x\",\"gpu\":\"sim\",\"machine\":\"2xa100\","
		"\"isolation\":\"full\",\"seed\":41,\"score\":0,\"max_score\":0,"
		"\"unjudged\":0,\"labs\":[");

	static const char limit[] = ",\"limits\":[{\"how\":\"both at once\",\"wanted_us\":50,"
				    "\"measured_us\":44.25,\"at_least\":false}]";

	for (int l = 1, n = 1; l <= labs; l++) {
		at += snprintf(text + at, sizeof text - (size_t)at,
			       "%s{\"lab\":\"lab%d_name\",\"checks\":[", l > 1 ? "," : "", l);
		for (int c = 1; c <= checks; c++, n++) {
			int bad = every > 0 && n % every == 0;

			at += snprintf(
				text + at, sizeof text - (size_t)at,
				"%s{\"id\":\"%d.%d\",\"title\":\"what check %d.%d is about\","
				"\"points\":%d,\"max_points\":2,\"verdict\":\"%s\","
				"\"message\":\"%s\",\"hint\":\"\",\"where\":\"%s\",%s"
				"\"work\":{\"us\":%d.5,\"copies\":%d,\"bytes\":4000,"
				"\"kernels\":2,\"waits\":1%s}}",
				c > 1 ? "," : "", l, c, l, c, bad ? 0 : 2, bad ? verdict : "pass",
				bad ? "wanted 1 copy, counted 2" : "", bad ? "lab_name.c:31" : "",
				bad ? "\"cause\":\"copied-needlessly\",\"page\":"
				      "\"lab3.md#copy-to-and-as-in-device\","
				    : "",
				bad ? 90 + n : 40, bad ? 2 : 1, c % 3 == 0 ? limit : "");
		}
		at += snprintf(text + at, sizeof text - (size_t)at, "]}");
	}
	snprintf(text + at, sizeof text - (size_t)at, "]}");
	return text;
}

static void student(const char *id, const char *name, const char *folder)
{
	must(book_student_put(book, &(BookStudent){.id = id,
						   .name = name,
						   .email = NULL,
						   .section = strlen(id) % 2 ? "A" : "B",
						   .folder = folder}) == 0);
}

/* Hands in, this long after the deadline; with results NULL the grader failed. */
static void attempt(const char *id, const char *content, int64_t late_s, const char *text)
{
	BookSubmission s;

	must(book_submission_put(book, id, content, DUE + late_s, BOOK_FROM_FILES, &s) == 0);
	must(book_grading_put(book, &(BookGrading){.submission = s.id,
						   .key = content,
						   .kit = "kit",
						   .results = text,
						   .failed = !text,
						   .message = !text ? "no compiler" : NULL,
						   .compile_s = 1.5,
						   .check_s = 2.5,
						   .total_s = 4}) > 0);
}

static void more(int students)
{
	for (int i = 0; i < students; i++) {
		char id[32], name[32];

		snprintf(id, sizeof id, "n%d", i);
		snprintf(name, sizeof name, "Student %d", i);
		student(id, name, id);
		attempt(id, "first", i % 3 ? -60 : 3600, results(9, 6, 2 + i % 7, "fail"));
		attempt(id, "second", 60, results(9, 6, 2 + i % 11, "todo"));
	}
}

int main(int argc, char **argv)
{
	BookRules rules = {.due = (char *)(uintptr_t) "2023-11-14T22:13:20Z",
			   .late = (char *)(uintptr_t) "10%/day, 5 days",
			   .grace = (char *)(uintptr_t) "15 min"};

	if (argc < 2 || !(book = book_open(argv[1], BOOK_CREATE)))
		return 2;
	/* nobody minds a half-made book: a class of 1000 takes seconds then, and not minutes */
	must(book_execute(book, "PRAGMA synchronous = OFF", "") == 0 &&
	     book_execute(book, "PRAGMA journal_mode = MEMORY", "") == 0);
	must(book_rules_put(book, &rules) == 0);
	student("1001", "Ada Lovelace", "ada");
	attempt("1001", "a", -3600, results(2, 3, 2, "fail"));
	attempt("1001", "b", 7200, results(2, 3, 0, ""));
	student("1002", "\xea\xb9\x80\xeb\xaf\xbc\xec\xa4\x80", "minjun"); /* Korean, three wide */
	attempt("1002", "a", 0, results(2, 3, 3, "inconclusive"));
	student("1003", "O'Brien, \"Pat\"", "pat");
	attempt("1003", "a", 0, NULL);
	student("1004", "Zo\xc3\xab M\xc3\xbcller", NULL);
	student("evil\n\033[31m", "evil\n\033[31m", "evil\n\033[31m");
	attempt("evil\n\033[31m", "a", 6 * 86400, results(2, 3, 1, "todo"));
	must(book_override_put(book, &(BookOverride){.student = "1002",
						     .check = "1.3",
						     .points = 1.5,
						     .reason = "measured in the lab",
						     .made_by = "tutor"}) == 0);
	more(argc > 2 ? atoi(argv[2]) : 0);
	book_close(book);
	return 0;
}
