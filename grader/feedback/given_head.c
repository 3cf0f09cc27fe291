/* given_head.c - the final mark in words: what was handed in when, what lateness and people made of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/class/book/book_rules.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/timestamp.h"
#include "grader/class/cli/marks.h"
#include "grader/feedback/given.h"

/* Takes the text over. */
static void row_add(json_t *head, const char *label, char *text)
{
	if (*text != '\0')
		json_array_append_new(json_object_get(head, "rows"),
				      json_pack("[s, s]", label, text));
	free(text);
}

/* The columns of the query in mark_read. */
enum {
	STATUS,
	LATE_S,
	PENALTY,
	BY_HAND,
	REASON,
	UNJUDGED,
	SUBMITTED,
	WHY,
	ATTEMPT,
	ATTEMPTS,
	DATE,
	OWN_DUE,
	OWN_WHY
};
static const char mark_sql[] =
	"SELECT t.status, t.late_s, t.penalty, t.overridden, t.reason, t.unjudged, t.submitted_at,"
	" s.submitted_why, t.attempt, (SELECT count(*) FROM submission n WHERE n.student = "
	"t.student),"
	" t.graded_at, e.due, e.reason FROM total t LEFT JOIN submission s ON s.id = t.submission"
	" LEFT JOIN extension e ON e.student = t.student AND e.revoked_at IS NULL"
	" WHERE t.student = ?1";

static void status_row(json_t *head, sqlite3_stmt *row)
{
	static const struct {
		const char *status, *words;
	} told[] = {{"absent", "nothing was handed in"},
		    {"failed", "what was handed in could not be graded"},
		    {"ungraded", "what was handed in is not graded yet"}};

	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		if (strcmp(book_column(row, STATUS), told[i].status) == 0)
			row_add(head, "state", text_new("%s", told[i].words));
}

static void handed_in_row(json_t *head, sqlite3_stmt *row)
{
	char local[TIMESTAMP_SIZE];
	const char *at = timestamp_shown(book_column(row, SUBMITTED), local),
		   *why = book_column(row, WHY);

	if (*at != '\0')
		row_add(head, "handed in",
			text_new("%s%s%s", at, *why != '\0' ? ", set by hand: " : "", why));
}

/* Of a student who has a deadline of their own. */
static void due_row(json_t *head, sqlite3_stmt *row)
{
	char local[TIMESTAMP_SIZE];
	const char *at = timestamp_shown(book_column(row, OWN_DUE), local);

	if (*at != '\0')
		row_add(head, "deadline", text_new("yours: %s: %s", at, book_column(row, OWN_WHY)));
}

static void late_row(json_t *head, sqlite3_stmt *row, const BookRules *rules)
{
	char late[40];
	double penalty = sqlite3_column_double(row, PENALTY);

	late_text(sqlite3_column_int64(row, LATE_S), late, sizeof late);
	if (*late == '\0')
		return;
	row_add(head, "late",
		penalty > 0 ? text_new("by %s: -%g points (%s)", late, penalty, rules->late)
			    : text_new("by %s, which costs nothing", late));
}

static void other_rows(json_t *head, sqlite3_stmt *row, const BookRules *rules)
{
	double unjudged = sqlite3_column_double(row, UNJUDGED);

	if (sqlite3_column_int(row, ATTEMPTS) > 1)
		row_add(head, "attempt",
			text_new("%d of %d; the %s counts", sqlite3_column_int(row, ATTEMPT),
				 sqlite3_column_int(row, ATTEMPTS), rules->policy));
	if (unjudged > 0 && strcmp(book_column(row, STATUS), "graded") == 0)
		row_add(head, "not judged",
			text_new("%g points, which count neither for nor against", unjudged));
	if (sqlite3_column_int(row, BY_HAND))
		row_add(head, "by hand", text_new("the final mark: %s", book_column(row, REASON)));
}

static int mark_read(json_t *head, const Given *given, const GivenFrom *from)
{
	sqlite3_stmt *row = book_query(from->book, mark_sql, "s", given->id);
	int found = !row ? -1 : book_step(from->book, row);
	char local[TIMESTAMP_SIZE];
	BookRules rules;

	if (found > 0 && book_rules_get(from->book, &rules) == 0) {
		status_row(head, row);
		handed_in_row(head, row);
		due_row(head, row);
		late_row(head, row, &rules);
		other_rows(head, row, &rules);
		json_object_set_new(head, "date",
				    json_string(timestamp_shown(book_column(row, DATE), local)));
		book_rules_free(&rules);
	}
	sqlite3_finalize(row);
	return found < 0 ? -1 : 0;
}

/* Points by hand for single checks, in one line: the page says why at each. */
static int by_hand_read(json_t *head, const Given *given, const GivenFrom *from)
{
	sqlite3_stmt *rows = book_query(
		from->book,
		"SELECT \"check\", points, reason FROM mark WHERE student = ?1 AND overridden", "s",
		given->id);
	int more = -1;

	while (rows && (more = book_step(from->book, rows)) > 0)
		row_add(head, "by hand",
			text_new("%g points for %s: %s", sqlite3_column_double(rows, 1),
				 book_column(rows, 0), book_column(rows, 2)));
	sqlite3_finalize(rows);
	return more;
}

/* Each row of the query as an object: its columns are called as the members. Times are local. */
static json_t *notes_read(const char *sql, const Given *given, const GivenFrom *from)
{
	sqlite3_stmt *rows = book_query(from->book, sql, "s", given->id);
	json_t *list = json_array();
	int more = -1;

	while (rows && (more = book_step(from->book, rows)) > 0) {
		json_t *note = json_object();

		for (int i = 0; i < sqlite3_column_count(rows); i++) {
			const char *name = sqlite3_column_name(rows, i),
				   *text = book_column(rows, i);
			char local[TIMESTAMP_SIZE];

			if (strcmp(name, "at") == 0 || strcmp(name, "answered") == 0)
				text = timestamp_shown(text, local);
			json_object_set_new(note, name, json_string(text));
		}
		json_array_append_new(list, note);
	}
	sqlite3_finalize(rows);
	if (more == 0)
		return list;
	json_decref(list);
	return NULL;
}

static char *mark_text(const Given *given)
{
	return isnan(given->final) ? text_new("none yet")
				   : text_new("%g of %g points", given->final, given->most);
}

json_t *given_head(const Given *given, const GivenFrom *from)
{
	json_t *comments = notes_read("SELECT \"check\", text, made_by AS by, made_at AS at"
				      " FROM comment WHERE student = ?1 AND revoked_at IS NULL"
				      " ORDER BY id",
				      given, from);
	json_t *requests = notes_read("SELECT \"check\", text, made_at AS at, answer,"
				      " answered_by AS by, answered_at AS answered FROM request"
				      " WHERE student = ?1 ORDER BY id",
				      given, from);
	char *mark = mark_text(given);
	json_t *head = json_pack("{s:s, s:s, s:s, s:s, s:[], s:o*, s:o*}", "name", given->name,
				 "course", !from->course ? "" : from->course, "assignment",
				 !from->title ? "" : from->title, "mark", mark, "rows", "comments",
				 comments, "requests", requests);
	int bad = !comments || !requests || mark_read(head, given, from) < 0 ||
		  by_hand_read(head, given, from) < 0;

	free(mark);
	if (!bad)
		return head;
	json_decref(head);
	return NULL;
}

/* --- the same as text ------------------------------------------------------------------------- */

static void notes_say(FILE *out, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *note = json_array_get(list, i);

		fprintf(out, "  %s%s%s\n", text_of(note, "check"),
			*text_of(note, "check") != '\0' ? ": " : "", text_of(note, "text"));
		if (*text_of(note, "answer") != '\0')
			fprintf(out, "    answer: %s\n", text_of(note, "answer"));
	}
}

char *given_text(const Given *given)
{
	const json_t *head = given->graded.head, *rows = json_object_get(head, "rows");
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		exit(2);
	fprintf(out, "Your mark%s%s%s%s: %s\n", *text_of(head, "course") != '\0' ? ", " : "",
		text_of(head, "course"), *text_of(head, "assignment") != '\0' ? ", " : "",
		text_of(head, "assignment"), text_of(head, "mark"));
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);

		fprintf(out, "%s: %s\n", json_string_value(json_array_get(row, 0)),
			json_string_value(json_array_get(row, 1)));
	}
	if (json_array_size(json_object_get(head, "comments")) > 0)
		fputs("Comments:\n", out);
	notes_say(out, json_object_get(head, "comments"));
	if (json_array_size(json_object_get(head, "requests")) > 0)
		fputs("You asked:\n", out);
	notes_say(out, json_object_get(head, "requests"));
	fclose(out);
	return text;
}
