/* given_results.c - puts the labs of several gradings together, and points by hand into them. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"
#include "grader/feedback/given.h"

#define RESULTS_MAX ((size_t)64 << 20)

/* --- labs ------------------------------------------------------------------------------------- */

/* The lab of that name, taken out of a results.json; the rest of which begins `all` if that is NULL. */
static void lab_take(json_t **all, const char *name, const char *text)
{
	json_t *results = !text ? NULL : json_loads(text, 0, NULL);
	json_t *lab = list_find(json_object_get(results, "labs"), "lab", name);

	json_incref(lab);
	if (!*all && results) {
		*all = json_incref(results);
		json_object_set_new(*all, "labs", json_array());
	}
	if (lab)
		json_array_append_new(json_object_get(*all, "labs"), lab);
	json_decref(results);
}

static int labs_read(json_t **all, const Given *given, const GivenFrom *from)
{
	sqlite3_stmt *rows = book_query(
		from->book,
		"SELECT l.lab, g.results FROM lab_grading l JOIN grading g ON g.id = l.grading"
		" WHERE l.submission = ?1 ORDER BY CAST(substr(l.lab, 4) AS INTEGER), l.lab",
		"i", given->submission);
	int more = -1;

	while (rows && (more = book_step(from->book, rows)) > 0)
		lab_take(all, (const char *)sqlite3_column_text(rows, 0),
			 (const char *)sqlite3_column_text(rows, 1));
	sqlite3_finalize(rows);
	return more;
}

/* --- points by hand --------------------------------------------------------------------------- */

/* The columns of the query in marks_read. */
enum { LAB, CHECK, TITLE, POINTS, MOST, VERDICT, BY_HAND, REASON };

static json_t *lab_find(json_t *all, const char *name)
{
	json_t *labs = json_object_get(all, "labs"), *lab = list_find(labs, "lab", name);

	if (lab)
		return lab;
	lab = json_pack("{s:s, s:f, s:f, s:[]}", "lab", name, "score", 0.0, "max_score", 0.0,
			"checks");
	json_array_append_new(labs, lab);
	return lab;
}

/* A check that the attempt does not have, such as of a student who sent nothing. */
static json_t *check_find(json_t *lab, sqlite3_stmt *row, int conceals)
{
	json_t *checks = json_object_get(lab, "checks");
	json_t *check = list_find(checks, "id", book_column(row, CHECK));

	if (check)
		return check;
	check = json_pack("{s:s, s:s, s:s, s:f, s:f}", "id", book_column(row, CHECK), "title",
			  conceals ? "" : book_column(row, TITLE), "verdict",
			  book_column(row, VERDICT), "points", 0.0, "max_points",
			  sqlite3_column_double(row, MOST));
	json_array_append_new(checks, check);
	return check;
}

static void by_hand_set(json_t *check, sqlite3_stmt *row)
{
	const char *verdict = text_of(check, "verdict");
	int judged = strcmp(verdict, "pass") == 0 || strcmp(verdict, "fail") == 0 ||
		     strcmp(verdict, "todo") == 0;
	char *was = judged ? text_new("%g of %g points", number_of(check, "points"),
				      number_of(check, "max_points"))
			   : text_new("no verdict");

	json_object_set_new(
		check, "by_hand",
		json_pack("{s:s, s:s}", "reason", book_column(row, REASON), "was", was));
	free(was);
}

static void sum_add(json_t *object, const char *key, double more)
{
	json_object_set_new(object, key, json_real(number_of(object, key) + more));
}

static void mark_take(json_t *all, sqlite3_stmt *row, int conceals)
{
	json_t *lab = lab_find(all, book_column(row, LAB)), *check = check_find(lab, row, conceals);
	const char *verdict = book_column(row, VERDICT);
	double points = sqlite3_column_double(row, POINTS), most = sqlite3_column_double(row, MOST);
	int by_hand = sqlite3_column_int(row, BY_HAND);

	if (by_hand)
		by_hand_set(check, row);
	json_object_set_new(check, "points", json_real(points));
	if (!by_hand && strcmp(verdict, "pass") != 0 && strcmp(verdict, "fail") != 0 &&
	    strcmp(verdict, "todo") != 0) {
		sum_add(all, "unjudged", most);
		return;
	}
	sum_add(lab, "score", points);
	sum_add(lab, "max_score", most);
	sum_add(all, "score", points);
	sum_add(all, "max_score", most);
}

/* Sums are made anew: points by hand are in them. */
static void sums_clear(json_t *all)
{
	static const char *const sums[] = {"score", "max_score", "unjudged"};
	json_t *labs = json_object_get(all, "labs");

	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		json_object_set_new(all, sums[i], json_real(0));
		for (size_t k = 0; k < json_array_size(labs); k++)
			json_object_set_new(json_array_get(labs, k), sums[i], json_real(0));
	}
}

static int marks_read(json_t *all, const Given *given, const GivenFrom *from)
{
	sqlite3_stmt *rows = book_query(
		from->book,
		"SELECT lab, \"check\", title, points, max_points, verdict, overridden, reason"
		" FROM mark WHERE student = ?1 ORDER BY lab, \"check\"",
		"s", given->id);
	int more = -1;

	while (rows && (more = book_step(from->book, rows)) > 0)
		mark_take(all, rows, from->conceals);
	sqlite3_finalize(rows);
	return more;
}

json_t *given_results(const Given *given, const GivenFrom *from)
{
	json_t *all = NULL;

	if (given->submission > 0 && labs_read(&all, given, from) < 0) {
		json_decref(all);
		return NULL;
	}
	if (!all)
		all = json_pack("{s:i, s:[]}", "schema", 1, "labs");
	json_object_set_new(all, "submission", json_string(given->name));
	sums_clear(all);
	if (marks_read(all, given, from) < 0) {
		json_decref(all);
		return NULL;
	}
	return all;
}

/* --- sources and timelines -------------------------------------------------------------------- */

/* Whether the results in the folder are those of the lab's grading that counts. */
static int lab_is_here(const Given *given, const GivenFrom *from, const char *lab, const char *text)
{
	int64_t one = 0;

	return book_number(from->book, &one,
			   "SELECT 1 FROM lab_grading l JOIN grading g ON g.id = l.grading"
			   " WHERE l.submission = ?1 AND l.lab = ?2 AND g.results = ?3",
			   "iss", given->submission, lab, text) > 0;
}

static void others_drop(json_t *file, const Given *given, const GivenFrom *from, const char *text)
{
	json_t *labs = json_object_get(file, "labs");

	for (size_t i = json_array_size(labs); i-- > 0;)
		if (!lab_is_here(given, from, text_of(json_array_get(labs, i), "lab"), text))
			json_array_remove(labs, i);
}

void given_details(Given *given, const GivenFrom *from)
{
	char key[PATH_KEY_SIZE], *folder, *path, *text;
	size_t bytes;

	if (!from->home || *given->folder == '\0' || given->submission <= 0)
		return;
	path_key(given->folder, key);
	folder = text_new("%s/students/%s", from->home, key);
	path = text_new("%s/results.json", folder);
	text = file_load(AT_FDCWD, path, RESULTS_MAX, &bytes);
	free(path);
	if (text) {
		text[bytes] = '\0';
		path = text_new("%s/details.json", folder);
		given->graded.details = json_file_load(path, 0);
		free(path);
		path = text_new("%s/coverage.json", folder);
		given->graded.coverage = json_file_load(path, 0);
		free(path);
		others_drop(given->graded.details, given, from, text);
		others_drop(given->graded.coverage, given, from, text);
		json_object_del(given->graded.details, "times");
	}
	free(text);
	free(folder);
}
