/* book_grading.c - gradings and the checks in them. */
#include <jansson.h>
#include <math.h>
#include <time.h>

#include "grader/class/book/book_log.h"
#include "grader/class/book/book_rules.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/book_work.h"
#include "grader/class/book/timestamp.h"

int64_t book_grading_find(Book *book, int64_t submission, const char *key)
{
	int64_t id = 0;

	/* A grading no longer counts once a newer one has judged one of its labs, with other
	 * settings: it must not be found then, so that the submission is graded again. */
	int found = book_number(
		book, &id,
		"SELECT max(g.id) FROM grading g"
		" WHERE g.submission = ?1 AND g.key = ?2 AND g.status = 'graded' AND NOT EXISTS("
		"  SELECT 1 FROM check_result c JOIN lab_grading l"
		"  ON l.submission = g.submission AND l.lab = c.lab AND l.grading > g.id"
		"  WHERE c.grading = g.id)",
		"is", submission, key);

	return found < 0 ? -1 : id;
}

int64_t book_grading_newest(Book *book)
{
	int64_t id = 0;

	return book_number(book, &id, "SELECT coalesce(max(id), 0) FROM grading", "") < 0 ? -1 : id;
}

/* Parses results.json, and checks the members that are used here. */
static json_t *results_read(Book *book, const char *text)
{
	json_error_t error;
	json_t *root = json_loads(text, 0, &error);

	if (!root) {
		book_fail(book, "what the grader wrote cannot be stored: line %d: %s", error.line,
			  error.text);
		return NULL;
	}
	if (json_integer_value(json_object_get(root, "schema")) != 1 ||
	    !json_is_array(json_object_get(root, "labs"))) {
		book_fail(book, "what the grader wrote cannot be stored: expected results.json of "
				"schema 1");
		json_decref(root);
		return NULL;
	}
	return root;
}

static const char *json_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static double json_points(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

static double seconds_or_null(double seconds)
{
	return seconds < 0 ? NAN : seconds;
}

static int grading_add(Book *book, const BookGrading *g, const json_t *root)
{
	char now[TIMESTAMP_SIZE];

	timestamp_utc((int64_t)time(NULL), now);
	/* the seed is bound as a double, for which NaN means NULL; the column converts it */
	return book_execute(
		book,
		"INSERT INTO grading(submission, key, kit, gpu, machine, isolation, seed, status,"
		" message, score, max_score, unjudged, compile_s, check_s, total_s, graded_at, "
		"results)"
		" VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17)",
		"isssssdssddddddss", g->submission, g->key, g->kit, json_text(root, "gpu"),
		json_text(root, "machine"), json_text(root, "isolation"), json_points(root, "seed"),
		g->failed ? "failed" : "graded", g->message, json_points(root, "score"),
		json_points(root, "max_score"), json_points(root, "unjudged"),
		seconds_or_null(g->compile_s), seconds_or_null(g->check_s),
		seconds_or_null(g->total_s), now, g->results);
}

static int check_add(Book *book, int64_t grading, const char *lab, const json_t *check)
{
	return book_execute(
		book,
		"INSERT INTO check_result"
		" VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
		"isssddssssss", grading, lab, json_text(check, "id"), json_text(check, "title"),
		json_points(check, "points"), json_points(check, "max_points"),
		json_text(check, "verdict"), json_text(check, "message"), json_text(check, "hint"),
		json_text(check, "where"), json_text(check, "cause"), json_text(check, "page"));
}

/* For each lab that it holds, a grading that did not fail becomes the one that counts. */
static int lab_add(Book *book, const BookGrading *g, int64_t grading, const json_t *lab)
{
	const char *name = json_text(lab, "lab");
	const json_t *check;
	size_t i;

	json_array_foreach(json_object_get(lab, "checks"), i,
			   check) if (check_add(book, grading, name, check) < 0 ||
				      book_work_add(book, grading, check) < 0) return -1;
	if (g->failed)
		return 0;
	return book_execute(book,
			    "INSERT INTO lab_grading VALUES(?1, ?2, ?3)"
			    " ON CONFLICT(submission, lab) DO UPDATE SET grading = ?3",
			    "isi", g->submission, name, grading);
}

static int student_count(Book *book, int64_t submission)
{
	sqlite3_stmt *row =
		book_query(book, "SELECT student FROM submission WHERE id = ?1", "i", submission);
	int done = !row ? -1 : book_step(book, row);

	if (done == 0)
		done = book_fail(book, "there is no submission %lld", (long long)submission);
	else if (done > 0)
		done = book_count_attempts(book, (const char *)sqlite3_column_text(row, 0));
	sqlite3_finalize(row);
	return done;
}

int64_t book_grading_put(Book *book, const BookGrading *g)
{
	json_t *root = NULL;
	const json_t *lab;
	int64_t id;
	size_t i;
	int done;

	if (!g->results && !g->failed)
		return book_fail(book, "a grading without results: expected results.json");
	if (g->results && !(root = results_read(book, g->results)))
		return -1;
	if (book_begin(book) < 0) {
		json_decref(root);
		return -1;
	}
	done = grading_add(book, g, root);
	id = sqlite3_last_insert_rowid(book->db);
	json_array_foreach(json_object_get(root, "labs"), i, lab) done =
		done < 0 ? done : lab_add(book, g, id, lab);
	json_decref(root);
	if (done < 0 || book_log_add(book, g->submission, id) < 0 ||
	    student_count(book, g->submission) < 0)
		return book_rollback(book);
	return book_commit(book) < 0 ? -1 : id;
}

int book_totals_keep(Book *book)
{
	static const char *const statements[] = {
		"DELETE FROM last_total",
		"INSERT INTO last_total SELECT student, status, final, attempt FROM total",
	};

	if (book_begin(book) < 0)
		return -1;
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
		if (book_execute(book, statements[i], "") < 0)
			return book_rollback(book);
	return book_commit(book);
}

int book_seed_newest(Book *book, int64_t submission, int64_t *seed)
{
	return book_number(book, seed,
			   "SELECT seed FROM grading WHERE status = 'graded' AND seed IS NOT NULL"
			   " AND (?1 = 0 OR submission = ?1) ORDER BY id DESC LIMIT 1",
			   "i", submission);
}
